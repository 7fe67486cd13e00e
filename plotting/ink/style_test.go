package ink

import (
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/plotting"
)

func TestSwatches(t *testing.T) {
	seen := map[Swatch]bool{}
	for i := range Categories {
		w := CategorySwatch(i)
		if seen[w] || w.Hatched != (i >= PlainCategories) {
			t.Errorf("category %d: %v", i, w)
		}
		seen[w] = true
	}
	if CategorySwatch(Categories) != CategorySwatch(Categories+50) || seen[CategorySwatch(Categories)] {
		t.Error("what is beyond the categories should be one colour of its own")
	}
}

func TestColorMapEnds(t *testing.T) {
	for _, c := range []struct {
		m    *ColorMap
		t    float64
		want color.RGBA
	}{
		{Signed, 0, color.RGBA{0x1F, 0x4E, 0x8C, 255}},
		{Signed, 1, color.RGBA{0xC2, 0x4D, 0x0E, 255}},
		{Signed, math.NaN(), color.RGBA{0x1F, 0x4E, 0x8C, 255}},
		{Viridis, 0, color.RGBA{0x44, 0x01, 0x54, 255}},
		{Viridis, 1, color.RGBA{0xFD, 0xE7, 0x25, 255}},
		{Viridis, 128.0 / 255, color.RGBA{0x21, 0x91, 0x8C, 255}}, // published
		{Cividis, 0, color.RGBA{0x00, 0x22, 0x4E, 255}},
		{Cividis, 7, color.RGBA{0xFE, 0xE8, 0x38, 255}},
	} {
		got := c.m.At(c.t)
		for _, d := range []int{int(got.R) - int(c.want.R), int(got.G) - int(c.want.G), int(got.B) - int(c.want.B)} {
			if d > 2 || d < -2 {
				t.Errorf("%s at %v is %v, want %v", c.m.Name, c.t, got, c.want)
			}
		}
	}
	middle := Signed.At(0.5)
	if middle.R < 0xF4 || middle.G < 0xF4 || middle.B < 0xF2 {
		t.Errorf("the middle of the signed map is %v", middle)
	}
}

// Lightness rises along maps of magnitudes and along both arms of the signed one, by
// steps that are nearly even, so that none looks like an edge in the data.
func TestColorMapsAreEven(t *testing.T) {
	lightness := func(m *ColorMap, i int) float64 {
		c := m.Table[i]
		return ToOKLab(color.NRGBA{c.R, c.G, c.B, 255}).L
	}
	for _, m := range []*ColorMap{Viridis, Cividis, Signed} {
		last := 255
		if m == Signed {
			last = 127
		}
		mean := (lightness(m, last) - lightness(m, 0)) / float64(last)
		for i := 8; i <= last; i++ {
			if step := (lightness(m, i) - lightness(m, i-8)) / 8; step < 0 || step > 2.5*mean {
				t.Errorf("%s: lightness rises by %.5f a step before %d, on average by %.5f", m.Name, step, i, mean)
			}
		}
	}
	for i := range 128 { // the arms are mirror images to the eye
		if d := lightness(Signed, i) - lightness(Signed, 255-i); !(math.Abs(d) <= 0.16) {
			t.Errorf("signed: lightness differs by %.3f between %d and %d", d, i, 255-i)
		}
	}
}

func TestScales(t *testing.T) {
	missing := color.RGBA{1, 2, 3, 255}
	s := Scale{Map: Signed, Low: -1, High: 1, Missing: missing}
	if s.At(math.NaN()) != missing || s.At(-9) != Signed.At(0) || s.At(0) != Signed.At(0.5) {
		t.Error("missing, beyond and zero")
	}
	for _, v := range [][]float64{nil, {0, 0}, {math.NaN()}} {
		if l := SymmetricLimit(v); l != 1 {
			t.Errorf("%v: limit %v", v, l)
		}
	}
	if l := SymmetricLimit(append(make([]float64, 1000), -7)); l != 7 {
		t.Errorf("almost all zero: limit %v", l)
	}
}

func TestSymmetricLimitIsTheQuantile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for n := 1; n < 400; n += 7 {
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Round(20*r.NormFloat64()) + 1 // with ties
			if v[i] == 0 {
				v[i] = 0.5
			}
		}
		sorted := make([]float64, n)
		for i := range v {
			sorted[i] = math.Abs(v[i])
		}
		slices.Sort(sorted)
		want := sorted[int(math.Ceil(0.98*float64(n)))-1]
		if got := SymmetricLimit(v); got != want {
			t.Fatalf("n = %d: %v, want %v", n, got, want)
		}
	}
}

func TestSupportStroke(t *testing.T) {
	for support, want := range map[float64]float64{0: 1, 0.5: 1.8, 1: 2.6, 2: 2.6, -1: 1} {
		if got := float64(plotting.Light.SupportStroke(support)); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("support %v: %v, want %v", support, got, want)
		}
	}
	if got := plotting.Light.SupportStroke(math.NaN()); got != 1 {
		t.Errorf("no support: %v", got)
	}
}
