package raster

import (
	"image"
	"image/color"
	"testing"
)

func TestSeen(t *testing.T) {
	see := func(c color.RGBA, v Vision) color.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 3, 2))
		for i := range 6 {
			img.SetRGBA(i%3, i/3, c)
		}
		img.SetRGBA(1, 1, color.RGBA{10, 200, 30, 255})
		Seen(img, v)
		if img.RGBAAt(0, 0) != img.RGBAAt(2, 1) {
			t.Error("equal pixels are seen differently")
		}
		return img.RGBAAt(0, 0)
	}
	distance := func(a, b color.RGBA) int {
		d := 0
		for _, x := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
			d += max(x, -x)
		}
		return d
	}
	near := func(a, b color.RGBA, by int) bool { return distance(a, b) <= by }
	grey, red, green := color.RGBA{119, 119, 119, 255}, color.RGBA{200, 60, 40, 255}, color.RGBA{110, 120, 30, 255}
	blue, teal := color.RGBA{0, 90, 200, 255}, color.RGBA{0, 120, 110, 255}
	for _, v := range []Vision{Usual, Protanopia, Deuteranopia, Tritanopia} {
		if got := see(grey, v); !near(got, grey, 3) {
			t.Errorf("vision %d sees grey as %v", v, got)
		}
		if got := see(red, v); got.A != 255 || (v == Usual) != (got == red) {
			t.Errorf("vision %d sees red as %v", v, got)
		}
	}
	// Those who lack long or middle cones tell red and olive apart less, those who lack short ones blue and teal.
	for _, c := range []struct {
		v    Vision
		a, b color.RGBA
	}{{Protanopia, red, green}, {Deuteranopia, red, green}, {Tritanopia, blue, teal}} {
		if seen, usual := distance(see(c.a, c.v), see(c.b, c.v)), distance(c.a, c.b); seen > usual*7/10 {
			t.Errorf("vision %d: %v and %v are %d apart, as usual %d", c.v, c.a, c.b, seen, usual)
		}
	}
}
