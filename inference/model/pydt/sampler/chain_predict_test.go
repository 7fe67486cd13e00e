package sampler

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// Kept draws are evenly spaced and limited in number, the best draw is the first tree, and means are
// over the iterations after burn-in.
func TestKeptDraws(t *testing.T) {
	const sweeps = 2500
	st, err := NewChain(pydttest.PriorData(5, 2, 1), askedOf(correlated.Independent), inference.Streams{Seed: 1})
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
	if len(forest.DrawsOf(snap)) > kept.Most || len(forest.DrawsOf(snap)) < kept.Most/2 ||
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
	pydttest.Close(t, "mean log joint", snap.Scalars[0].Mean, mean, 1e-10)
}

// Predictions integrate to one, also where the draws are too large to be kept prepared.
func TestChainPredictions(t *testing.T) {
	plan := askedOf(correlated.Independent)
	plan.Model, plan.Given = "pydt", usualOf("pydt")
	c, err := NewChain(pydttest.PriorData(12, 1, 2), plan, inference.Streams{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for c.Iteration < 80 {
		if _, err := c.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
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
	pydttest.Close(t, "integral", sum, 1, 5e-3)
	c.predict = c.predict[:1]
	again, err := c.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	pydttest.Compare(t, "predictors made when needed", again, y)
}
