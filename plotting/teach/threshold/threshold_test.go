package threshold

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The expectation is that of another integral, over the liability of one lineage given the other, of Sheppard's formula
// where the threshold is 0, and of draws of both liabilities.
func TestAlike(t *testing.T) {
	for _, s := range []float64{0, 0.2, 0.5, 0.9, 0.98} {
		if got, want := Alike(s, 0), 0.5+math.Asin(s)/math.Pi; !(math.Abs(got-want) <= 1e-6) {
			t.Errorf("at %v: %v, want %v", s, got, want)
		}
		for _, c := range []float64{-1.3, 0.7, 2} {
			both := 0.0
			const n = 40000
			for k := range n {
				x := c + (9-c)*(float64(k)+0.5)/n
				density := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
				both += density * 0.5 * math.Erfc((c-s*x)/math.Sqrt(2*(1-s*s))) * (9 - c) / n
			}
			yes := 0.5 * math.Erfc(c/math.Sqrt2)
			if got, want := Alike(s, c), both+1-2*yes+both; !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("at %v over %v: %v, want %v", s, c, got, want)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	same := 0
	const pairs = 40000
	for range pairs {
		x := rng.NormFloat64()
		y := 0.6*x + 0.8*rng.NormFloat64()
		if (x > 0.5) == (y > 0.5) {
			same++
		}
	}
	if got, want := Alike(0.6, 0.5), float64(same)/pairs; !(math.Abs(got-want) <= 0.012) {
		t.Errorf("%v, of draws %v", got, want)
	}
}
