// Package naming asks which annotations stand in place of the names of the rows and columns of a table.
package naming

import (
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/things"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Sheet asks for the names of a table.
type Sheet struct {
	sheet         *dialogs.Sheet
	now           inference.Naming
	Things        [2]*controls.Field // nouns for one row and one column
	then          func(inference.Naming, things.Nouns)
	Rows, Columns *controls.Picker
	File          *controls.Button
	told          *controls.Paragraph
	table         *inference.Table
}

// Sizes of the sheet.
const (
	wide = 520
	high = 370
	text = wide - 32 - 2*ring
	ring = 3 // about the fields, for that of the focus
)

// Ask shows by which annotations the rows and columns of a table are named, and calls then with the naming that the
// user accepts. file asks for a file of names.
func Ask(d *dialogs.Dialogs, t *inference.Table, now inference.Naming, called things.Nouns,
	then func(inference.Naming, things.Nouns), file func()) *Sheet {
	s := &Sheet{now: now, then: then, table: t}
	s.Rows = controls.NewPicker(optionsOf(t.Annotations), now.Rows, func(v string) { s.now.Rows = v; s.tell() })
	s.Columns = controls.NewPicker(optionsOf(t.ColumnAnnotations), now.Columns,
		func(v string) { s.now.Columns = v; s.tell() })
	s.told = controls.NewParagraph("", text, look.SizeSmall, look.Muted)
	why := controls.NewParagraph(
		"Any annotation can stand in place of the names, such as gene symbols for probes: in figures, lists, exports and tests of gene "+
			"sets, of all results of the table. Nothing is fitted again. A name that several have is followed by that in the file.",
		text, look.SizeBody, look.Muted)
	for i, n := range []things.Noun{called.Rows, called.Columns} {
		s.Things[i] = controls.NewField(n.Text(), nil)
		s.Things[i].PlaceHolder = []string{"row", "column"}[i]
		s.Things[i].Tip = "What one of them is, such as gene; if several have another ending, after a comma: mouse, mice"
	}
	body := controls.Stack(14, why, controls.Stack(6,
		controls.Row(look.LeftValue*1.6, controls.Label("A row is a"), s.Things[0]),
		controls.Row(look.LeftValue*1.6, controls.Label("A column is a"), s.Things[1]),
		controls.Row(look.LeftValue*1.6, controls.Label("Rows are called by"), s.Rows),
		controls.Row(look.LeftValue*1.6, controls.Label("Columns are called by"), s.Columns)), s.told)
	s.File = controls.NewButton("From a file…", controls.Quiet, func() { s.sheet.Close(); file() }).
		WithTip("A file of two columns: the names of the rows or columns, and what to call them")
	within := container.NewVScroll(controls.Inset(ring, ring, ring, ring, body))
	s.sheet = d.OpenSheet("Names of "+t.Name, fyne.NewSize(wide, high), within, s.File,
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }),
		controls.NewButton("Apply", controls.Primary, s.accept))
	s.sheet.Accept = s.accept
	s.tell()
	d.Window.Canvas().Focus(s.Rows)
	return s
}

// optionsOf offers the names of the file and all annotations, those first that tell most rows apart.
func optionsOf(list []inference.Annotation) []controls.Option {
	options := []controls.Option{{Value: "", Title: "names in the file"}}
	list = slices.Clone(list)
	stable.Sort(list, func(a, b inference.Annotation) int { return len(b.Levels) - len(a.Levels) })
	for _, a := range list {
		options = append(options,
			controls.Option{Value: a.Name, Title: a.Name, Note: strings.Join(a.Levels[:min(3, len(a.Levels))], ", ")})
	}
	return options
}

// tell shows the new names of the first rows and columns.
func (s *Sheet) tell() {
	named := s.table.Named(s.now)
	line := func(what string, before, after []string) string {
		if slices.Equal(before, after) {
			return ""
		}
		var parts []string
		for i := range min(3, len(after)) {
			parts = append(parts, before[i]+" → "+after[i])
		}
		return what + ": " + strings.Join(parts, ", ") + "."
	}
	rows, columns := line("Rows", s.table.Rows, named.Rows), line("Columns", s.table.Columns, named.Columns)
	s.told.Set(strings.TrimSpace(rows+"\n"+columns), look.Muted)
}

func (s *Sheet) accept() {
	s.sheet.Close()
	s.then(s.now, things.Nouns{Rows: things.Read(s.Things[0].Text), Columns: things.Read(s.Things[1].Text)})
}
