package views

import (
	"slices"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
)

// Picks are what is selected, in all views alike: rows and columns of the data, and
// factors by their IDs. Rows and columns are ascending.
type Picks struct{ Rows, Columns, Factors []int }

// PicksOf returns what items, cases and factors of a factor model are in the data.
func PicksOf(side inference.Side, items, cases, factors []int) Picks {
	if side == inference.OnRows {
		return Picks{items, cases, factors}
	}
	return Picks{cases, items, factors}
}

// Items returns the rows or columns that own the loadings of a factor model.
func (p Picks) Items(side inference.Side) []int {
	if side == inference.OnRows {
		return p.Rows
	}
	return p.Columns
}

// Cases returns the rows or columns in which its factors are active.
func (p Picks) Cases(side inference.Side) []int {
	if side == inference.OnRows {
		return p.Columns
	}
	return p.Rows
}

// Empty reports whether nothing is selected.
func (p Picks) Empty() bool { return len(p.Rows)+len(p.Columns)+len(p.Factors) == 0 }

// Equal reports whether both select the same.
func (p Picks) Equal(q Picks) bool {
	return slices.Equal(p.Rows, q.Rows) && slices.Equal(p.Columns, q.Columns) && slices.Equal(p.Factors, q.Factors)
}

// joined returns p with q added, as a click with Shift or Ctrl does: what is selected in
// both is taken out where nothing of q is new.
func (p Picks) joined(q Picks) Picks {
	return Picks{joined(p.Rows, q.Rows), joined(p.Columns, q.Columns), joined(p.Factors, q.Factors)}
}

// with returns what a click on q selects where p is selected.
func (p Picks) with(q Picks, modifiers fyne.KeyModifier) Picks {
	if modifiers&(fyne.KeyModifierShift|ctrl) != 0 {
		return p.joined(q)
	}
	return q
}

// Picks returns what is selected.
func (s TreeState) Picks() Picks { return Picks{s.Selection, s.Columns, s.Factors} }

// WithPicks selects rows, columns and factors, and nothing else.
func (s TreeState) WithPicks(p Picks) TreeState {
	s.Selection, s.Columns, s.Factors = normalRows(p.Rows), normalRows(p.Columns), normalRows(p.Factors)
	return s
}

// Pick selects rows, columns and factors, and nothing else.
func (t *TreeView) Pick(p Picks) {
	s := t.State().WithPicks(p)
	if s.Picks().Equal(t.State().Picks()) {
		return
	}
	t.do("select "+t.describePicks(s.Picks()), "select", s)
}

// ForgetFactors ends the selection of factors, for the IDs of another run name others.
func (t *TreeView) ForgetFactors() {
	if s := t.State(); len(s.Factors) > 0 {
		p := s.Picks()
		p.Factors = nil
		t.Pick(p)
	}
}

// describePicks names a selection for the history.
func (t *TreeView) describePicks(p Picks) string {
	switch {
	case p.Empty():
		return "nothing"
	case len(p.Factors) > 0:
		return plural(len(p.Factors), "factor", "factors")
	case len(p.Columns) == 1 && t.data != nil && p.Columns[0] < len(t.data.Columns):
		return t.data.Columns[p.Columns[0]]
	case len(p.Columns) > 0:
		return plural(len(p.Columns), "column", "columns")
	case t.shownTree() == nil && len(p.Rows) > 1:
		return plural(len(p.Rows), "row", "rows")
	}
	return t.describe(p.Rows)
}

// factorPlaces returns the places of factors in f, those it has not left out.
func factorPlaces(f *inference.Factors, ids []int) (places []int) {
	if f == nil {
		return nil
	}
	for k, id := range f.IDs {
		if slices.Contains(ids, id) {
			places = append(places, k)
		}
	}
	return places
}

// matrixPicks returns what a mark of a matrix selects, given what its rows and columns
// are.
func matrixPicks(m plotting.Mark, ok bool, of func(rows, columns []int) Picks) Picks {
	if !ok {
		return Picks{}
	}
	var rows, columns []int
	if m.Row >= 0 {
		rows = []int{m.Row}
	}
	if m.Column >= 0 {
		columns = []int{m.Column}
	}
	return of(rows, columns)
}
