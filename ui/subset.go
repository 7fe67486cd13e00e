package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A portion is some of the rows or columns of a table, with how they were chosen.
type portion struct {
	places fit.Places // nil for all
	how    string     // "without species setosa"; "" for all
}

// NewTable opens a part of the open table as a new table. The old one stays, with its results; the
// study records where the new one comes from. An empty name is made of how the parts were chosen. Levels of annotations
// that no row of the part has are left out.
func (w *Workspace) NewTable(name string, rows, columns portion) {
	h, ok := w.now().Sheet()
	if !ok || rows.places == nil && columns.places == nil {
		return
	}
	whole := h.GroupsAnnotated(w.Table()).AnnotatedTable(w.Table())
	part, err := fit.Keep(whole, rows.places, columns.places)
	if err != nil {
		w.fail("The new table could not be made.", err)
		return
	}
	how := say.Both(rows.how, columns.how)
	t := *part
	t.Annotations, t.ColumnAnnotations = inference.Present(t.Annotations), inference.Present(t.ColumnAnnotations)
	t.Name, t.Source, t.SHA256 = cmp.Or(name, whole.Name+", "+how), "part of "+whole.Name, "" // it has no file of its own
	t.Notes = nil                                                                             // of the reader, on the whole
	p := h.Preprocessing.Within(&t)
	w.prepare(preparation{label: "New Table", table: w.doc.AddTable(&t), prep: p, origin: &study.Origin{Table: h.Table, Rows: rows.places, Columns: columns.places, How: how}}, &t)
}

// portions lists what the rows and the columns of a new table can be: all, those selected, groups, and
// levels of annotations, each also excluded.
func (w *Workspace) portions() (rows, columns []portion) {
	h, ok := w.now().Sheet()
	if !ok {
		return nil, nil
	}
	t := h.AnnotatedTable(w.Table())
	n, d := t.Dims()
	with := func(list []portion, all int, chosen []int, what string) []portion {
		in := fit.PlacesOf(chosen)
		if len(in) == 0 || len(in) == all {
			return list
		}
		out := fit.PlacesOf(study.Without(inference.UpTo(all), in))
		return append(list, portion{in, what}, portion{out, "without " + what})
	}
	rows, columns = []portion{{}}, []portion{{}}
	rows = with(rows, n, w.now().Selection.Rows, plotting.Plural(len(w.now().Selection.Rows), "selected row"))
	columns = with(columns, d, w.now().Selection.Columns, plotting.Plural(len(w.now().Selection.Columns), "selected column"))
	for _, g := range h.Rows.Groups {
		rows = with(rows, n, g.Rows, g.Name)
	}
	for _, g := range h.Columns.Groups {
		columns = with(columns, d, g.Rows, g.Name)
	}
	levels := func(list []portion, all int, annotations []inference.Annotation) []portion {
		for _, a := range annotations {
			if len(a.Levels) > mostLevels {
				continue
			}
			for k, level := range a.Levels {
				list = with(list, all, a.Having(k), a.Name+" "+level)
			}
		}
		return list
	}
	return levels(rows, n, t.Annotations), levels(columns, d, t.ColumnAnnotations)
}

// mostLevels is the largest number of levels of an annotation that are offered as parts of a table.
const mostLevels = 30

