package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// factored is a table of 12 columns in two groups of six, each with a factor of its own along
// one tree, and the noise of the columns beside them.
func factored(n int, seed uint64) *inference.Dataset {
	rng := rand.New(rand.NewPCG(seed, 46))
	t := pitmanyor.NewPrior(0, 0, n).Sample(1, pydttest.RowNames(n), rng)
	f, x := covary.SampleLocations(t, 2, 1, 0.05, rng), covary.SampleLocations(t, 12, 0.2, 0.05, rng)
	for i := range n {
		for j := range 12 {
			x.Set(i, j, x.At(i, j)+f.At(i, j/6))
		}
	}
	return pydttest.DatasetOf(x)
}

// A saved chain by factors continues to the same bits, with and without missing cells, and publishes
// parts that pass their checks.
func TestFactorChainConforms(t *testing.T) {
	data := factored(16, 1)
	holes := *data
	holes.X = mat.DenseCopyOf(data.X)
	holes.X.Set(3, 2, math.NaN())
	holes.X.Set(3, 8, math.NaN())
	holes.X.Set(11, 0, math.NaN())
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 6,
		Set: map[string]string{"method": "mcmc", "columns": correlated.ByFactors, "initial": "random"}}, data, &holes)
}

// A chain finds the two groups of columns. Its factors, tree and Σ come from the same draw, and new rows
// are predicted better than by independent columns.
func TestFactorChain(t *testing.T) {
	if testing.Short() {
		t.Skip("a chain of some hundred sweeps")
	}
	data := factored(90, 2)
	learn, hidden := pydttest.EveryKth(90, 6)
	run := func(columns string) (*sampler.Chain, float64) {
		c, err := askedChain("ddt", data.SelectRows(learn), togetherSettings(t, "columns", columns, "method", "mcmc"),
			inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for c.Iteration < 300 {
			if _, err := c.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		return c, meanLogDensity(t, c, data.SelectRows(hidden).X)
	}
	_, alone := run(correlated.Independent)
	c, value := run(correlated.ByFactors)
	t.Logf("rows are predicted by %.2f, independent columns by %.2f", value, alone)
	if value < alone+1 {
		t.Errorf("rows are predicted by %.2f, independent columns by %.2f", value, alone)
	}
	snap := c.Snapshot()
	found, sigma := factor.Of(snap), kind.Of(snap)
	for _, p := range snap.Parts {
		if err := p.Check(c.Data); err != nil {
			t.Error(err)
		}
	}
	within, across := sigma.CorrelationAt(0, 1), sigma.CorrelationAt(0, 7)
	if within < 0.6 || !(math.Abs(across) <= 0.3) || sigma.Deviation.At(0, 7) <= 0 {
		t.Errorf("correlations %.2f and %.2f", within, across)
	}
	if k := found.State.Count(); k < 2 || k > 6 || k != sigma.Factors {
		t.Errorf("%d factors", k)
	}
	// The factors explain the rows: activities and changes are those of the tree that is shown.
	best := forest.Best(snap)
	if rows, _ := sigma.Changes.Dims(); rows != best.Nodes() {
		t.Errorf("changes along %d branches of %d", rows, best.Nodes())
	}
	var fit mat.Dense
	fit.Mul(found.State.Activities, found.State.Loadings.T())
	left, all := 0.0, 0.0
	for i := range 75 {
		for j := range 12 {
			x := c.Data.X.At(i, j)
			left += (x - fit.At(i, j)) * (x - fit.At(i, j))
			all += x * x
		}
	}
	if left > 0.4*all {
		t.Errorf("the factors leave %.2f of the squares", left/all)
	}
	if len(found.Draws) != len(forest.DrawsOf(snap)) {
		t.Errorf("%d draws of factors, %d of trees", len(found.Draws), len(forest.DrawsOf(snap)))
	}
}

// A chain with sparse factors reports how many there are; where auto chooses factors, the
// trace has what it has for the other forms, and the moments tell of the factors.
func TestChainReportsTheNumberOfFactors(t *testing.T) {
	data := pydttest.CorrelatedRows(40, 8, 3)
	for _, c := range []struct {
		name  string
		pairs []string
		trace bool
	}{
		{"factors", []string{"columns", correlated.ByFactors, "method", "mcmc"}, true},
		{"covariance", []string{"columns", correlated.AnyCovariance, "method", "mcmc"}, false},
	} {
		s := togetherSettings(t, c.pairs...)
		info := Model{}.InfoFor(s)
		at := slices.Index(info.Scalars, "features")
		if (at >= 0) != c.trace {
			t.Fatalf("%s: %v are reported", c.name, info.Scalars)
		}
		st, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for sweeps := 0; sweeps < 12; {
			r, err := st.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars == nil {
				continue
			}
			sweeps++
			if len(r.Scalars) != len(info.Scalars) {
				t.Fatalf("%s: %d scalars for %v", c.name, len(r.Scalars), info.Scalars)
			}
			draws := factor.DrawsOf(st.Snapshot())
			if at >= 0 && r.Scalars[at+1] > r.Scalars[at] {
				t.Errorf("%s: %v of %v factors have two columns or more", c.name, r.Scalars[at+1], r.Scalars[at])
			}
			if at >= 0 && (len(draws) == 0 || r.Scalars[at] != float64(len(draws[len(draws)-1].State.Items))) {
				t.Errorf("%s: %v factors are reported, the draws end with %+v", c.name, r.Scalars[at], draws[max(0, len(draws)-1):])
			}
		}
	}
}

// Hidden cells of correlated columns are predicted, and better by a covariance or factors
// between them than by independent columns, by a search and by a chain.
func TestHiddenCells(t *testing.T) {
	if testing.Short() {
		t.Skip("six fits")
	}
	full := factored(50, 5)
	rng := rand.New(rand.NewPCG(3, 47))
	holes := *full
	holes.X = mat.DenseCopyOf(full.X)
	var cells []inference.Cell
	var values []float64
	for i := range 50 {
		for j := range 12 {
			if rng.Float64() < 0.1 {
				holes.X.Set(i, j, math.NaN())
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, full.X.At(i, j))
			}
		}
	}
	for _, method := range []string{"em", "mcmc"} {
		alone, left := 0.0, 0.0
		for _, columns := range []string{correlated.Independent, correlated.AnyCovariance, correlated.ByFactors} {
			s := togetherSettings(t, "columns", columns, "method", method)
			f, err := newStepper("ddt", &holes, s, inference.Streams{Seed: 1}, 1)
			if err != nil {
				t.Fatal(err)
			}
			for sweeps := 0; sweeps < map[string]int{"em": 1, "mcmc": 100}[method]; {
				r, err := f.Step(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if r.Scalars != nil {
					sweeps++
				}
			}
			density, mean, err := f.(inference.CellPredictor).LogCells(cells, values)
			if err != nil {
				t.Fatal(err)
			}
			value, square, all := 0.0, 0.0, 0.0
			for i, v := range values {
				value += density[i] / float64(len(values))
				square += (v - mean[i]) * (v - mean[i])
				all += v * v
			}
			t.Logf("%s, %s: %.3f nats a cell, %.2f of the squares left", method, columns, value, square/all)
			// A search underestimates times and noise, so its gain is smaller. That of a chain is 0.17 on average, and deviates
			// by 0.03.
			gain := map[string]float64{"em": 0.02, "mcmc": 0.1}[method]
			if columns == correlated.Independent {
				alone, left = value, square
			} else if !(value >= alone+gain && square <= 0.9*left) {
				t.Errorf("%s, %s: %.3f nats a cell, independent columns %.3f; %.2f of the squares left, independent columns %.2f",
					method, columns, value, alone, square/all, left/all)
			}
		}
	}
}
