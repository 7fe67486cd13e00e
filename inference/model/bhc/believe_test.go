package bhc

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/expecting"
	"example.org/espalier/inference/process/observation"
)

// What is expected of a cell is its probability under the same tree of a table without it.
func TestBelieve(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	const n, d = 12, 5
	cells := make([]float64, n*d)
	for k := range cells {
		if rng.Float64() < .2+.6*float64(k/d%2) {
			cells[k] = 1
		}
	}
	cells[7] = math.NaN()
	f := built(t, yesNo(n, d, cells...))
	columns, err := observation.Of(f.data)
	if err != nil {
		t.Fatal(err)
	}
	for k, y := range cells {
		at := inference.Cell{Row: k / d, Column: k % d}
		beliefs, err := f.Believe(t.Context(), []inference.Cell{at}, 1)
		if err != nil {
			t.Fatal(err)
		}
		column := columns[at.Column]
		got := expecting.Cell(at, column, 2, column.Factor(at.Row, y), y, beliefs[0])
		blank := append([]float64(nil), cells...)
		blank[k] = math.NaN()
		other, err := newFit(yesNo(n, d, blank...), Model{}.Info().Defaults(), inference.Streams{})
		if err != nil {
			t.Fatal(err)
		}
		other.now = &hierarchy{nodes: append([]node(nil), f.now.nodes...), base: f.now.base}
		for i := range other.now.nodes {
			v := &other.now.nodes[i]
			if v.left < 0 {
				v.cluster = other.t.row(i)
			} else {
				v.cluster = joined(other.now.nodes[v.left].cluster, other.now.nodes[v.right].cluster)
			}
		}
		other.now = other.now.score(f.now.hyper, 3)
		log, _, err := other.LogCells([]inference.Cell{at}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "yes", got.Probabilities[1], math.Exp(log[0]), 1e-4)
	}
}
