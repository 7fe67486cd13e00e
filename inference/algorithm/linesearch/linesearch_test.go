package linesearch

import (
	"math"
	"testing"
)

func TestSearch(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(float64) float64
		want float64
	}{
		"inside":          {func(x float64) float64 { return -(x - 0.3) * (x - 0.3) }, 0.3},
		"two maxima":      {func(x float64) float64 { return math.Cos(3*x) - 0.01*(x-4)*(x-4) }, 4.18837},
		"flat, then peak": {func(x float64) float64 { return math.Exp(-20 * (x + 6) * (x + 6)) }, -6},
		"at the end":      {func(x float64) float64 { return x }, 8},
		"minus infinity":  {func(x float64) float64 { return math.Log(math.Max(0, x-1)) - x }, 2},
	} {
		s := New(-8, 8, 65, 1e-5)
		asked := 0
		for ; !s.Done(); asked++ {
			s.Tell(c.f(s.Ask()))
		}
		got, value := s.Best()
		if !(math.Abs(got-c.want) <= 1e-4) || value != c.f(got) || asked > 100 {
			t.Errorf("%s: %v with value %v after %d questions, want %v", name, got, value, asked, c.want)
		}
	}
}
