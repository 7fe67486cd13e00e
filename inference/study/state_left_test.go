package study

import (
	"slices"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// A table that is opened again shows what it showed when it was left.
func TestOpenedAgain(t *testing.T) {
	s := State{}.Opened(Sheet{Table: 1}).WithResult(5)
	s.Selection = Selection{Rows: []int{2, 3}}
	first, _ := s.Sheet()
	s = s.Opened(Sheet{Table: 2}).WithResult(6)
	if !s.Selection.Empty() || s.Shown != 6 {
		t.Errorf("another table shows %d with %v", s.Shown, s.Selection)
	}
	i := slices.IndexFunc(s.Sheets, func(h Sheet) bool { return h.Table == 1 })
	s = s.Opened(s.Sheets[i])
	if s.Shown != 5 || !slices.Equal(s.Selection.Rows, []int{2, 3}) {
		t.Errorf("the first table shows %d with %v", s.Shown, s.Selection)
	}
	if h, _ := s.Sheet(); !h.Left.Selection.Empty() || h.Left.Shown != 0 || first.Left.Shown != 0 {
		t.Errorf("the open table keeps %+v", h.Left)
	}
}

// What a file says was shown of a table is restricted to that table.
func TestLeftIsMended(t *testing.T) {
	table := &inference.Table{Name: "t", X: mat.NewDense(3, 2, nil), Rows: []string{"a", "b", "c"},
		Columns: []string{"x", "y"}}
	c := Contents{Tables: map[TableID]*inference.Table{1: table, 2: table},
		State: State{Open: 1, Sheets: []Sheet{{Table: 1},
			{Table: 2, Left: Left{Shown: 9, Selection: Selection{Rows: []int{-1, 1, 77}, Columns: []int{1, 2}}}}}}}
	c.Mend()
	if l := c.State.Sheets[1].Left; l.Shown != 0 || !slices.Equal(l.Selection.Rows, []int{1}) ||
		!slices.Equal(l.Selection.Columns, []int{1}) {
		t.Errorf("%+v is left", l)
	}
}
