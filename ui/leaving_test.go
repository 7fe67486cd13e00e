package ui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/sampledata"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestLeavingOutInTheWindow: what is selected is left out by a step of Undo, rules are applied from the sheet, and
// another model keeps them.
func TestLeavingOutInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "first", target: 3}, fakeModel{name: "second", target: 3})
	s.openSample("penguins")
	rows := func() int { n, _ := s.w.ws.Data().Dims(); return n }
	s.do(func() {
		if s.w.data.Leave.Text != "nothing…" || !s.w.menu.without.Disabled {
			t.Errorf("%q is left out, %v", s.w.data.Leave.Text, s.w.menu.without.Disabled)
		}
		s.w.ws.Doc.Do("select", "", func(now study.State) study.State {
			now.Selection = study.Selection{Rows: []int{3, 271}}
			return now
		})
		s.w.menu.refresh()
		s.w.menu.without.Action()
	})
	s.until("two rows left out", func() bool { return s.w.ws.Data() != nil && rows() == 342 })
	s.do(func() {
		if p := s.w.ws.Preprocessing(); p.Leave.Rows != inference.NamesOf("penguin004", "penguin272") ||
			s.w.data.Leave.Text != "2 names…" || s.w.ws.Doc.UndoName() != "Leave Out 2 rows" {
			t.Errorf("%+v, %q, %q", p.Leave, s.w.data.Leave.Text, s.w.ws.Doc.UndoName())
		}
		s.w.ws.Undo()
		if rows() != 344 {
			t.Errorf("%d rows after Undo", rows())
		}
		test.Tap(s.w.data.Leave)
		if s.w.Top() == nil {
			t.Fatal("no sheet is open")
		}
	})
	// The sheet answers in the background; its apply is that of package files.
	s.do(func() {
		s.w.Top().Close()
		p := s.w.ws.Preprocessing()
		p.Leave.MissingRows = inference.LimitAt(0.5)
		s.w.ws.SetPreprocessing("Rows and Columns", p)
	})
	s.until("rows without values are left out", func() bool { return rows() == 342 })
	s.do(func() {
		if s.w.data.Leave.Text != "by 1 rule…" || !strings.Contains(strings.Join(s.w.ws.Data().Notes, " "), "more than 50 % of their cells are missing") {
			t.Errorf("%q, notes %q", s.w.data.Leave.Text, s.w.ws.Data().Notes)
		}
		if err := s.w.ws.Next.SetModel("second"); err != nil {
			t.Fatal(err)
		}
		if !s.w.ws.Preprocessing().Leave.MissingRows.Set {
			t.Error("another model forgets what is left out")
		}
		s.w.data.Transpose.OnChanged(true)
	})
	s.until("the table is turned", func() bool { return rows() == 4 })
	s.do(func() {
		if p := s.w.ws.Preprocessing(); !p.Leave.MissingColumns.Set || p.Leave.MissingRows.Set {
			t.Errorf("turned: %+v", p.Leave)
		}
	})
}

// TestOpensAsChosen: a table is opened turned and without what was left out in the preview, names of an older file aside.
func TestOpensAsChosen(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "first", target: 3})
	s.do(func() {
		used := inference.Preprocessing{Transpose: true, Leave: inference.LeaveOut{Rows: inference.NamesOf("petal_width", "gone")}}
		s.w.ws.OpenUsing("iris", &used, func(context.Context) (*inference.Table,
			error) {
			return sampledata.Open("iris")
		})
	})
	s.until("iris, turned", func() bool {
		if s.w.ws.Data() == nil || s.w.ws.Table().Name != "iris" {
			return false
		}
		n, d := s.w.ws.Data().Dims()
		return n == 3 && d == 150
	})
}

// A leavingSheet is the open sheet of rows and columns, by what it shows.
type leavingSheet struct {
	texts  map[string]bool
	fields map[string][]*controls.Field // by what is said of them, those of the rows first
	sides  *controls.Picker
	names  interface{ Select(widget.ListItemID) }
}

