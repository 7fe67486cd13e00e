package predict_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/timetree"
)

// masses sum to one, and the density integrates to one in D = 1.
func TestPredictiveIsADensity(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s, _ := pydttest.RandomState(rng, 6, 1, 0.2*float64(seed%2), 0.2)
		p := predict.NewPredictor(s)
		var mass special.LogSum
		for _, c := range p.Components {
			mass.Add(c.LogMass)
		}
		pydttest.Close(t, "mass", mass.Value(), 0, 1e-12)
		sum, step := 0.0, 0.01
		for y := -15.0; y < 15; y += step {
			sum += step * math.Exp(p.LogDensity([]float64{y}, nil))
		}
		pydttest.Close(t, "integral", sum, 1, 1e-6)
	}
}

// The mixture is p(y, y*|positions)/p(y) summed over positions. The test compares it with the evidence
// of trees that have the new point attached at each of these positions.
func TestPredictiveIsARatioOfEvidences(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 8))
		missing, noise := 0.3*float64(seed%2), 0.2*float64(seed/2%2)
		full, p := pydttest.RandomState(rng, 8, 3, missing, noise)
		r := int32(rng.IntN(8))
		full.Detach(r)
		s := full
		base := s.LogEvidence()
		y := append([]float64(nil), s.MeanOf(r)...)
		observed := make([]bool, 3)
		for _, cl := range s.Classes {
			for j := cl.Low; j < cl.High; j++ {
				observed[j] = cl.Observed == nil || cl.Observed[r]
			}
		}
		pred := predict.NewPredictor(s)
		got := pred.LogDensity(y, observed)
		var want special.LogSum
		for _, c := range pred.Components {
			join := !s.IsLeaf(c.Node) && c.Rem == s.Rem[c.Node]
			at := timetree.Position{Node: c.Node, Join: join, Rem: c.Rem}
			u := s.Link(r, at)
			s.Climb(u)
			want.Add(c.LogMass + s.LogEvidence() - base)
			above := s.Parent[r]
			if !join {
				above = s.Parent[above]
			}
			s.UnlinkNew(r, at)
			s.Climb(above)
		}
		pydttest.Close(t, "predictive", got, want.Value(), 1e-9)
		_ = p
	}
}

// Branches that are far from a new point are left out of the sum, which stays the same.
func TestPredictionsLeaveOutWhatIsFar(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 9))
		s, _ := pydttest.RandomState(rng, 120, 12, 0.2*float64(seed%2), 0.02*float64(seed/2%2))
		near, all := predict.NewPredictor(s), predict.NewPredictor(s)
		for v := range all.Reach {
			all.Reach[v] = math.Inf(1)
		}
		weight, to, left := make([]float64, len(s.Classes)), make([]float64, len(s.Classes)), 0
		for k, cl := range s.Classes {
			weight[k], to[k] = cl.Weight, 1e6
		}
		for _, v := range s.Order {
			if near.AtMost(int(v), weight, to, to, near.Across[int(v)*len(weight):][:len(weight)]) < -predict.Negligible {
				left++
			}
		}
		if left < len(s.Order) {
			t.Errorf("seed %d: %d of %d branches are negligible for a point a thousand away", seed, left, len(s.Order))
		}
		for range 20 {
			y := make([]float64, 12)
			size := math.Exp(3 * rng.NormFloat64())
			for j := range y {
				y[j] = size * rng.NormFloat64()
			}
			pydttest.Close(t, "density", near.LogDensity(y, nil), all.LogDensity(y, nil), 1e-13)
			observed := make([]bool, 12)
			for j := range observed {
				observed[j] = rng.IntN(2) == 0
			}
			pydttest.Close(t, "density of some columns", near.LogDensity(y, observed), all.LogDensity(y, observed), 1e-13)
		}
	}
}
