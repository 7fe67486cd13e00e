package pydt

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// started runs a model until it has done this many iterations.
func started(t *testing.T, data *inference.Dataset, iterations int, settings ...string) inference.Stepper {
	t.Helper()
	f, err := DDT{}.New(data, togetherSettings(t, settings...), inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for done := 0; done < iterations; {
		r, err := f.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	return f
}

// New rows with values in columns that were constant in the fitted rows are predicted about as well as
// with independent columns. They were 1,700 nats worse when the prior of Σ included constant columns.
func TestConstantColumns(t *testing.T) {
	const lit = 4
	learnt, held := pydttest.ConstantTable(60, 12, lit)
	data := pydttest.DatasetOf(learnt)
	density := func(settings ...string) []float64 {
		iterations := 1
		if settings[1] == "mcmc" {
			iterations = 40
		}
		f := started(t, data, iterations, settings...)
		v, err := f.(inference.Predictor).LogDensity(t.Context(), held)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	alone := map[string][]float64{"em": density("method", "em"), "mcmc": density("method", "mcmc")}
	for _, c := range [][2]string{{"em", correlated.AnyCovariance}, {"em", correlated.ByFactors},
		{"em", correlated.Undecided}, {"mcmc", correlated.AnyCovariance}, {"mcmc", correlated.ByFactors},
		{"mcmc", correlated.Undecided}} {
		gain := 0.0
		for i, v := range density("method", c[0], "columns", c[1]) {
			gain += (v - alone[c[0]][i]) / float64(len(alone[c[0]]))
			if !(v > alone[c[0]][i]-10) {
				t.Errorf("%s, columns %s: row %d has %.1f nats, %.1f with independent columns", c[0], c[1], i, v, alone[c[0]][i])
			}
		}
		if gain < -1 {
			t.Errorf("%s, columns %s: %.2f nats a row worse than independent", c[0], c[1], -gain)
		}
	}
}

// Columns treated apart are published, have predictive densities that integrate to one, and are part
// of saved states and of the prediction of missing cells.
func TestConstantColumnsTakePart(t *testing.T) {
	learnt, held := pydttest.ConstantTable(40, 6, 2)
	learnt.Set(5, 0, math.NaN())
	learnt.Set(7, 1, math.NaN())
	data := pydttest.DatasetOf(learnt)
	for _, c := range [][2]string{{"em", correlated.AnyCovariance}, {"mcmc", correlated.AnyCovariance},
		{"mcmc", correlated.ByFactors}} {
		set := []string{"method", c[0], "columns", c[1]}
		f := started(t, data, 3, set...)
		if drawn := factor.Of(f.Snapshot()); c[1] == correlated.ByFactors {
			if err := drawn.Check(data); err != nil {
				t.Error(err)
			}
			if v := drawn.State.Noise; len(v) != 5 || v[0] != 0 || v[3] != 0 || !(v[1] > 0 && v[2] > 0 && v[4] > 0) {
				t.Errorf("the variances beside the factors are %v", v)
			}
			if l := drawn.State.Loadings; l != nil && (mat.Norm(l.RowView(0), 1) != 0 || mat.Norm(l.RowView(3), 1) != 0) {
				t.Error("a constant column has loadings")
			}
		}
		p := f.(inference.Predictor)
		want, err := p.LogDensity(t.Context(), held)
		if err != nil {
			t.Fatal(err)
		}
		found := kind.Of(f.Snapshot())
		if err := found.Check(data); err != nil {
			t.Fatal(err)
		}
		mean := (found.Dense.At(1, 1) + found.Dense.At(2, 2) + found.Dense.At(4, 4)) / 3
		for _, j := range []int{0, 3} {
			pydttest.Close(t, "variance of a constant column", found.Dense.At(j, j), mean, 1e-12)
			pydttest.Close(t, "its covariance", found.Dense.At(j, 1), 0, 0)
		}
		// The integral over y = sinh z, since places near rows are narrow.
		row := math.NaN()
		const step, reach = 0.02, 6.0
		var cells, weights []float64
		for z := -reach; z < reach; z += step {
			cells, weights = append(cells, math.Sinh(z), 0.3, row, row, row), append(weights, step*math.Cosh(z))
		}
		at, err := p.LogDensity(t.Context(), mat.NewDense(len(weights), 5, cells))
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, v := range at {
			sum += weights[i] * math.Exp(v)
		}
		one, err := p.LogDensity(t.Context(), mat.NewDense(1, 5, []float64{row, 0.3, row, row, row}))
		if err != nil {
			t.Fatal(err)
		}
		pydttest.Close(t, "integral over a constant column", sum, math.Exp(one[0]), 2e-3)
		alone, err := p.LogDensity(t.Context(), mat.NewDense(1, 5, []float64{0, row, row, row, row}))
		if err != nil || !(alone[0] < 0) || math.IsInf(alone[0], 0) {
			t.Errorf("a constant column by itself: %v, %v", alone, err)
		}
		density, centre, err := f.(inference.CellPredictor).LogCells([]inference.Cell{{Row: 5, Column: 0},
			{Row: 7, Column: 1}}, []float64{0, 0.5})
		if err != nil || !vector.Finite(density) || centre[0] != 0 || centre[1] == 0 {
			t.Errorf("missing cells: %v, %v, %v", density, centre, err)
		}
		state, err := f.(inference.Saver).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		g, err := DDT{}.New(data, togetherSettings(t, set...), inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.(inference.Saver).UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		again, err := g.(inference.Predictor).LogDensity(t.Context(), held)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			pydttest.Close(t, "log density after a restart", again[i], want[i], 0)
		}
	}
}
