package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// runChain runs a chain for some sweeps.
func runChain(t testing.TB, m inference.Model, data *inference.Dataset, s inference.Settings, seed uint64,
	sweeps int) *sampler.Chain {
	st, err := m.New(data, s, inference.Streams{Seed: seed}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := st.(*sampler.Chain)
	for c.Live == nil || c.Iteration < sweeps {
		if _, err := c.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// Both keep the contracts: same bits after saving, cancelling and on two threads.
func TestTemperedConformance(t *testing.T) {
	x := mat.NewDense(12, 3, nil)
	rng := rand.New(rand.NewPCG(9, 77))
	for i := range 12 {
		for j := range 3 {
			x.Set(i, j, float64(i%3)+0.3*rng.NormFloat64())
		}
	}
	x.Set(4, 1, math.NaN())
	data := pydttest.DatasetOf(x)
	for _, m := range []inference.Model{Model{}, DDT{}} {
		inferencetest.ConformanceWith(t, m, inferencetest.Options{Iterations: 6,
			Set: map[string]string{"method": "mcmc", "temperatures": "3"}}, data)
		inferencetest.ConformanceWith(t, m, inferencetest.Options{Iterations: 3,
			Set: map[string]string{"method": "ais", "annealing": "40"}}, data)
	}
	s := independent(Model{})
	for name, v := range map[string]string{"method": "mcmc", "temperatures": "3"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for done := 0; done < 20; {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	if y, err := st.(inference.Predictor).LogDensity(context.Background(), x.Slice(0, 2, 0, 3).(*mat.Dense)); err != nil ||
		math.IsNaN(y[0]+y[1]) {
		t.Errorf("log density %v, %v", y, err)
	}
}

// Annealing where columns vary together reports the evidence and Σ, and continues from a saved state.
func TestAnnealerTogether(t *testing.T) {
	for form, parts := range map[string]int{correlated.AnyCovariance: 2, correlated.ByFactors: 3, correlated.ByTree: 2} {
		t.Run(form, func(t *testing.T) { annealTogether(t, form, parts) })
	}
}

func annealTogether(t *testing.T, form string, parts int) {
	s := DDT{}.Info().Defaults()
	for name, v := range map[string]string{"columns": form, "method": "ais", "annealing": "20"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	data := pydttest.CorrelatedRows(8, 3, 1)
	fit := func() inference.Stepper {
		f, err := DDT{}.New(data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	advance := func(f inference.Stepper, runs int) []float64 {
		for {
			r, err := f.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars == nil {
				continue
			}
			if runs--; runs == 0 {
				return r.Scalars
			}
		}
	}
	f := fit()
	advance(f, 3)
	state, err := f.(inference.Saver).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	want := advance(f, 2)
	again := fit()
	if err := again.(inference.Saver).UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	for i, v := range advance(again, 2) {
		if v != want[i] && !math.IsNaN(v) {
			t.Errorf("number %d is %g after going on, was %g", i, v, want[i])
		}
	}
	snap := f.Snapshot()
	if len(snap.Parts) != parts {
		t.Fatalf("%d parts", len(snap.Parts))
	}
	for _, p := range snap.Parts {
		if err := p.Check(data); err != nil {
			t.Error(err)
		}
	}
	data.X.Set(0, 0, math.NaN())
	if _, err := (DDT{}).New(data, s, inference.Streams{Seed: 1}, 1); err == nil {
		t.Error("a missing cell is not refused")
	}
}

// A chain finds columns that are correlated by 0.8 to be correlated, and predicts new rows better than with
// independent columns. Draws of Σ are compared with the truth in [TestSigmaOfTheModel].
func TestChainTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("a chain of some hundred sweeps")
	}
	data := pydttest.CorrelatedRows(100, 6, 1)
	run := func(columns string) (inference.Stepper, float64) {
		s := DDT{}.Info().Defaults()
		for name, v := range map[string]string{"columns": columns, "method": "mcmc"} {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		learn, hidden := pydttest.EveryKth(100, 5)
		f, err := DDT{}.New(data.SelectRows(learn), s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for sweeps := 0; sweeps < 400; {
			r, err := f.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				sweeps++
			}
		}
		return f, meanLogDensity(t, f.(inference.Predictor), data.SelectRows(hidden).X)
	}
	_, alone := run(correlated.Independent)
	f, value := run(correlated.AnyCovariance)
	t.Logf("rows are predicted by %.3f, independent columns by %.3f", value, alone)
	if value < alone+0.3 {
		t.Errorf("rows are predicted by %.3f, independent columns by %.3f", value, alone)
	}
	if r := kind.Of(f.Snapshot()).CorrelationAt(0, 1); r < 0.5 || r > 0.97 {
		t.Errorf("the correlation is %.2f", r)
	}
}

// A saved chain with a tree over its columns continues to the same bits, also from the middle of a sweep of
// that tree, with and without missing cells, and publishes parts that pass their checks.
func TestTreeChainConforms(t *testing.T) {
	data := branched(t, 12, 6, 4)
	holes := *data
	holes.X = mat.DenseCopyOf(data.X)
	holes.X.Set(3, 2, math.NaN())
	holes.X.Set(9, 0, math.NaN())
	for _, m := range []inference.Model{DDT{}, Model{}} {
		inferencetest.ConformanceWith(t, m, inferencetest.Options{Iterations: 3,
			Set: map[string]string{"method": "mcmc", "columns": correlated.ByTree, "initial": "random"}}, &holes)
	}
}

// A chain finds which columns belong together, predicts new rows better than independent columns, and its tree over
// the columns, Σ and the tree over the rows come from the same draw.
func TestTreeChain(t *testing.T) {
	if testing.Short() {
		t.Skip("two chains of some hundred sweeps")
	}
	all := branched(t, 64, 20, 1)
	learn, hidden := pydttest.EveryKth(64, 8)
	run := func(columns string) (*sampler.Chain, float64) {
		c, err := askedChain("ddt", all.SelectRows(learn), togetherSettings(t, "columns", columns, "method", "mcmc"),
			inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for c.Iteration < 300 {
			if _, err := c.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		return c, meanLogDensity(t, c, all.SelectRows(hidden).X)
	}
	_, alone := run(correlated.Independent)
	c, value := run(correlated.ByTree)
	t.Logf("rows are predicted by %.2f, by independent columns %.2f", value, alone)
	if value < alone+2 {
		t.Errorf("rows are predicted by %.2f, by independent columns %.2f", value, alone)
	}
	snap := c.Snapshot()
	for _, p := range snap.Parts {
		if err := p.Check(c.Data); err != nil {
			t.Error(err)
		}
	}
	got := kind.Of(snap)
	if got.Form != kind.ByTree || got.Tree.Leaves() != 20 || got.Draws == 0 || forest.Best(snap) == nil {
		t.Errorf("form %q, %d draws", got.Form, got.Draws)
	}
	if s := got.Tree.Support; len(s) != got.Tree.Nodes() || s[got.Tree.Top] != 1 {
		t.Errorf("supports %v", s)
	}
	one := covary.ColumnTree(got.Tree, got.Scale, got.Noise)
	for i := range 20 {
		for j := range i {
			r := one.At(i, j) / math.Sqrt(one.At(i, i)*one.At(j, j))
			if !(math.Abs(r-got.CorrelationAt(i, j)) <= 0.5) {
				t.Errorf("columns %d and %d: %.2f in the best draw, %.2f in the mean", i, j, r, got.CorrelationAt(i, j))
			}
		}
	}
}

// A whole sweep of the default moves with everything learnt.
func BenchmarkSweep(b *testing.B) {
	for _, name := range []string{"olive_oils", "tissue_expression"} {
		b.Run(name, func(b *testing.B) {
			table, err := sampledata.Open(name)
			if err != nil {
				b.Fatal(err)
			}
			data, err := table.Prepare(Model{}.Info().Preprocessing)
			if err != nil {
				b.Fatal(err)
			}
			s := independent(Model{})
			if err := s.Set("method", "mcmc"); err != nil {
				b.Fatal(err)
			}
			c := runChain(b, Model{}, data, s, 1, 10)
			b.ReportAllocs()
			for b.Loop() {
				for !c.Advance(1 << 20) {
				}
			}
		})
	}
}

// independent returns the default settings with independent columns.
func independent(m inference.Model) inference.Settings {
	s := m.Info().Defaults()
	if err := s.Set("columns", correlated.Independent); err != nil {
		panic(err)
	}
	return s
}