// askNewTable asks which part of the open table becomes a table of its own.
func (w *window) askNewTable() {
	rows, columns := w.ws.portions()
	if len(rows) < 2 && len(columns) < 2 {
		w.ws.fail("There is nothing to make a new table from.", fmt.Errorf("first select rows or columns, make groups, "+
			"or open a table with an annotation"))
		return
	}
	options := func(list []portion, all string) (o []controls.Option) {
		for i, p := range list {
			title, count := plotting.Capital(p.how), plotting.FormatCount(len(p.places))
			switch {
			case p.places == nil:
				title = all
			case !strings.HasPrefix(title, count+" "): // "36 selected rows" has said it
				title += " (" + count + ")"
			}
			o = append(o, controls.Option{Value: fmt.Sprint(i), Title: title})
		}
		return o
	}
	picked := [2]int{min(1, len(rows)-1), 0}
	if len(rows) < 2 {
		picked[1] = 1
	}
	name := controls.NewField("", nil)
	name.Left = true
	var s *dialogs.Sheet
	whole := func() bool { return rows[picked[0]].places == nil && columns[picked[1]].places == nil }
	accept := func() {
		if whole() {
			return
		}
		s.Close()
		w.ws.NewTable(strings.TrimSpace(name.Text), rows[picked[0]], columns[picked[1]])
	}
	name.OnSubmitted = func(string) { accept() }
	begin := controls.NewButton("Make table", controls.Primary, accept)
	propose := func() {
		name.PlaceHolder = say.Both(w.ws.Table().Name, say.Both(rows[picked[0]].how, columns[picked[1]].how))
		name.Refresh()
		if whole() != begin.Disabled() {
			if whole() {
				begin.Disable()
			} else {
				begin.Enable()
			}
		}
	}
	propose()
	choose := func(side int, o []controls.Option) *controls.Picker {
		return controls.NewPicker(o, fmt.Sprint(picked[side]), func(v string) {
			picked[side] = slices.IndexFunc(o, func(x controls.Option) bool { return x.Value == v })
			propose()
		})
	}
	body := controls.Stack(8,
		controls.NewParagraph("A part of the table becomes a new table with its own results. File ▸ Tables of the Study takes you back to this one.", 400, look.SizeBody, look.Ink),
		controls.Row(280, controls.Label("Rows"), choose(0, options(rows, "All rows"))),
		controls.Row(280, controls.Label("Columns"), choose(1, options(columns, "All columns"))),
		controls.Row(280, controls.Label("Name"), name))
	s = w.OpenSheet("New table", fyne.NewSize(460, 280), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }), begin)
	s.Accept = accept
	w.win.Canvas().Focus(begin)
}

// askParts shows what the open table holds, and lets the user choose which rows and columns are used.
func (w *window) askParts() {
	if t := w.ws.Table(); t != nil {
		files.ShowParts(w.Dialogs, w.centre.style(), t, w.ws.Preprocessing(), func(with *inference.Table, chosen inference.Preprocessing) {
			if p := w.ws.Preprocessing().Using(chosen); with == t {
				w.ws.SetChosen("Rows and Columns", p)
			} else {
				w.ws.replaceTable("Rows and Columns", with, p)
			}
		})
	}
}

// leaveSelection leaves the selected rows and columns out of the table.
func (w *window) leaveSelection() {
	if data := w.ws.Data(); data != nil {
		p, what := files.Without(w.ws.Preprocessing(), data, w.ws.now().Selection)
		w.ws.SetChosen("Leave Out "+what, p)
	}
}

// MakeAnnotation turns a column of numbers of the open table into an annotation. Undo turns it back.
func (w *Workspace) MakeAnnotation(column string) {
	moved, err := files.WithAnnotated(w.Table(), column)
	if err != nil {
		w.fail("The column could not be made an annotation.", err)
		return
	}
	w.replaceTable("Make Annotation", moved, w.Preprocessing())
}

// replaceTable opens a table that has the rows of the open one and other roles of its columns. Groups, annotations and notes go
// with it. The old table stays in the study only where it has results.
func (w *Workspace) replaceTable(label string, t *inference.Table, p inference.Preprocessing) {
	h, ok := w.now().Sheet()
	if !ok {
		return
	}
	old := w.Table()
	p = p.Within(t)
	h = h.WithColumns(old.Columns, t.Columns)
	h.Preprocessing, h.Table = p, w.doc.AddTable(t)
	w.prepare(preparation{label: label, table: h.Table, prep: p, sheet: &h}, t)
}
