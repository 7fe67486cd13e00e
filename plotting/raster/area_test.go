package raster

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

// clipped returns the area of a polygon within a pixel, cut side by side.
func clipped(p []point, x, y float64) float64 {
	side := func(p []point, inside func(point) float64) (out []point) {
		for i, a := range p {
			b := p[(i+1)%len(p)]
			u, v := inside(a), inside(b)
			if u >= 0 {
				out = append(out, a)
			}
			if (u < 0) != (v < 0) {
				s := u / (u - v)
				out = append(out, point{a.x + s*(b.x-a.x), a.y + s*(b.y-a.y)})
			}
		}
		return out
	}
	p = side(p, func(q point) float64 { return q.x - x })
	p = side(p, func(q point) float64 { return x + 1 - q.x })
	p = side(p, func(q point) float64 { return q.y - y })
	p = side(p, func(q point) float64 { return y + 1 - q.y })
	sum := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		sum += (a.x*b.y - a.y*b.x) / 2
	}
	return math.Abs(sum)
}

// Every pixel of random triangles, thin ones and such as touch the borders among them, has
// the coverage that cutting the triangle to the pixel gives; the second use of an area
// finds it empty.
func TestAreaIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var a area
	for k := range 300 {
		w, h := 1+r.IntN([]int{90, 400}[k%2]), 1+r.IntN(40)
		corner := func() point {
			p := point{r.Float64() * float64(w), r.Float64() * float64(h)}
			switch r.IntN(6) {
			case 0:
				p.x = float64(r.IntN(2) * w)
			case 1:
				p.y = float64(r.IntN(h + 1))
			case 2:
				p.x = math.Round(p.x)
			}
			return p
		}
		p := []point{corner(), corner(), corner()}
		if k%3 == 0 { // as thin as a hair
			p[2] = point{min(p[0].x+0.3, float64(w)), p[0].y}
		}
		a.reset(w, h)
		a.moveTo(float32(p[2].x), float32(p[2].y))
		for _, q := range p {
			a.lineTo(float32(q.x), float32(q.y))
		}
		got := make([]uint8, w*h)
		a.mask(got, w)
		for y := range h {
			for x := range w {
				want := 255 * clipped(p, float64(x), float64(y))
				if !(math.Abs(float64(got[y*w+x])-want) <= 1) {
					t.Fatalf("triangle %v in %d×%d: pixel (%d, %d) is %d, want %.1f", p, w, h, x, y, got[y*w+x], want)
				}
			}
		}
		for y := range h {
			if runs, _ := a.takeRow(y); len(runs) > 0 {
				t.Fatal("the area was not emptied")
			}
		}
	}
}

// Translucent inks are laid on with every channel rounded as div255 has it, the greatest
// values included.
func TestTranslucentIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		alpha := uint8(r.IntN(255))
		if r.IntN(4) == 0 {
			alpha = 254
		}
		value := func() uint8 { return uint8(255 * r.IntN(2)) }
		k := newInk(color.NRGBA{value(), uint8(r.IntN(256)), value(), alpha})
		below := []uint8{value(), uint8(r.IntN(256)), value(), 255}
		coverage := uint32(r.IntN(256))
		rest := 255 - div255(uint32(k.a)*coverage)
		var want [4]uint8
		for i, c := range [4]uint8{k.r, k.g, k.b, k.a} {
			want[i] = uint8(div255(uint32(c)*coverage + uint32(below[i])*rest))
		}
		twice := append(append([]uint8(nil), below...), below...)
		over(below, k, coverage)
		run(twice, 2, k, coverage)
		if [4]uint8(below) != want || [4]uint8(twice[4:]) != want || [4]uint8(twice[:4]) != want {
			t.Fatalf("%v at %d gives %v and %v, want %v", k, coverage, below, twice, want)
		}
	}
}
