package bhc

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/mat"
)

// heaps are n rows in six clusters.
func heaps(n int, rng *rand.Rand) (*inference.Dataset, []int) {
	x, z := mat.NewDense(n, 3, nil), make([]int, n)
	for i := range n {
		z[i] = i % 6
		for j := range 3 {
			x.Set(i, j, 4*math.Sin(float64(1+z[i]*(j+2)))+0.3*rng.NormFloat64())
		}
	}
	return inferencetest.DatasetOf(x), z
}

// A tree built from the top has each row once, finds clusters that lie apart, and its density is nearly that of the
// tree built from the rows; threads, saving and interruptions make no difference.
func TestFromTheTop(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	few, _ := heaps(3*mostWhole, rng)
	s := Model{}.Info().Defaults()
	if err := s.Set("search", fromTop); err != nil {
		t.Fatal(err)
	}
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 2,
		Set: map[string]string{"search": fromTop}}, few)
	data, z := heaps(600, rng)
	var density [2]float64
	for k, how := range []string{fromRows, fromTop} {
		if err := s.Set("search", how); err != nil {
			t.Fatal(err)
		}
		f, err := newFit(data, s, inference.Streams{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for f.iteration < 0 {
			if _, err := f.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		snap := f.Snapshot()
		if err := forest.Best(snap).Check(); err != nil {
			t.Error(err)
		}
		if rand := scores.AdjustedRand(partition.LabelsOf(snap), z); !(rand > 0.95) {
			t.Errorf("%s: adjusted Rand index %v", how, rand)
		}
		density[k] = f.values[0]
	}
	if !(density[1] > density[0]-20) {
		t.Errorf("log density %.1f from the rows, %.1f from the top", density[0], density[1])
	}
}
