package ui

import (
	"espalier/ui/controls"
	look "espalier/ui/theme"

	"fyne.io/fyne/v2"
)

// An inspector says what is selected, in words and numbers.
type inspector struct {
	object fyne.CanvasObject
	w      *window
}

func newInspector(w *window) *inspector {
	i := &inspector{w: w}
	i.object = controls.Inset(look.Margin, look.Margin, look.Margin, look.Margin, controls.Stack(8, controls.Head("Selected")))
	return i
}

func (i *inspector) refresh() {}
func (i *inspector) restyle() {}
