package trees

import (
	"image/color"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A groupEditor is one group being edited: its name, its colour as hex, and a palette below. Enter
// applies the changes, as does a click on a colour; Esc leaves the group as it was.
type groupEditor struct {
	widget.BaseWidget
	list   *GroupList
	name   *groupEntry
	hex    *groupEntry
	swatch *canvas.Rectangle
	colour []*controls.Swatch
}

// Rows and sizes of the palette: the colours of categories, paler and darker ones.
const (
	paletteRows  = 3
	paletteEach  = 18
	paletteApart = 5
)

type groupEntry struct {
	widget.Entry
	list *GroupList
}

func newGroupEntry(g *GroupList, text string) *groupEntry {
	e := &groupEntry{list: g}
	e.ExtendBaseWidget(e)
	e.SetText(text)
	return e
}

// TypedKey is part of fyne.Focusable.
func (e *groupEntry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		e.list.commit()
	case fyne.KeyEscape:
		e.list.cancel()
	default:
		e.Entry.TypedKey(k)
	}
}

func newGroupEditor(g *GroupList, _ int, group beside.Group) *groupEditor {
	e := &groupEditor{list: g, name: newGroupEntry(g, group.Name),
		hex: newGroupEntry(g, plotting.FormatColour(group.Colour)), swatch: canvas.NewRectangle(group.Colour)}
	e.swatch.CornerRadius, e.swatch.StrokeWidth, e.swatch.StrokeColor = 3, 1.5, color.Transparent
	e.hex.OnChanged = func(text string) {
		if c, err := ParseColour(text); err == nil {
			e.swatch.FillColor, e.swatch.StrokeColor = c, color.Transparent
			e.swatch.Refresh()
		}
	}
	for round := range paletteRows {
		for i := range ink.PlainCategories {
			c := shade(ink.CategorySwatch(i).Color, round)
			e.colour = append(e.colour, controls.NewSwatch(c, func() {
				e.hex.SetText(plotting.FormatColour(c))
				g.commit()
			}))
		}
	}
	e.ExtendBaseWidget(e)
	return e
}

// MinSize is part of fyne.Widget.
func (e *groupEditor) MinSize() fyne.Size {
	return fyne.NewSize(160, e.name.MinSize().Height+8+paletteRows*(paletteEach+paletteApart))
}

func (e *groupEditor) CreateRenderer() fyne.WidgetRenderer {
	parts := []fyne.CanvasObject{e.swatch, e.name, e.hex}
	for _, s := range e.colour {
		parts = append(parts, s)
	}
	return &controls.Renderer{Parts: parts, Lay: e.lay, Min: e.MinSize, Paint: func() {}}
}

func (e *groupEditor) lay(size fyne.Size) {
	const hex = 84
	h := e.name.MinSize().Height
	controls.Place(e.swatch, 0, 2+(h-14)/2, 14, 14)
	controls.Place(e.name, 20, 2, size.Width-20-hex-6, h)
	controls.Place(e.hex, size.Width-hex, 2, hex, h)
	each := len(e.colour) / paletteRows
	for i, s := range e.colour {
		s.Move(fyne.NewPos(20+float32(i%each)*(paletteEach+paletteApart), h+8+float32(i/each)*(paletteEach+paletteApart)))
		s.Resize(fyne.NewSize(paletteEach, paletteEach))
	}
}
