package ui

import (
	"espalier/ui/controls"
	look "espalier/ui/theme"
	"espalier/views"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// An inspector says what is selected, in words and numbers.
type inspector struct {
	object fyne.CanvasObject
	panel  *views.Inspector
	c      *centre
}

func newInspector(w *window) *inspector {
	i := &inspector{c: w.centre, panel: views.NewInspector(w.centre.tree, views.Post(w.post), w.centre.style())}
	i.object = container.NewVScroll(controls.Inset(look.Margin, look.Margin-6, look.Margin, look.Margin, i.panel))
	return i
}

func (i *inspector) refresh() { i.panel.Follow() }

func (i *inspector) restyle() { i.panel.SetStyle(i.c.style()) }

func (i *inspector) close() { i.panel.Close() }
