package raster_test

import (
	"bytes"
	"image/color"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Many lines and discs at once look like those of paths, also across the borders of the picture.
func TestManyLinesAndDiscs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var lines, centres []vg.Point
	var discs vg.Path
	at := func() vg.Point {
		return vg.Point{X: vg.Length(500*rng.Float64() - 50), Y: vg.Length(400*rng.Float64() - 50)}
	}
	for range 260 {
		a, p := at(), at()
		b := vg.Point{X: a.X + vg.Length(60*rng.NormFloat64()), Y: a.Y + vg.Length(60*rng.NormFloat64())}
		lines, centres = append(lines, a, b), append(centres, p)
		discs.Move(vg.Point{X: p.X + 3, Y: p.Y})
		discs.Arc(p, 3, 0, 2*math.Pi)
		discs.Close()
	}
	lines = append(lines, vg.Point{X: vg.Length(math.NaN())}, vg.Point{}) // is left out
	compare := func(what string, most float64, draw func(many bool) []uint8) {
		a, b := draw(true), draw(false)
		sum, ink, other := 0.0, 0.0, 0.0
		for i := 0; i < len(a); i += 4 {
			d := float64(a[i]) - float64(b[i])
			sum, ink, other = sum+d*d, ink+255-float64(a[i]), other+255-float64(b[i])
		}
		if r := math.Sqrt(sum / float64(len(a)/4)); r > most || !(math.Abs(ink/other-1) <= 0.02) || other == 0 {
			t.Errorf("%s: pixels differ by %.1f of 255, %.3f times the ink", what, r, ink/other)
		}
	}
	for _, width := range []vg.Length{0.6, 0.9, 1.6} {
		compare("lines", 12, func(many bool) []uint8 {
			img, c := paper(400, 300)
			c.SetColor(color.Black)
			c.SetLineWidth(width)
			if many {
				c.Lines(lines)
			} else {
				for i := 0; i < 520; i += 40 { // as polygons
					c.Lines(lines[i : i+40])
				}
			}
			return img.Pix
		})
	}
	compare("discs", 12, func(many bool) []uint8 {
		img, c := paper(400, 300)
		c.SetColor(color.Black)
		if many {
			c.Discs(centres, 3)
		} else {
			c.Fill(discs)
		}
		return img.Pix
	})
}

// Thousands of lines are the same to the last bit on one processor or several.
func TestLinesOnProcessors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var lines []vg.Point
	for range 4001 {
		lines = append(lines, vg.Point{X: vg.Length(420*rng.Float64() - 10), Y: vg.Length(320*rng.Float64() - 10)})
		lines = append(lines, vg.Point{X: vg.Length(420*rng.Float64() - 10), Y: vg.Length(320*rng.Float64() - 10)})
	}
	var first []uint8
	for _, n := range []int{1, 2, 3, 4} {
		before := runtime.GOMAXPROCS(n)
		img, c := paper(401, 303)
		c.SetColor(color.NRGBA{R: 40, G: 90, B: 160, A: 90})
		c.SetLineWidth(0.7)
		c.Lines(lines)
		runtime.GOMAXPROCS(before)
		if first == nil {
			first = img.Pix
		} else if !bytes.Equal(first, img.Pix) {
			t.Errorf("another picture on %d processors", n)
		}
	}
}
