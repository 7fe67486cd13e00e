package stages

import (
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A dropping layout gives its one object the width there is. Where that is too little, it hides parts of the object, the
// first of drop first, until the others have room. A key or an entry of a menu does what a hidden part does.
type dropping struct {
	least float32 // width that is asked for
	drop  []fyne.CanvasObject
}

// inRoom returns a row that needs a width of least, and hides parts where it has too little.
func inRoom(least float32, row fyne.CanvasObject, drop ...fyne.CanvasObject) *fyne.Container {
	return container.New(dropping{least, drop}, row)
}

// MinSize implements fyne.Layout.
func (l dropping) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.least, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (l dropping) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, part := range l.drop {
		controls.Show(part, true)
	}
	for _, part := range l.drop {
		if o[0].MinSize().Width <= s.Width {
			break
		}
		controls.Show(part, false)
	}
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
	controls.Relayout(o[0])
}
