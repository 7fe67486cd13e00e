package treemixture

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal"

	"gonum.org/v1/gonum/mat"
)

// A row with a missing cell is the complete row summed or integrated over that cell, whose density
// TestAgainstEnumeration checks: by the average, also with drawn trees, and by a mixture.
func TestMissingCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	for _, discrete := range []bool{true, false} {
		x, _ := two(60, discrete, rng)
		data := inferencetest.DatasetOf(x)
		if discrete {
			data.Kind = inference.Binary
		}
		for _, set := range []map[string]string{{"method": "average"}, {"method": "mixture", "components": "2"}} {
			s, _ := done(t, data, set)
			f := s.(inference.Predictor)
			density := func(rows *mat.Dense) []float64 {
				logs, err := f.LogDensity(context.Background(), rows)
				if err != nil {
					t.Fatal(err)
				}
				return logs
			}
			nan := math.NaN()
			for column := range 6 {
				row := []float64{1, 1, 0, 1, 1, 0}
				row[column] = nan
				if discrete && column < 4 {
					row[column+1] = nan
				}
				var cells, weights []float64
				add := func(r []float64, w float64) { cells, weights = append(cells, r...), append(weights, w) }
				if discrete {
					for set := range 64 {
						full, same := make([]float64, 6), true
						for j := range full {
							full[j] = float64(set >> j & 1)
							same = same && (math.IsNaN(row[j]) || full[j] == row[j])
						}
						if same {
							add(full, 1)
						}
					}
				} else {
					for v := -5.0; v < 5; v += 0.04 {
						full := append([]float64(nil), row...)
						full[column] = v
						add(full, 0.04)
					}
				}
				want := 0.0
				for i, log := range density(mat.NewDense(len(weights), 6, cells)) {
					want += weights[i] * math.Exp(log)
				}
				got := density(mat.NewDense(1, 6, row))[0]
				a, average := f.(*averaged)
				near := 1e-6
				if average && !discrete {
					near = 0.1 // five standard errors
				}
				inferencetest.Near(t, "row", got, math.Log(want), near)
				if average && discrete {
					drawn, e, err := a.networks().LogMean(marginal.NewPartial(a.scorer, row))
					if err != nil {
						t.Fatal(err)
					}
					inferencetest.Near(t, "row by draws", drawn, math.Log(want), 5*e)
				}
			}
			if got := density(mat.NewDense(1, 6, []float64{nan, nan, nan, nan, nan, nan}))[0]; !(math.Abs(got) <= 1e-9) {
				t.Errorf("with no cell seen the log density is %v", got)
			}
		}
	}
}
