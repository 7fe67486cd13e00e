package ui

import (
	"cmp"

	fit "example.org/espalier/inference/job"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/say"
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
