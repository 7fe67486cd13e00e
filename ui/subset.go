package ui

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// askNewTable asks which part of the open table becomes a table of its own.
func (w *window) askNewTable() {
	rows, columns := w.ws.Portions()
	if len(rows) < 2 && len(columns) < 2 {
		w.ws.Fail("There is nothing to make a new table from.",
			fmt.Errorf("first select rows or columns, make groups, "+
				"or open a table with an annotation"))
		return
	}
	options := func(list []workspace.Portion, all string) (o []controls.Option) {
		for i, p := range list {
			title, count := plotting.Capital(p.How), plotting.FormatCount(len(p.Places))
			switch {
			case p.Places == nil:
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
	whole := func() bool { return rows[picked[0]].Places == nil && columns[picked[1]].Places == nil }
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
		name.PlaceHolder = say.Both(w.ws.Table().Name, say.Both(rows[picked[0]].How, columns[picked[1]].How))
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
		controls.NewParagraph(
			"A part of the table becomes a new table with its own results. File ▸ Tables of the Study takes you back to this one.",
			400, look.SizeBody, look.Ink),
		controls.Row(280, controls.Label("Rows"), choose(0, options(rows, "All rows"))),
		controls.Row(280, controls.Label("Columns"), choose(1, options(columns, "All columns"))),
		controls.Row(280, controls.Label("Name"), name))
	s = w.OpenSheet("New table", fyne.NewSize(460, 280), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }), begin)
	s.Accept = accept
	w.win.Canvas().Focus(begin)
}

// askParts shows the content of the open table, and lets the user choose which rows and columns are used.
func (w *window) askParts() {
	if t := w.ws.Table(); t != nil {
		files.ShowParts(w.Dialogs, w.centre.style(), t, w.ws.Preprocessing(),
			func(with *inference.Table, chosen inference.Preprocessing) {
				if p := w.ws.Preprocessing().Using(chosen); with == t {
					w.ws.SetChosen("Rows and Columns", p)
				} else {
					w.ws.ReplaceTable("Rows and Columns", with, p)
				}
			})
	}
}

// leaveSelection leaves the selected rows and columns out of the table.
func (w *window) leaveSelection() {
	if data := w.ws.Data(); data != nil {
		p, what := files.Without(w.ws.Preprocessing(), data, w.ws.Now().Selection)
		w.ws.SetChosen("Leave Out "+what, p)
	}
}
