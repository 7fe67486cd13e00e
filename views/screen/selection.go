package screen

import (
	"example.org/espalier/inference/study"

	"fyne.io/fyne/v2"
)

// ClickedOn returns the selection after a click on q if s is selected: q or, with Shift or Ctrl, both.
func ClickedOn(s, q study.Selection, modifiers fyne.KeyModifier) study.Selection {
	if modifiers&(fyne.KeyModifierShift|Ctrl) != 0 {
		return s.Toggled(q)
	}
	return q.Normal()
}
