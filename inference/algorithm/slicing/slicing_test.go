package slicing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Draws have the distribution function of the density: of two peaks on an interval, and of a normal density on the
// line, with intervals far too narrow and far too wide. Each tenth draw is kept, since draws in a row are alike.
func TestDraws(t *testing.T) {
	normal := func(x float64) float64 { return -x * x / 2 }
	normalBelow := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	// x² on (−1, 2), whose integral from −1 is (x³+1)/3.
	square := func(x float64) float64 { return 2 * math.Log(math.Abs(x)) }
	squareBelow := func(x float64) float64 { return (x*x*x + 1) / 9 }
	for _, c := range []struct {
		name  string
		draw  func(rng *rand.Rand, x float64) float64
		below func(x float64) float64
	}{
		{"between", func(rng *rand.Rand, x float64) float64 {
			return Between(rng, -1, 2, x,
				square(x), square)
		}, squareBelow},
		{"narrow", func(rng *rand.Rand, x float64) float64 { return Out(rng, x, normal(x), 0.2, normal) }, normalBelow},
		{"wide", func(rng *rand.Rand, x float64) float64 { return Out(rng, x, normal(x), 50, normal) }, normalBelow},
	} {
		const n = 10_000
		rng := rand.New(rand.NewPCG(3, 41))
		kept, x := make([]float64, n), 1.0
		for i := range kept {
			for range 10 {
				x = c.draw(rng, x)
			}
			kept[i] = x
		}
		slices.Sort(kept)
		apart := 0.0
		for i, x := range kept {
			apart = max(apart, math.Abs(c.below(x)-(float64(i)+0.5)/n))
		}
		if !(apart <= 0.02) {
			t.Errorf("%s: the distribution functions are %.3f apart", c.name, apart)
		}
	}
}

// A density of 0 everywhere else, or of NaN, leaves x where it is.
func TestNowhereElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if x := Between(rng, 0, 1, 0.5, 0, func(float64) float64 { return math.NaN() }); x != 0.5 {
		t.Errorf("moved to %v", x)
	}
}
