package depict

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting/depict/latent"

	"gonum.org/v1/gonum/mat"
)

// Two chains that explain the same table in ways of their own, half of the rows having a feature above a low mean or
// the others one below a high mean, leave nothing over: neither do their features and means together.
func TestReconstructionOfChainsThatDisagree(t *testing.T) {
	const n, d = 12, 4
	low, step := []float32{0.5, -1, 2, 0}, []float32{1, 2, -1, 0.5}
	high, down := make([]float32, d), make([]float32, d)
	have, lack := make([]float32, n), make([]float32, n)
	data := &inference.Dataset{Name: "halves", X: mat.NewDense(n, d, nil)}
	for j := range d {
		high[j], down[j] = low[j]+step[j], -step[j]
		data.Columns, data.Centre, data.Scale = append(data.Columns, string(rune('a'+j))),
			append(data.Centre, 0), append(data.Scale, 1)
		for i := range n {
			have[i], lack[i] = float32(i%2), float32(1-i%2)
			data.X.Set(i, j, float64(low[j]+have[i]*step[j]))
		}
	}
	for i := range n {
		data.Rows = append(data.Rows, string(rune('A'+i)))
	}
	found := &factor.Factors{State: &factor.State{Binary: true, Offset: []float64{0.5, -1, 2, 0}}}
	one := func(chain int, base, values, activities []float32) *factor.Sparse {
		return &factor.Sparse{Items: [][]int32{{0, 1, 2, 3}}, Values: [][]float32{values},
			Activities: [][]float32{activities}, Noise: make([]float32, d), Offset: base}
	}
	for i := range 10 {
		found.Draws = append(found.Draws, factor.Draw{Iteration: i, State: one(0, low, step, have)},
			factor.Draw{Chain: 1, Iteration: i, State: one(1, high, down, lack)})
	}
	// The model has no given number of features.
	last := found.Draws[19].State
	last.Items, last.Values, last.Activities = append(last.Items, []int32{0}), append(last.Values, []float32{1e-6}),
		append(last.Activities, have)
	snapshot := &inference.Snapshot{Parts: []inference.Part{found}}
	summary, err := factors.Summarise(context.Background(), data, snapshot, factors.Options{})
	if err != nil || summary.Count() != 2 {
		t.Fatalf("%d features, %v", summary.Count(), err)
	}
	m := (&latent.MatrixMaker{}).Reconstruction(latent.FactorSubject{Subject: &Subject{Data: data, Snapshot: snapshot},
		Summary: summary}, latent.ReconstructionState{AsInTable: true}, latent.Marks{})
	worst := 0.0
	for _, r := range m.Panels[1].Heat.X.RawMatrix().Data {
		worst = math.Max(worst, math.Abs(r))
	}
	if !(worst < 1e-5) {
		t.Errorf("%s, up to %v", m.Panels[1].Caption, worst)
	}
}