func (s *stage) leavingSheet() (l leavingSheet) {
	l.texts, l.fields = map[string]bool{}, map[string][]*controls.Field{}
	each(s.w.Top().Content(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *controls.Text:
			l.texts[o.Text] = true
		case *controls.Field:
			name, _, _ := strings.Cut(o.AccessibilityLabel(), ":")
			l.fields[name] = append(l.fields[name], o)
		case *controls.Picker:
			if strings.HasPrefix(o.AccessibilityLabel(), "Names of") {
				l.sides = o
			}
		case interface {
			Select(id widget.ListItemID)
			AccessibilityLabel() string
		}:
			if strings.HasPrefix(o.AccessibilityLabel(), "Names") {
				l.names = o
			}
		}
	})
	return l
}

// leave changes what is left out in the sheet, and applies it.
func (s *stage) leave(before, after string, change func(l leavingSheet)) {
	s.t.Helper()
	s.do(func() { test.Tap(s.w.data.Leave) })
	s.until("what is left before", func() bool { return s.leavingSheet().texts[before] })
	s.do(func() { change(s.leavingSheet()) })
	s.until("what is left", func() bool { return s.leavingSheet().texts[after] })
	s.do(func() { test.Tap(s.button("Apply")) })
}

// TestRowsAndColumnsAreUndone: what is left out in the sheet by rule, then by hand, is taken back step by step, and done again.
func TestRowsAndColumnsAreUndone(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	const whole, rule, both = "Keeps all 150 rows and all 4 columns.", "Keeps all 150 rows and 3 of 4 columns.", "Keeps 149 of 150 rows and 2 of 4 columns."
	var all []string
	s.do(func() { all = s.w.ws.Data().Rows })
	is := func(when, said, undo, redo string, rows []string, columns ...string) {
		t.Helper()
		s.until(when, func() bool {
			d := s.w.ws.Data()
			return d != nil && slices.Equal(d.Columns, columns) && s.w.centre.shown != nil && s.w.centre.shown.Data == d && s.w.ws.Busy() == ""
		})
		s.do(func() {
			if d := s.w.ws.Data(); !slices.Equal(d.Rows, rows) || s.w.data.Leave.Text != said+"…" ||
				s.w.ws.Doc.UndoName() != undo || s.w.ws.Doc.RedoName() != redo {
				t.Errorf("%s: %d rows, %q is left out, to undo %q, to redo %q", when, len(d.Rows),
					s.w.data.Leave.Text, s.w.ws.Doc.UndoName(), s.w.ws.Doc.RedoName())
			}
			if n := s.w.centre.tree.Figure().Tree.Tree().Leaves(); n != len(rows) {
				t.Errorf("%s: a tree of %d leaves", when, n)
			}
		})
	}
	const label = "Rows and Columns"
	s.leave(whole, rule, func(l leavingSheet) { l.fields["Variance, at least"][1].OnChanged("0.3") })
	is("by rule", "by 1 rule", label, "", all, "sepal_length", "petal_length", "petal_width")
	s.leave(rule, both, func(l leavingSheet) {
		l.names.Select(0) // sepal_length
		l.sides.OnPicked("0")
		l.names.Select(3)
	})
	fewer := slices.Concat(all[:3], all[4:])
	last := []string{"petal_length", "petal_width"}
	is("by hand too", "2 names, 1 rule", label, "", fewer, last...)

	s.do(s.w.undo)
	is("undone once", "by 1 rule", label, label, all, "sepal_length", "petal_length", "petal_width")
	s.do(s.w.undo)
	is("undone twice", "nothing", "", label, all, "sepal_length", "sepal_width", "petal_length", "petal_width")
	s.do(s.w.redo)
	is("done again", "by 1 rule", label, label, all, "sepal_length", "petal_length", "petal_width")
	s.do(s.w.redo)
	is("all done again", "2 names, 1 rule", label, "", fewer, last...)

	// The sheet shows what is in force, and a choice of its own ends what could be done again.
	s.do(s.w.undo)
	s.leave(rule, "Keeps all 150 rows and all 4 columns.", func(l leavingSheet) {
		if f := l.fields["Variance, at least"][1]; f.Shown() != "0.3" {
			t.Errorf("the sheet says %q", f.Shown())
		}
		l.fields["Variance, at least"][1].OnChanged("")
	})
	is("without the rule", "nothing", label, "", all, "sepal_length", "sepal_width", "petal_length", "petal_width")
}
