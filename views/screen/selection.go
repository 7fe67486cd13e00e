package screen

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"fyne.io/fyne/v2"
)

// ClickedOn returns what a click on q selects if s is selected: q or, with Shift or Ctrl, both.
func ClickedOn(s, q study.Selection, modifiers fyne.KeyModifier) study.Selection {
	if modifiers&(fyne.KeyModifierShift|Ctrl) != 0 {
		return s.Toggled(q)
	}
	return q.Normal()
}

// MatrixSelection returns what a click on a mark of a matrix selects; of turns rows and columns of
// the matrix into a selection.
func MatrixSelection(m plotting.Mark, ok bool, of func(rows, columns []int) study.Selection) study.Selection {
	if !ok {
		return study.Selection{}
	}
	switch {
	case m.Kind == ink.LegendMark && m.Index == ink.AcrossLegend:
		return of(nil, m.Rows)
	case m.Kind == ink.LegendMark:
		return of(m.Rows, nil)
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
