package raster_test

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Lines of many pieces, drawn by coverage, look like the same lines drawn as polygons.
func TestThinLinesAreLikePolygons(t *testing.T) {
	for _, width := range []vg.Length{0.8, 1, 1.5, 2, 2.5} {
		rng := rand.New(rand.NewPCG(1, 2))
		var parts []vg.Path
		var whole vg.Path
		for range 30 {
			var p vg.Path
			x, y := 0.0, 300*rng.Float64()
			p.Move(vg.Point{X: vg.Length(x), Y: vg.Length(y)})
			for range 100 {
				x += 4
				y += 5 * rng.NormFloat64()
				p.Line(vg.Point{X: vg.Length(x), Y: vg.Length(y)})
			}
			parts, whole = append(parts, p), append(whole, p...)
		}
		a, ca := paper(400, 300)
		ca.SetColor(color.Black)
		ca.SetLineWidth(width)
		ca.Stroke(whole)
		b, cb := paper(400, 300)
		cb.SetColor(color.Black)
		cb.SetLineWidth(width)
		for _, p := range parts {
			cb.Stroke(p)
		}
		sum, ink, other := 0.0, 0.0, 0.0
		for i := 0; i < len(a.Pix); i += 4 {
			d := float64(a.Pix[i]) - float64(b.Pix[i])
			sum += d * d
			ink += 255 - float64(a.Pix[i])
			other += 255 - float64(b.Pix[i])
		}
		if r := math.Sqrt(sum / float64(len(a.Pix)/4)); r > 15 {
			t.Errorf("width %v: pixels differ by %.1f of 255", width, r)
		}
		if ratio := ink / other; !(math.Abs(ratio-1) <= 0.05) {
			t.Errorf("width %v: %.3f times the ink of polygons", width, ratio)
		}
	}
}
