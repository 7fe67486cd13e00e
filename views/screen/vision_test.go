package screen

import (
	"image/color"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/plot/vg"
)

// red is a figure of that colour.
type red struct{ viewstest.Plain }

type redScene struct{ plotting.Scene }

func (r red) Layout(size vg.Point) plotting.Scene          { return redScene{r.Plain.Layout(size)} }
func (r red) WithWindow(w plotting.Window) plotting.Figure { r.Window = w; return r }
func (s redScene) Draw(c vg.Canvas) {
	c.SetColor(color.NRGBA{200, 60, 40, 255})
	c.Fill(vg.Rectangle{Max: s.Size()}.Path())
}

func TestVisionChangesTheScreen(t *testing.T) {
	defer SetVision(raster.Usual)
	s, v, _ := plainStage(t)
	v.SetFigure(red{viewstest.Plain{Window: plotting.All, Drawn: &viewstest.Counter{}}})
	s.Settle(v)
	at := func() color.RGBA { return v.pictures.drawn.image.RGBAAt(300, 250) }
	usual := at()
	SetVision(raster.Deuteranopia)
	v.SetStyle(plotting.Light)
	s.Settle(v)
	if seen := at(); usual != (color.RGBA{200, 60, 40, 255}) || seen.R >= usual.R || seen.G <= usual.G {
		t.Errorf("%v is seen as %v", usual, seen)
	}
	SetVision(raster.Usual)
	v.SetStyle(plotting.Light)
	s.Settle(v)
	if got := at(); got != usual {
		t.Errorf("%v does not come back, but %v", usual, got)
	}
}
