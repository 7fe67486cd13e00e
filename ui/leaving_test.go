package ui

import (
	"context"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/sampledata"

	"fyne.io/fyne/v2/test"
)

// TestLeavingOutInTheWindow: what is selected is left out by a step of Undo, rules are applied from the sheet, and
// another model keeps them.
func TestLeavingOutInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "first", target: 3}, fakeModel{name: "second", target: 3})
	s.openSample("penguins")
	rows := func() int { n, _ := s.w.ws.Data().Dims(); return n }
	s.do(func() {
		if s.w.data.leave.Text != "nothing…" || !s.w.menu.without.Disabled {
			t.Errorf("%q is left out, %v", s.w.data.leave.Text, s.w.menu.without.Disabled)
		}
		s.w.ws.doc.Do("select", "", func(now study.State) study.State {
			now.Selection = study.Selection{Rows: []int{3, 271}}
			return now
		})
		s.w.menu.refresh()
		s.w.menu.without.Action()
	})
	s.until("two rows left out", func() bool { return s.w.ws.Data() != nil && rows() == 342 })
	s.do(func() {
		if p := s.w.ws.Preprocessing(); p.Leave.Rows != inference.NamesOf("penguin004", "penguin272") || s.w.data.leave.Text != "2 names…" || s.w.ws.doc.UndoName() != "Leave Out 2 rows" {
			t.Errorf("%+v, %q, %q", p.Leave, s.w.data.leave.Text, s.w.ws.doc.UndoName())
		}
		s.w.ws.Undo()
		if rows() != 344 {
			t.Errorf("%d rows after Undo", rows())
		}
		test.Tap(s.w.data.leave)
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
		if s.w.data.leave.Text != "by 1 rule…" || !strings.Contains(strings.Join(s.w.ws.Data().Notes, " "), "more than 50 % of their cells are missing") {
			t.Errorf("%q, notes %q", s.w.data.leave.Text, s.w.ws.Data().Notes)
		}
		if err := s.w.ws.Next.SetModel("second"); err != nil {
			t.Fatal(err)
		}
		if !s.w.ws.Preprocessing().Leave.MissingRows.Set {
			t.Error("another model forgets what is left out")
		}
		s.w.data.transpose.OnChanged(true)
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
		s.w.ws.openUsing("iris", &used, func(context.Context) (*inference.Table, error) { return sampledata.Open("iris") })
	})
	s.until("iris, turned", func() bool {
		if s.w.ws.Data() == nil || s.w.ws.Table().Name != "iris" {
			return false
		}
		n, d := s.w.ws.Data().Dims()
		return n == 3 && d == 150
	})
}
