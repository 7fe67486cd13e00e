package loadings

import (
	"math/rand/v2"
	"testing"
)

// A chain starts with the mean precision of rows without factors: (n + 2a)/(Σy² + 2b) with Ga(a, b), for each item or
// for all.
func TestBeginWithoutFactors(t *testing.T) {
	o := Thesis(1)
	o.empty, o.noise = true, gamma{3, 0.5}
	s := empty(o, 2, 3, make([]bool, 6))
	copy(s.obs.square, []float64{5, 9})
	s.begin(rand.New(rand.NewPCG(1, 1)))
	if s.tau[0] != 1.5 || s.tau[1] != 0.9 {
		t.Errorf("precisions %v, want 9/6 and 9/10", s.tau)
	}
	o.sharedNoise = true
	s = empty(o, 2, 3, make([]bool, 6))
	copy(s.obs.square, []float64{5, 9})
	s.begin(rand.New(rand.NewPCG(1, 1)))
	if s.tau[0] != 0.8 || s.tau[1] != 0.8 {
		t.Errorf("precisions %v, want 12/15", s.tau)
	}
}
