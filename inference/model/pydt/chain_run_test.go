package pydt

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"

	"gonum.org/v1/gonum/mat"
)

func mcmcSettings(t testing.TB, m inference.Model, set map[string]string) inference.Settings {
	s := independent(m)
	if err := s.Set("method", "mcmc"); err != nil {
		t.Fatal(err)
	}
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// A chain keeps the contracts of a Stepper with every set of moves and every start: same
// bits with pauses and after saving, also in the middle of a sweep.
func TestChainConformance(t *testing.T) {
	x := pydttest.PriorData(23, 3, 1).X
	x.Set(3, 1, math.NaN())
	for i, moves := range sampler.MoveSets {
		initial := []string{"em", "random", "prior"}[i%3]
		set := map[string]string{"method": "mcmc", "moves": moves, "initial": initial}
		inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 7, Set: set, Seed: uint64(i)},
			pydttest.DatasetOf(x))
	}
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Set: map[string]string{"method": "mcmc"}},
		pydttest.DatasetOf(pydttest.PriorData(2, 1, 1).X))
}

// Equal rows need noise.
func TestEqualRowsNeedNoise(t *testing.T) {
	data := pydttest.DatasetOf(mat.NewDense(3, 1, []float64{1, 1, 2}))
	s := mcmcSettings(t, DDT{}, nil)
	if _, err := (DDT{}).Check(data, s); err != nil {
		t.Error(err)
	}
	if err := s.Fix("noise", true); err != nil {
		t.Fatal(err)
	}
	if _, err := (DDT{}).Check(data, s); err == nil {
		t.Error("equal rows without noise are taken")
	}
}
