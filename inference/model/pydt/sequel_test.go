package pydt

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// holed takes cells out of a table, about one in so many.
func holed(data *inference.Dataset, every int) *inference.Dataset {
	x := mat.DenseCopyOf(data.X)
	n, d := x.Dims()
	for at := every / 2; at < n*d; at += every + 1 {
		x.Set(at/d, at%d, math.NaN())
	}
	return pydttest.DatasetOf(x)
}

// The trees of auto, their weights and everything that is reported of them are those of independent columns,
// bit for bit, while Σ is learnt beside them.
func TestSequelLeavesTreesAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		data *inference.Dataset
	}{{"complete", bound(20, 4)}, {"holed", holed(bound(20, 4), 9)}, {"wide", bound(12, 15)}} {
		for method, iterations := range map[string]int{"em": 30, "mcmc": 24} {
			streams := inference.Streams{Seed: 3, Chain: 1}
			auto := begun(t, c.data, streams, "method", method)
			alone := begun(t, c.data, streams, "method", method, "columns", correlated.Independent)
			got, want := traced(t, auto, iterations), traced(t, alone, iterations)
			for k := range want {
				if !pydttest.SameBits(got[k], want[k]) {
					t.Fatalf("%s, %s: iteration %d reports %v, %v with independent columns", c.name, method, k, got[k], want[k])
				}
			}
			a, b := auto.Snapshot(), alone.Snapshot()
			trees := forest.TreesOf(b)
			for i, one := range forest.TreesOf(a) {
				x, y := one.Tree, trees[i].Tree
				if !reflect.DeepEqual(x.Parent, y.Parent) || !reflect.DeepEqual(x.Children, y.Children) ||
					!pydttest.SameBits(x.LogTime, y.LogTime) ||
					!pydttest.SameBits(x.Support, y.Support) || !pydttest.SameBits([]float64{one.Objective, one.Weight},
					[]float64{trees[i].Objective, trees[i].Weight}) {
					t.Errorf("%s, %s: tree %d is another than that of independent columns", c.name, method, i)
				}
			}
			if v := decision.Of(a).Values()["columns"]; v == correlated.Independent || v == "" {
				t.Errorf("%s, %s: auto chose %q: %v", c.name, method, v, decision.Of(a).Sentences())
			}
			if err := kind.Of(a).Check(c.data); err != nil {
				t.Errorf("%s, %s: %v", c.name, method, err)
			}
			one := mat.NewDense(1, len(c.data.Columns), nil)
			for j := range c.data.Columns {
				one.Set(0, j, 1.5)
			}
			gain := meanLogDensity(t, auto.(inference.Predictor), one) - meanLogDensity(t, alone.(inference.Predictor), one)
			if !(gain > 1) {
				t.Errorf("%s, %s: a row in which all columns agree gains %g nats", c.name, method, gain)
			}
		}
	}
}

// Where columns vary by themselves, rows held out are predicted about as well as by independent columns, and where auto
// finds them independent, by the same bits.
func TestSequelOfIndependentColumns(t *testing.T) {
	for seed := range uint64(3) {
		all := pydttest.PriorData(80, 4, 5+seed)
		var learn, hidden []int
		for i := range 80 {
			if i%4 == 3 {
				hidden = append(hidden, i)
			} else {
				learn = append(learn, i)
			}
		}
		data, test := all.SelectRows(learn), all.SelectRows(hidden)
		auto := begun(t, data, inference.Streams{Seed: 3})
		traced(t, auto, 1)
		alone := begun(t, data, inference.Streams{Seed: 3}, "columns", correlated.Independent)
		traced(t, alone, 1)
		a, b := meanLogDensity(t, auto.(inference.Predictor), test.X), meanLogDensity(t, alone.(inference.Predictor), test.X)
		if !(a > b-0.15) {
			t.Errorf("seed %d: rows have %g nats, %g with independent columns", seed, a, b)
		}
		if snap := auto.Snapshot(); decision.Of(snap).Values()["columns"] == correlated.Independent && (a != b ||
			kind.Of(snap) != nil) {
			t.Errorf("seed %d: rows have %g nats, %g with independent columns", seed, a, b)
		}
	}
}

