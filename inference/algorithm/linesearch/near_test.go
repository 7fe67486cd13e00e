package linesearch

import (
	"math"
	"testing"
)

func TestNear(t *testing.T) {
	count := 0
	for _, c := range []struct {
		name  string
		f     func(x float64) float64
		best  float64
		start float64
		found bool
	}{
		{"parabola", func(x float64) float64 { return -1000 * math.Pow(math.Log(x/0.3), 2) }, 0.3, 0.31, true},
		{"gamma density", func(x float64) float64 { return 50*math.Log(x) - 100*x }, 0.5, 0.45, true},
		{"skewed", func(x float64) float64 { return -3e4 * (math.Log(1+0.2/x) + math.Log(0.2+x)) }, 0.2, 0.21, true},
		{"far away", func(x float64) float64 { return 50*math.Log(x) - 100*x }, 0.5, 0.001, false},
		{"a minimum", func(x float64) float64 { return math.Pow(math.Log(x/0.3), 2) }, 0, 0.3, false},
		{"at the end", func(x float64) float64 { return -x }, 0, 1.01e-3, false},
		{"flat", func(float64) float64 { return 7 }, 0, 0.3, false},
	} {
		worst := c.f(c.start)
		f := func(x float64) float64 {
			count++
			if !(x >= 1e-3 && x <= 10) {
				t.Fatalf("%s: it looks at %v", c.name, x)
			}
			return c.f(x)
		}
		count = 0
		at, value, found := Near(1e-3, 10, c.start, worst, 1e-4, f)
		if found != c.found || value != c.f(at) || value < worst {
			t.Errorf("%s: %v at %v, found %v", c.name, value, at, found)
		}
		if c.found && (c.f(c.best)-value > 1e-3 || count > 8) {
			t.Errorf("%s: %v at %v after %d evaluations; the largest is %v at %v", c.name, value, at, count,
				c.f(c.best), c.best)
		}
	}
}
