package lineargaussian

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/sampledata"
)

// iterate takes steps until n iterations after the start are complete, and returns the trace
// of the features.
func iterate(t testing.TB, s inference.Stepper, n int) (features []float64) {
	t.Helper()
	for len(features) <= n {
		r, err := s.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			features = append(features, r.Scalars[1])
		}
	}
	return features
}

func shapesData(t testing.TB) *inference.Dataset {
	t.Helper()
	table, err := sampledata.Open("shapes")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(Model{}.Info().Preprocessing)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The five shapes of the sample are found, by most seeds in a few hundred sweeps: each truth
// has a feature that the same pictures own.
func TestFindsShapes(t *testing.T) {
	data := shapesData(t)
	good := 0
	for seed := range uint64(4) {
		s, err := Model{}.New(data, Model{}.Info().Defaults(), inference.Streams{Seed: seed + 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		trace := iterate(t, s, 300)
		f := factor.StateOf(s.Snapshot())
		worst := 1.0
		for _, a := range data.Annotations {
			best := 0.0
			for k := range f.IDs {
				same := 0.0
				for i, v := range a.Values {
					if (v == "yes") == (f.Inclusion.At(i, k) == 1) {
						same++
					}
				}
				best = max(best, same/100, 1-same/100)
			}
			worst = min(worst, best)
		}
		t.Logf("seed %d: %v features at the end, %v on the way; least agreement %.2f", seed+1, f.Count(), trace[50], worst)
		if worst >= 0.95 {
			good++
		}
	}
	if good < 3 {
		t.Errorf("%d of 4 seeds find all shapes", good)
	}
}

// Hidden cells are predicted better than by their columns, and nearly as well as the noise allows.
func TestPredictsHiddenCells(t *testing.T) {
	data := shapesData(t)
	hidden := *data
	x := *data.X
	copied := make([]float64, 3600)
	copy(copied, data.X.RawMatrix().Data)
	raw := data.X.RawMatrix()
	raw.Data = copied
	x.SetRawMatrix(raw)
	hidden.X = &x
	rng := rand.New(rand.NewPCG(1, 1))
	var cells []inference.Cell
	var value []float64
	for i := range 100 {
		for j := range 36 {
			if rng.Float64() < 0.1 {
				cells = append(cells, inference.Cell{Row: i, Column: j})
				value = append(value, data.X.At(i, j))
				x.Set(i, j, math.NaN())
			}
		}
	}
	s, err := Model{}.New(&hidden, Model{}.Info().Defaults(), inference.Streams{Seed: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.(inference.CellPredictor).LogCells(cells, value); err == nil {
		t.Error("cells are predicted before there is a draw")
	}
	iterate(t, s, 300)
	density, mean, err := s.(inference.CellPredictor).LogCells(cells, value)
	if err != nil {
		t.Fatal(err)
	}
	noise := 0.0
	for _, q := range s.Snapshot().Scalars {
		if q.Name == "noise" {
			noise = q.Mean
		}
	}
	squares, log := 0.0, 0.0
	for i, v := range value {
		squares += (v - mean[i]) * (v - mean[i]) / float64(len(value))
		log += density[i] / float64(len(value))
	}
	entropy := -0.5 * math.Log(2*math.Pi*math.E*noise)
	t.Logf("%d cells: squared error %.3f, noise %.3f, the columns' variance 1; log density %.3f, of the noise alone %.3f",
		len(cells), squares, noise, log, entropy)
	if squares > 1.35*noise || !(math.Abs(log-entropy) <= 0.25) {
		t.Errorf("squared error %v at a noise of %v, log density %v", squares, noise, log)
	}
}

func BenchmarkSweep(b *testing.B) {
	s, err := Model{}.New(shapesData(b), Model{}.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	if err != nil {
		b.Fatal(err)
	}
	iterate(b, s, 100)
	b.ResetTimer()
	iterate(b, s, b.N-1)
}