// The density of a new row integrates to one, also beside a missing cell and for one of the columns.
func TestSequelIntegratesToOne(t *testing.T) {
	data := holed(bound(14, 2), 13)
	for _, method := range []string{"em", "mcmc"} {
		f := begun(t, data, inference.Streams{Seed: 3}, "method", method)
		traced(t, f, 22)
		if v := decision.Of(f.Snapshot()).Values()["columns"]; v != correlated.AnyCovariance {
			t.Fatalf("%s chose %q", method, v)
		}
		const steps, reach = 60, 9.0
		width := 2 * reach / steps
		grid, line := mat.NewDense(steps*steps, 2, nil), mat.NewDense(steps, 2, nil)
		for i := range steps {
			at := -reach + (float64(i)+0.5)*width
			line.SetRow(i, []float64{at, math.NaN()})
			for j := range steps {
				grid.SetRow(i*steps+j, []float64{at, -reach + (float64(j)+0.5)*width})
			}
		}
		for _, c := range []struct {
			x    *mat.Dense
			cell float64
		}{{grid, width * width}, {line, width}} {
			logs, err := f.(inference.Predictor).LogDensity(t.Context(), c.x)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for _, v := range logs {
				sum += math.Exp(v) * c.cell
			}
			if !(math.Abs(sum-1) < 0.02) {
				t.Errorf("%s: a density integrates to %g", method, sum)
			}
		}
	}
}

// A missing cell is predicted by the cells of its row, which independent columns cannot.
func TestSequelPredictsCells(t *testing.T) {
	whole := bound(40, 6)
	data := holed(whole, 7)
	var cells []inference.Cell
	var value []float64
	for i := range whole.Rows {
		for j := range whole.Columns {
			if math.IsNaN(data.X.At(i, j)) {
				cells, value = append(cells, inference.Cell{Row: i, Column: j}), append(value, whole.X.At(i, j))
			}
		}
	}
	for _, method := range []string{"em", "mcmc"} {
		square := map[string]float64{}
		for _, columns := range []string{correlated.Undecided, correlated.Independent, correlated.AnyCovariance,
			correlated.ByFactors} {
			f := begun(t, data, inference.Streams{Seed: 3}, "method", method, "columns", columns)
			traced(t, f, 22)
			_, mean, err := f.(inference.CellPredictor).LogCells(cells, value)
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range mean {
				square[columns] += (m - value[i]) * (m - value[i]) / float64(len(mean))
			}
		}
		// the part of a column alone has variance 0.04
		if a, b := square[correlated.Undecided], square[correlated.Independent]; !(a < 0.12 && a < b) {
			t.Errorf("%s: missing cells are missed by %g squared, %g with independent columns", method, a, b)
		}
	}
}

// A run continues from a saved state to the same bits, before and after Σ is learnt.
func TestSequelIsSaved(t *testing.T) {
	for _, method := range []string{"em", "mcmc"} {
		iterations := 3
		if method == "mcmc" {
			iterations = together.FirstSequel + 2
		}
		inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: iterations,
			Set: map[string]string{"method": method}}, holed(bound(14, 3), 13))
	}
}

