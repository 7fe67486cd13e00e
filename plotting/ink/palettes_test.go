package ink

import (
	"image/color"
	"math"
	"testing"

	"example.org/espalier/plotting"
)

// The deficiencies of colour vision at full strength: matrices on linear RGB of Machado, Oliveira and
// Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), table 1.
var deficiencies = map[string][9]float64{
	"none":         {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

func seen(c color.RGBA, m [9]float64) OKLab {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	at := func(i int) uint8 { return companded(min(max(m[i]*r+m[i+1]*g+m[i+2]*b, 0), 1)) }
	return ToOKLab(color.NRGBA{at(0), at(3), at(6), 255})
}

// TestPalettesCanBeReadByAll checks that palettes of magnitudes only grow lighter or darker, and those
// of signs on either side of the middle, and that the two sides of these differ, whatever the vision.
func TestPalettesCanBeReadByAll(t *testing.T) {
	rising := func(m *ColorMap, vision [9]float64, from, to int) bool {
		up, down := true, true
		for i := from; i+8 <= to; i += 8 {
			a, b := seen(m.Table[i], vision).L, seen(m.Table[i+8], vision).L
			up, down = up && b > a, down && b < a
		}
		return up || down
	}
	for name, vision := range deficiencies {
		for _, p := range plotting.SequentialPalettes {
			if !rising(Palette(p), vision, 0, 255) {
				t.Errorf("%s with %s does not keep its order", p, name)
			}
		}
		for _, p := range plotting.DivergingPalettes {
			m := Palette(p)
			if !rising(m, vision, 0, 127) || !rising(m, vision, 128, 255) {
				t.Errorf("%s with %s does not keep its order on a side", p, name)
			}
			for _, share := range []float64{0, 0.1, 0.25} {
				a, b := seen(m.At(share), vision), seen(m.At(1-share), vision)
				if d := math.Sqrt(sq(a.L-b.L) + sq(a.A-b.A) + sq(a.B-b.B)); d < 0.07 {
					t.Errorf("%s with %s: the colours at %g and %g differ by %.3f only", p, name, share, 1-share, d)
				}
			}
		}
	}
	for _, p := range plotting.CategoryPalettes {
		if len(categoryPalettes[p]) < 7 {
			t.Errorf("%s is no palette of categories", p)
		}
	}
}

func sq(x float64) float64 { return x * x }

func TestReverse(t *testing.T) {
	if r := Viridis.Reverse(); r.Table[0] != Viridis.Table[255] || r.Reverse().Table != Viridis.Table {
		t.Error("a palette from its end is not that")
	}
}

// TestManyCategoriesDiffer: each of the first 24 colours can be told from every other.
func TestManyCategoriesDiffer(t *testing.T) {
	for i := range ManyCategories {
		for j := range i {
			a, b := ToOKLab(CategoryInk(i)), ToOKLab(CategoryInk(j))
			if d := math.Sqrt(sq(a.L-b.L) + sq(a.A-b.A) + sq(a.B-b.B)); d < 0.07 {
				t.Errorf("the colours %d and %d differ by %.3f only: %v and %v", j, i, d, CategoryInk(j), CategoryInk(i))
			}
		}
	}
}
