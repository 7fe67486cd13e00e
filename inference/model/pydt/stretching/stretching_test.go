package stretching

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A stretch is a density: it integrates to 1, has the given logarithms at its knots up to a constant, runs straight
// between them, and draws follow it.
func TestStretchIsADensity(t *testing.T) {
	for name, c := range map[string]struct {
		ell, f []float64
		tail   float64
	}{
		"rises and falls": {[]float64{0.5, 1, 1.7, 3}, []float64{-2, 1.5, 0.3, -4}, 0},
		"with a tail":     {[]float64{0.2, 0.9, 2.4}, []float64{700, 701.2, 699}, 1.7},
		"level":           {[]float64{1, 2, 2.5}, []float64{-3, -3.0004, -3.0001}, 0.5},
		"one cell":        {[]float64{0, 4}, []float64{1, -1}, 0},
		"impossible":      {[]float64{0, 1, 2}, []float64{math.Inf(-1), 0, math.NaN()}, 0},
	} {
		var s Stretch
		s.Begin(c.ell[0], c.f[0])
		s.Tail = c.tail
		for k := 1; k < len(c.ell); k++ {
			s.Add(c.ell[k], c.f[k])
			s.Add(c.ell[k], 1e9) // a knot that lies no further is left out
		}
		s.Finish()
		if s.count != len(c.ell) {
			t.Fatalf("%s: %d knots, want %d", name, s.count, len(c.ell))
		}
		end := c.ell[len(c.ell)-1]
		if c.tail > 0 {
			end += 25 / c.tail
		}
		const cells = 60_000
		h, sum, cumulative := (end-c.ell[0])/cells, 0.0, make([]float64, cells)
		for i := range cells {
			x := c.ell[0] + (float64(i)+0.5)*h
			log := s.LogDensity(x)
			sum += h * math.Exp(log)
			cumulative[i] = sum
			if name == "impossible" {
				continue
			}
			want, k := 0.0, 1 // on the lines, or beyond them
			for k < len(c.ell)-1 && x > c.ell[k] {
				k++
			}
			want = c.f[k-1] + (x-c.ell[k-1])/(c.ell[k]-c.ell[k-1])*(c.f[k]-c.f[k-1])
			if last := len(c.ell) - 1; x > c.ell[last] {
				want = c.f[last] - c.tail*(x-c.ell[last])
			}
			if constant := s.Top + math.Log(s.Total); !(math.Abs(log+constant-want) <= 1e-3) {
				t.Fatalf("%s: at %v the log density is %v, want %v", name, x, log+constant, want)
			}
		}
		if !(math.Abs(sum-1) <= 1e-3) {
			t.Errorf("%s: the density integrates to %v", name, sum)
		}
		rng := rand.New(rand.NewPCG(5, 5))
		const n = 20_000
		got := make([]float64, n)
		for i := range got {
			got[i] = s.Draw(rng)
		}
		slices.Sort(got)
		worst := 0.0
		for i, x := range got {
			at := min(max(int((x-c.ell[0])/h), 0), cells-1)
			worst = max(worst, math.Abs(cumulative[at]-(float64(i)+0.5)/n))
		}
		if worst > 1.95/math.Sqrt(n)+1e-3 { // Kolmogorov and Smirnov at 0.1 %
			t.Errorf("%s: draws are %v from their distribution", name, worst)
		}
		for _, x := range []float64{c.ell[0] - 0.1, c.ell[len(c.ell)-1] + 0.1} {
			if log := s.LogDensity(x); (c.tail == 0 || x < c.ell[0]) && !math.IsInf(log, -1) {
				t.Errorf("%s: at %v, outside, the log density is %v", name, x, log)
			}
		}
	}
}

// Three knots are weighed as any number is, to the bit.
func TestWeighingThreeKnots(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	value := func() float64 {
		switch rng.IntN(12) {
		case 0:
			return math.Inf(-1)
		case 1:
			return math.NaN()
		case 2:
			return 0.4
		}
		return 300 * rng.NormFloat64() * rng.Float64() * rng.Float64()
	}
	for range 5000 {
		a := rng.ExpFloat64()
		b := a + rng.ExpFloat64()
		c := b + rng.ExpFloat64()
		x, y, z, tail := value(), value(), value(), 3*max(rng.NormFloat64(), 0)
		s := Stretch{Tail: tail}
		s.Begin(a, x)
		s.Add(b, y)
		s.Add(c, z)
		s.Finish()
		top, total := Weigh(a, x, b, y, c, z, tail)
		if math.Float64bits(top) != math.Float64bits(s.Top) ||
			math.Float64bits(total) != math.Float64bits(s.Total) && total == total {
			t.Fatalf("values %v, %v and %v at %v, %v and %v, tail %v: top %v and total %v, not %v and %v", x, y, z, a, b, c,
				tail, top, total, s.Top, s.Total)
		}
	}
}
