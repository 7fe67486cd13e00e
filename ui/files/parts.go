package files

import (
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// Parts shows the content of an open table and chooses which rows and columns of it are used.
type Parts struct {
	sieve *Sieve
	apply *controls.Button
	sheet *dialogs.Sheet
	tabs  *controls.Tabs
	was   *inference.Table
	then  func(t *inference.Table, p inference.Preprocessing)
}

// ShowParts shows a table as it is prepared. If the user applies other choices, it calls then with them; t is the
// table with other annotations, or the same where no column changed its role.
func ShowParts(d *dialogs.Dialogs, style plotting.Style, t *inference.Table, p inference.Preprocessing,
	then func(t *inference.Table, p inference.Preprocessing)) *Parts {
	s := &Parts{was: t, then: then}
	s.apply = controls.NewButton("Apply", controls.Primary, s.accept)
	s.sieve = newSieve(d, style, func() { s.apply.SetEnabled(s.sieve.problem == nil) }, s.setRole)
	s.sieve.prep = p
	tabs, body := newPages(s.sieve.pages())
	s.tabs = tabs
	s.sheet = d.OpenSheet("Rows and columns of "+t.Name, fyne.NewSize(partsWide, 640), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }), s.apply)
	s.sheet.Accept, s.sheet.Turn = s.accept, tabs.Turn
	s.sheet.Closed = s.sieve.close
	s.sieve.Use(t)
	d.Window.Canvas().Focus(s.apply)
	return s
}

func (s *Parts) accept() {
	if s.apply.Disabled() {
		return
	}
	s.sheet.Close()
	s.then(s.sieve.table, s.sieve.prep)
}

// setRole makes a column of the table that is shown an annotation, or an annotation numbers.
func (s *Parts) setRole(name string, annotation bool) {
	t, err := s.sieve.table, error(nil)
	if annotation {
		t, err = WithAnnotated(t, name)
	} else if t, err = t.MoveToNumbers(name); err == nil && slices.Equal(t.Columns, s.was.Columns) {
		t = s.was
	}
	if err != nil {
		s.sheet.Close()
		s.sieve.d.Fail("The role of "+strconv.Quote(name)+" could not be changed.", err)
		return
	}
	s.sieve.Use(t)
}

// Without leaves the selected rows and columns of data out, and says how many these are.
func Without(p inference.Preprocessing, data *inference.Dataset,
	selected study.Selection) (without inference.Preprocessing, what string) {
	in := study.FrameOf(data).SelectionIn(selected)
	more := func(out inference.Names, all []string, places []int) inference.Names {
		names := out.List()
		for _, i := range places {
			names = append(names, all[i])
		}
		return inference.NamesOf(names...)
	}
	p.Leave.Rows, p.Leave.Columns = more(p.Leave.Rows, data.Rows, in.Rows), more(p.Leave.Columns, data.Columns, in.Columns)
	var words []string
	if n := len(in.Rows); n > 0 {
		words = append(words, plotting.Plural(n, "row"))
	}
	if n := len(in.Columns); n > 0 {
		words = append(words, plotting.Plural(n, "column"))
	}
	return p, strings.Join(words, " and ")
}
