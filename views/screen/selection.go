package screen

import (
	"slices"

	"espalier/inference/kind/factor"
	"espalier/inference/study"
	"espalier/plotting"

	"fyne.io/fyne/v2"
)

// ClickedOn returns what a click on q selects where s is selected: q, or with Shift or Ctrl
// both.
func ClickedOn(s, q study.Selection, modifiers fyne.KeyModifier) study.Selection {
	if modifiers&(fyne.KeyModifierShift|Ctrl) != 0 {
		return s.Toggled(q)
	}
	return q.Normal()
}

// FactorPlaces returns the places of factors in f, those it has not left out.
func FactorPlaces(f *factor.State, ids []int) (places []int) {
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

// MatrixSelection returns what a mark of a matrix selects, given what its rows and columns
// are.
func MatrixSelection(m plotting.Mark, ok bool, of func(rows, columns []int) study.Selection) study.Selection {
	if !ok {
		return study.Selection{}
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
