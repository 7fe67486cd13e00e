package pydt

import (
	"math"
	"math/rand/v2"
	"testing"
)

// masses sum to one, and the density integrates to one in D = 1.
func TestPredictiveIsADensity(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s, _ := randomState(rng, 6, 1, 0.2*float64(seed%2), 0.2)
		p := newPredictor(s)
		var mass logSum
		for _, c := range p.components {
			mass.add(c.logMass)
		}
		close(t, "mass", mass.value(), 0, 1e-12)
		sum, step := 0.0, 0.01
		for y := -15.0; y < 15; y += step {
			sum += step * math.Exp(p.logDensity([]float64{y}, nil))
		}
		close(t, "integral", sum, 1, 1e-6)
	}
}

// The mixture is p(y, y*|positions)/p(y) summed over positions. The test compares it with the evidence
// of trees that have the new point attached at each of these positions.
func TestPredictiveIsARatioOfEvidences(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 8))
		missing, noise := 0.3*float64(seed%2), 0.2*float64(seed/2%2)
		full, p := randomState(rng, 8, 3, missing, noise)
		r := int32(rng.IntN(8))
		full.detach(r)
		s := full
		base := s.logEvidence()
		y := append([]float64(nil), s.meanOf(r)...)
		observed := make([]bool, 3)
		for _, cl := range s.classes {
			for j := cl.low; j < cl.high; j++ {
				observed[j] = cl.observed == nil || cl.observed[r]
			}
		}
		pred := newPredictor(s)
		got := pred.logDensity(y, observed)
		var want logSum
		for _, c := range pred.components {
			join := !s.isLeaf(c.node) && c.rem == s.rem[c.node]
			at := position{node: c.node, join: join, rem: c.rem}
			u := s.link(r, at)
			s.climb(u)
			want.add(c.logMass + s.logEvidence() - base)
			above := s.parent[r]
			if !join {
				above = s.parent[above]
			}
			s.unlinkNew(r, at)
			s.climb(above)
		}
		close(t, "predictive", got, want.value(), 1e-9)
		_ = p
	}
}

// Branches that are far from a new point are left out of the sum, which stays the same.
func TestPredictionsLeaveOutWhatIsFar(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 9))
		s, _ := randomState(rng, 120, 12, 0.2*float64(seed%2), 0.02*float64(seed/2%2))
		near, all := newPredictor(s), newPredictor(s)
		for v := range all.reach {
			all.reach[v] = math.Inf(1)
		}
		weight, to, left := make([]float64, len(s.classes)), make([]float64, len(s.classes)), 0
		for k, cl := range s.classes {
			weight[k], to[k] = cl.weight, 1e6
		}
		for _, v := range s.order {
			if near.atMost(int(v), weight, to, to, near.across[int(v)*len(weight):][:len(weight)]) < -negligible {
				left++
			}
		}
		if left < len(s.order) {
			t.Errorf("seed %d: %d of %d branches are negligible for a point a thousand away", seed, left, len(s.order))
		}
		for range 20 {
			y := make([]float64, 12)
			size := math.Exp(3 * rng.NormFloat64())
			for j := range y {
				y[j] = size * rng.NormFloat64()
			}
			close(t, "density", near.logDensity(y, nil), all.logDensity(y, nil), 1e-13)
			observed := make([]bool, 12)
			for j := range observed {
				observed[j] = rng.IntN(2) == 0
			}
			close(t, "density of some columns", near.logDensity(y, observed), all.logDensity(y, observed), 1e-13)
		}
	}
}
