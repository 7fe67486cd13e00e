package files

import (
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// WithAnnotated returns a table with a column of numbers turned into an annotation. Notes that advised so are gone.
func WithAnnotated(t *inference.Table, column string) (*inference.Table, error) {
	moved, err := t.MoveToAnnotations(column)
	if err != nil {
		return nil, err
	}
	s := *moved
	s.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(note string) bool {
		name, ok := inference.LabelColumn(note)
		return ok && name == column
	})
	return &s, nil
}

// Suggested returns the first column of numbers that the notes on a table and its data, nil where they are not
// made, take for labels; "" for none.
func Suggested(t *inference.Table, d *inference.Dataset) string {
	for _, note := range d.NotesOf(t) {
		if name, ok := suggests(t, note); ok {
			return name
		}
	}
	return ""
}

// suggests returns the column of numbers that a note takes for labels.
func suggests(t *inference.Table, note string) (string, bool) {
	name, ok := inference.LabelColumn(note)
	return name, ok && len(t.Columns) > 1 && slices.Contains(t.Columns, name)
}

// numericAnnotations returns the annotations of rows that may become columns of numbers.
func numericAnnotations(t *inference.Table) (names []string) {
	return slices.DeleteFunc(t.NumericAnnotations(), func(name string) bool { return slices.Contains(t.Columns, name) })
}

// AnnotateTitle returns the title of a button that makes a column an annotation.
func AnnotateTitle(column string) string {
	if r := []rune(column); len(r) > 24 {
		column = string(r[:23]) + "…"
	}
	return "Make " + strconv.Quote(column) + " an annotation"
}

// mostRoles limits how many columns are offered as annotations.
const mostRoles = 200

// roleForm makes the line in which columns of numbers become annotations, and annotations numbers.
func (s *Sieve) roleForm() fyne.CanvasObject {
	s.annotate = controls.NewPicker(nil, "", func(name string) { s.roles(name, true) })
	s.annotate.SetName("Make an annotation of")
	s.annotate.Tip =
		"Models no longer see the column; it is shown as colours and labels. If there are very many columns, only those that Find names lists are offered."
	s.number = controls.NewPicker(nil, "", func(name string) { s.roles(name, false) })
	s.number.SetName("Make numbers of")
	s.number.Tip = "The annotation becomes the last column that models see."
	row := func(label string, p *controls.Picker) fyne.CanvasObject {
		return controls.Row(150, controls.NewText(label, look.SizeBody, look.Ink).WithTip(p.Tip), p)
	}
	return controls.Shares(28, []float32{1, 1}, row("Make an annotation of", s.annotate), row("Make numbers of", s.number))
}

// putRoles lists the options of the pickers of roles.
func (s *Sieve) putRoles() {
	put := func(p *controls.Picker, names []string, choose string) {
		p.Options = controls.Options(names...)
		p.Put(choose)
		if len(names) == 0 {
			p.Put("none")
			p.Disable()
		} else {
			p.Enable()
		}
		p.Refresh()
	}
	var columns, annotations []string
	if s.table != nil {
		if columns = s.table.Columns; len(columns) > mostRoles && s.names.ofColumns() && s.names.pattern != "" {
			columns = nil
			for _, k := range s.names.found[:min(len(s.names.found), mostRoles)] {
				columns = append(columns, s.names.names[k])
			}
		}
		columns = columns[:min(len(columns), mostRoles)]
		if len(s.table.Columns) == 1 {
			columns = nil
		}
		annotations = numericAnnotations(s.table)
	}
	put(s.annotate, columns, "choose")
	put(s.number, annotations, "choose")
}
