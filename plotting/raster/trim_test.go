package raster_test

import (
	"image/color"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// A corner is a figure that covers a box of a fixed size at the top left, within margins.
type corner struct{ wide, high vg.Length }

func (c corner) Layout(size vg.Point) plotting.Scene { return cornerScene{c, size} }

type cornerScene struct {
	corner
	size vg.Point
}

func (s cornerScene) Size() vg.Point                             { return s.size }
func (s cornerScene) PlotArea() vg.Rectangle                     { return vg.Rectangle{Max: s.size} }
func (s cornerScene) Hit(vg.Point) (m plotting.Mark, found bool) { return m, false }

func (s cornerScene) Draw(c vg.Canvas) {
	list := &ink.List{}
	list.Box(color.NRGBA{255, 255, 255, 255}, vg.Rectangle{Max: s.size})
	w, h := min(s.wide, s.size.X-20), min(s.high, s.size.Y-20)
	list.Box(color.NRGBA{A: 255}, vg.Rectangle{Min: vg.Point{X: 10, Y: s.size.Y - 10 - h},
		Max: vg.Point{X: 10 + w, Y: s.size.Y - 10}})
	list.Draw(c)
}

// What stays blank is cut off a page, but no page is smaller than one column; a figure that fills its page keeps it.
func TestTrimmed(t *testing.T) {
	page := plotting.Size{WidthMM: 180, HeightMM: 120, DPI: 300}
	const mm = plotting.UsualPerInch / plotting.MMPerInch // points
	for _, c := range []struct {
		of            corner
		width, height float64
	}{
		{corner{wide: 100*mm - 20, high: 60*mm - 20}, 100, 60},
		{corner{wide: 5000, high: 5000}, 180, 120},
		{corner{wide: 5000, high: 60*mm - 20}, 180, 60},
		{corner{wide: 10, high: 10}, 85, 40},
		{corner{wide: 170*mm - 20, high: 115 * mm}, 180, 120},
	} {
		got := raster.Trimmed(page, c.of)
		if !(got.WidthMM > c.width-1.5 && got.WidthMM < c.width+1.5 && got.HeightMM > c.height-1.5 &&
			got.HeightMM < c.height+1.5) {
			t.Errorf("%+v: %.1f × %.1f mm in place of %g × %g", c.of, got.WidthMM, got.HeightMM, c.width, c.height)
		}
	}
	if got := raster.Trimmed(plotting.Size{WidthMM: 60, HeightMM: 30, DPI: 300},
		corner{wide: 10, high: 10}); got.WidthMM != 60 || got.HeightMM != 30 {
		t.Errorf("a small page became %v", got)
	}
}