// States from when auto chose a form and built the tree under it are continued as fits of that form; the others are
// refused, and nothing changes.
func TestSequelOpensOlderStates(t *testing.T) {
	data, streams := bound(20, 3), inference.Streams{Seed: 1}
	sealed := func(s inference.Stepper) []byte {
		b, err := s.(inference.Saver).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, method := range []string{"em", "mcmc"} {
		for _, form := range []string{correlated.Independent, correlated.AnyCovariance, correlated.ByFactors} {
			pairs := []string{"method", method, "columns", form}
			hand := begun(t, data, streams, pairs...)
			traced(t, hand, 3)
			state := sealed(hand)
			older, err := saved.Seal("ddt", sampler.Layout+1, sequel.SavedChoice{Form: form, Scores: []float64{-1, -2, -3},
				Inner: state})
			if err != nil {
				t.Fatal(err)
			}
			states := [][]byte{older}
			if method == "em" && form != correlated.Independent {
				states = append(states, state)
			}
			want := traced(t, hand, 3)
			for _, b := range states {
				auto := begun(t, data, streams, "method", method)
				if err := auto.(inference.Saver).UnmarshalBinary(b); err != nil {
					t.Fatalf("%v: %v", pairs, err)
				}
				for k, got := range traced(t, auto, 3) {
					if !pydttest.SameBits(got, want[k][:len(got)]) {
						t.Errorf("%v: iteration %d: %v, not %v", pairs, k, got, want[k])
					}
				}
			}
		}
	}
	inner := sealed(begun(t, data, streams, "method", "mcmc", "columns", correlated.Independent))
	for name, z := range map[string]sequel.SavedChoice{
		"of a tree": {Form: correlated.ByTree, Scores: []float64{-1, sequel.Impossible, -0.5}, Inner: inner},
		"of another form": {Form: correlated.AnyCovariance,
			Scores: []float64{-1, -0.5, sequel.Impossible}, Inner: inner[:40]},
	} {
		state, err := saved.Seal("ddt", sampler.Layout+1, z)
		if err != nil {
			t.Fatal(err)
		}
		o := begun(t, data, streams, "method", "mcmc")
		if err := o.(inference.Saver).UnmarshalBinary(state); err == nil {
			t.Errorf("a state %s is read", name)
		}
	}
}

// Damage to what is saved of Σ is refused.
func TestSequelRefusesDamage(t *testing.T) {
	data := holed(bound(14, 3), 13)
	f := begun(t, data, inference.Streams{Seed: 3})
	traced(t, f, 1)
	fit := f.(*sequel.Opened).Inner.(*together.SequelFit)
	for name, spoil := range map[string]func(z *sequel.Saved){
		"of a tree":         func(z *sequel.Saved) { z.Form = correlated.ByTree },
		"without scores":    func(z *sequel.Saved) { z.Scores = nil },
		"with two scores":   func(z *sequel.Saved) { z.Scores = z.Scores[:2] },
		"without a power":   func(z *sequel.Saved) { z.Power = 0 },
		"with odd noise":    func(z *sequel.Saved) { z.Noise = math.NaN() },
		"with few cells":    func(z *sequel.Saved) { z.Filled = z.Filled[1:] },
		"of other columns":  func(z *sequel.Saved) { z.Sigma.Psi = z.Sigma.Psi[1:] },
		"without a centre":  func(z *sequel.Saved) { z.Centre.Psi = nil },
		"with little ν₀":    func(z *sequel.Saved) { z.Nu = 1 },
		"with a negative g": func(z *sequel.Saved) { z.G = -1 },
	} {
		z := fit.Sequel.Save(fit.Blanks)
		if _, err := z.Load(fit.Apart.Of(data).X, fit.Blanks, fit.Open); err != nil {
			t.Fatal(err)
		}
		spoil(&z)
		if _, err := z.Load(fit.Apart.Of(data).X, fit.Blanks, fit.Open); err == nil {
			t.Errorf("a sequel %s is read", name)
		}
	}
}

// Columns of which one follows from others do not stop a fit.
func TestSequelOfCollinearColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(30, 5, nil)
	for i := range 30 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x.SetRow(i, []float64{a, b, a + b, 2 * a, 1})
	}
	for _, every := range []int{150, 17} {
		data := holed(pydttest.DatasetOf(x), every)
		for _, method := range []string{"em", "mcmc"} {
			f := begun(t, data, inference.Streams{Seed: 3}, "method", method)
			traced(t, f, 22)
			if v := meanLogDensity(t, f.(inference.Predictor), mat.NewDense(1, 5, []float64{1, 1, 2, 2, 1})); math.IsNaN(v) ||
				math.IsInf(v, 0) {
				t.Errorf("%s: a row has %g nats", method, v)
			}
		}
	}
}

// A sketch in warped time has the times 1 − (1−t)^p, and so has the tree.
func TestWarpedTimes(t *testing.T) {
	s, _ := pydttest.RandomState(rand.New(rand.NewPCG(4, 40)), 8, 3, 0, 0.2)
	k := s.Capture()
	const p = 1.7
	was, now := k.Publish(pydttest.RowNames(8)), forecast.Warped(k, p).Publish(pydttest.RowNames(8))
	if other := (covary.Warp{Power: p}).Tree(was); !reflect.DeepEqual(other.LogTime, now.LogTime) {
		t.Error("a sketch and a tree are warped differently")
	}
	for v := range was.Parent {
		pydttest.Close(t, "time", now.Time(v), 1-math.Pow(1-was.Time(v), p), 1e-12)
	}
	state := posterior.NewState(&problem.Problem{N: 8}, s.Hyper)
	state.Load(forecast.Warped(k, p))
	for v := range state.Parent {
		if state.Parent[v] != timetree.Absent {
			pydttest.Close(t, "remaining time", state.Rem[v], math.Pow(s.Rem[v], p), 1e-12)
		}
	}
}
