package formula

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A Sign is a letter or a word of a formula where it stands in its box.
type Sign struct {
	Text string
	Box  vg.Rectangle // with some room about the letters, for the pointer
}

// Signs returns the letters and words of a formula in a box of a size, in the order in which they are drawn.
func (f Formula) Signs(size vg.Point) (list []Sign) {
	s := f.Layout(size).(formulaScene)
	c := &signCanvas{}
	s.lit = ""
	s.Draw(c)
	for _, a := range c.Actions {
		t, ok := a.(*recorder.FillString)
		if !ok {
			continue
		}
		face := ink.Regular(plotting.Sans, t.Size)
		w, h, room := ink.TextWidth(face, t.String), ink.CapHeight(face), 0.15*t.Size
		list = append(list, Sign{t.String, vg.Rectangle{Min: vg.Point{X: t.Point.X - room, Y: t.Point.Y - 2*room},
			Max: vg.Point{X: t.Point.X + w + room, Y: t.Point.Y + h + room}}})
	}
	return list
}

// SignAt returns the sign at a point of the box, measured from its lower left corner; "" where there is none.
func (f Formula) SignAt(size, p vg.Point) string {
	for _, s := range f.Signs(size) {
		if ink.Contains(s.Box, p) {
			return s.Text
		}
	}
	return ""
}

// A signCanvas records the marks drawn.
type signCanvas struct{ recorder.Canvas }

// A litCanvas draws one sign in the colour of the selection.
type litCanvas struct {
	vg.Canvas
	lit   string
	style plotting.Style
}

// FillString implements vg.Canvas.
func (c litCanvas) FillString(f font.Face, p vg.Point, text string) {
	if text == c.lit {
		c.SetColor(c.style.SelectionText)
		defer c.SetColor(c.style.Ink)
	}
	c.Canvas.FillString(f, p, text)
}
