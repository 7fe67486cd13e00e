package controls

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A Swatch is a patch of colour that can be picked.
type Swatch struct {
	widget.BaseWidget
	Focus
	Colour   color.Color
	OnTapped func()
}

// NewSwatch returns a patch of a colour.
func NewSwatch(c color.Color, tapped func()) *Swatch {
	s := &Swatch{Colour: c, OnTapped: tapped}
	s.Attend(s)
	s.ExtendBaseWidget(s)
	return s
}

// Tapped implements fyne.Tappable.
func (s *Swatch) Tapped(*fyne.PointEvent) {
	if s.OnTapped != nil {
		s.OnTapped()
	}
}

// CreateRenderer implements fyne.Widget.
func (s *Swatch) CreateRenderer() fyne.WidgetRenderer {
	patch, focus := box(4), ring(6)
	paint := func() {
		patch.FillColor = s.Colour
		paintRing(focus, s.focused)
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{patch, focus}, Paint: paint,
		Lay: func(size fyne.Size) {
			patch.Resize(size)
			focus.Move(fyne.NewPos(-3, -3))
			focus.Resize(size.Add(fyne.NewSize(6, 6)))
		},
		Min: func() fyne.Size { return fyne.NewSize(20, 20) },
	}
}
