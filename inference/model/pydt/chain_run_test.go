package pydt

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"

	"gonum.org/v1/gonum/mat"
)

func mcmcSettings(t testing.TB, m inference.Model, set map[string]string) inference.Settings {
	s := byDefault(m)
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
	x := priorData(23, 3, 1).X
	x.Set(3, 1, math.NaN())
	for i, moves := range moveSets {
		initial := []string{"em", "random", "prior"}[i%3]
		set := map[string]string{"method": "mcmc", "moves": moves, "initial": initial}
		inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 7, Set: set, Seed: uint64(i)},
			datasetOf(x))
	}
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Set: map[string]string{"method": "mcmc"}},
		datasetOf(priorData(2, 1, 1).X))
}

// Kept draws are evenly spaced and limited in number, the best draw is the first tree, and means are
// over the iterations after burn-in.
func TestKeptDraws(t *testing.T) {
	const sweeps = 2500
	s := mcmcSettings(t, DDT{}, map[string]string{"initial": "random"})
	st, err := DDT{}.New(priorData(5, 2, 1), s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var joint []float64
	for len(joint) <= sweeps {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			joint = append(joint, r.Scalars[0])
		}
	}
	snap := st.Snapshot()
	spacing := forest.DrawsOf(snap)[1].Iteration
	if len(forest.DrawsOf(snap)) > mostDraws || len(forest.DrawsOf(snap)) < mostDraws/2 ||
		len(forest.DrawsOf(snap)) != sweeps/spacing+1 {
		t.Errorf("%d draws kept of %d, every %d", len(forest.DrawsOf(snap)), sweeps, spacing)
	}
	best := math.Inf(-1)
	for _, x := range joint {
		best = math.Max(best, x)
	}
	if forest.TreesOf(snap)[0].Objective != best {
		t.Errorf("the first tree has %v, the best draw %v", forest.TreesOf(snap)[0].Objective, best)
	}
	for i, d := range forest.DrawsOf(snap) {
		if d.Iteration != i*spacing || d.Objective != joint[d.Iteration] {
			t.Fatalf("draw %d is of iteration %d, %v; want %d, %v", i, d.Iteration, d.Objective, i*spacing, joint[i*spacing])
		}
	}
	mean := 0.0
	for _, x := range joint[sweeps/4:] {
		mean += x / float64(sweeps+1-sweeps/4)
	}
	close(t, "mean log joint", snap.Scalars[0].Mean, mean, 1e-10)
}

// Predictions integrate to one, also where the draws are too large to be kept prepared.
func TestChainPredictions(t *testing.T) {
	c := runChain(t, Model{}, priorData(12, 1, 2), mcmcSettings(t, Model{}, nil), 1, 80)
	const points = 800
	x := mat.NewDense(points, 1, nil)
	for i := range points {
		x.Set(i, 0, -20+40*(float64(i)+0.5)/points)
	}
	y, err := c.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range y {
		sum += math.Exp(v) * 40 / points
	}
	close(t, "integral", sum, 1, 5e-3)
	for _, e := range c.predict {
		e.Predictors = nil
	}
	again, err := c.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "predictors made when needed", again, y)
}

// Equal rows need noise.
func TestEqualRowsNeedNoise(t *testing.T) {
	data := datasetOf(mat.NewDense(3, 1, []float64{1, 1, 2}))
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
