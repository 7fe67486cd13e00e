package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// TestScoreStructureAgainstQuadrature sums the scores of ((a,b),c) over a grid of its two
// times. Laplace's method must come close, in the units of the input and at any scale.
func TestScoreStructureAgainstQuadrature(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	const d = 60
	x := mat.NewDense(3, d, nil)
	for j := range d { // two near each other, one apart
		top, pair := 0.4*rng.NormFloat64(), 0.7*rng.NormFloat64()
		x.Set(0, j, top+pair+0.6*rng.NormFloat64())
		x.Set(1, j, top+pair+0.6*rng.NormFloat64())
		x.Set(2, j, top+0.9*rng.NormFloat64())
	}
	table := &inference.Table{Name: "three", Rows: []string{"a", "b", "c"}, X: x, Kind: inference.Continuous}
	for range d {
		table.Columns = append(table.Columns, string(rune('A'+len(table.Columns))))
	}
	data, err := table.Prepare(inference.Preprocessing{ScaleAll: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []inference.StructureScorer{Model{}, DDT{}} {
		s := independent(m)
		if err := s.Set("c", "1.5"); err != nil {
			t.Fatal(err)
		}
		const steps = 120
		greatest, scores := math.Inf(-1), []float64{}
		for i := range steps {
			for j := range steps {
				first := (float64(i) + 0.5) / steps
				second := first + (1-first)*(float64(j)+0.5)/steps
				three, err := tree.New(table.Rows, []int{3, 3, 4, 4, -1}, []float64{math.Inf(1), math.Inf(1), math.Inf(1),
					tree.LogTimeOf(second), tree.LogTimeOf(first)})
				if err != nil {
					t.Fatal(err)
				}
				score, _, err := m.ScoreTree(context.Background(), data, three, s, false)
				if err != nil {
					t.Fatal(err)
				}
				v := score.LogPosterior + math.Log((1-first)/(steps*steps))
				scores, greatest = append(scores, v), max(greatest, v)
			}
		}
		sum := 0.0
		for _, v := range scores {
			sum += math.Exp(v - greatest)
		}
		want := greatest + math.Log(sum)
		three, err := tree.New(table.Rows, []int{3, 3, 4, 4, -1}, []float64{math.Inf(1), math.Inf(1), math.Inf(1), 1, 0.5})
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.ScoreStructure(context.Background(), data, three, s)
		if err != nil || !(math.Abs(got-want) <= 0.2) { // the next terms are of the order of 1/d for each time
			t.Errorf("%s: %.3f by Laplace's method, %.3f by quadrature, %v", m.Info().Name, got, want, err)
		}
		t.Logf("%s: %.3f by Laplace's method, %.3f by quadrature", m.Info().Name, got, want)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := m.ScoreStructure(ctx, data, three, s); err == nil {
			t.Error("a cancelled context ends the work")
		}
	}
}
