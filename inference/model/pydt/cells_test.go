package pydt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// sharedTimes returns the shared times of the leaves, with noise on the diagonal.
func sharedTimes(t *tree.Tree, noise float64) *mat.SymDense {
	k := mat.NewSymDense(t.Leaves(), nil)
	for i := range t.Leaves() {
		for j := i; j < t.Leaves(); j++ {
			k.SetSym(i, j, t.SharedTime(i, j))
		}
		k.SetSym(i, i, 1+noise)
	}
	return k
}

// conditionalOf returns the mean and variance of element i of a normal vector of mean 0, given the
// elements of y that are not NaN.
func conditionalOf(t *testing.T, y []float64, i int, covariance mat.Symmetric) (mean, variance float64) {
	t.Helper()
	var seen []int
	for j, v := range y {
		if !math.IsNaN(v) {
			seen = append(seen, j)
		}
	}
	c, across, values := mat.NewSymDense(len(seen), nil), mat.NewVecDense(len(seen), nil), mat.NewVecDense(len(seen), nil)
	for a, j := range seen {
		for b, k := range seen[:a+1] {
			c.SetSym(a, b, covariance.At(j, k))
		}
		across.SetVec(a, covariance.At(i, j))
		values.SetVec(a, y[j])
	}
	var weights mat.VecDense
	if err := weights.SolveVec(c, across); err != nil {
		t.Fatal(err)
	}
	return mat.Dot(&weights, values), covariance.At(i, i) - mat.Dot(&weights, across)
}

// Missing cells of independent columns have the distribution that the dense normal gives them.
func TestCellsOfATree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 47))
	for range 5 {
		s, p := pydttest.RandomState(rng, 9, 3, 0.3, 0.2)
		x := mat.NewDense(9, 3, nil)
		var cells []inference.Cell
		var values []float64
		for j, column := range p.Columns {
			for i := range 9 {
				x.Set(i, column, p.X[i*3+j])
				for _, c := range p.Classes {
					if j >= c.Low && j < c.High && c.Observed != nil && !c.Observed[i] {
						x.Set(i, column, math.NaN())
						cells, values = append(cells, inference.Cell{Row: i, Column: column}), append(values, rng.NormFloat64())
					}
				}
			}
		}
		if len(cells) == 0 {
			t.Fatal("no cell is missing")
		}
		s.Recompute()
		s.Cavities()
		out := predict.NewCellMixture(len(cells))
		predict.LogCells(s, p, cells, values, 0, out)
		density, mean := out.Values()
		k := sharedTimes(s.Capture().Publish(pydttest.RowNames(9)), s.Hyper.Noise/s.Hyper.Sigma2)
		k.ScaleSym(s.Hyper.Sigma2, k)
		for i, at := range cells {
			m, v := conditionalOf(t, mat.Col(nil, at.Column, x), at.Row, k)
			pydttest.Close(t, "mean", mean[i], m, 1e-8)
			pydttest.Close(t, "log density", density[i], -0.5*(math.Log(2*math.Pi*v)+(values[i]-m)*(values[i]-m)/v), 1e-8)
		}
	}
}

// The density of a missing cell is that of a new row with the cell divided by that of the row without
// it, on the tree of the other rows, with Σ known and with Σ integrated out.
func TestCellsTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 47))
	const n, d, nu, row = 10, 4, 8, 4
	for _, known := range []bool{true, false} {
		s, p := pydttest.RandomState(rng, n, d, 0, 0.2)
		x := mat.NewDense(n, d, p.X)
		x.Set(row, 1, math.NaN())
		x.Set(row, 3, math.NaN())
		data := pydttest.DatasetOf(x)
		noise := s.Hyper.Noise / s.Hyper.Sigma2
		blanks := covary.NewBlanks(x)
		l := correlated.Law{Form: correlated.AnyCovariance, Sigma: pydttest.SomeSigma(d), Filled: mat.DenseCopyOf(x)}
		if !known {
			l.Prior = covary.Wishart{Centre: pydttest.SomeSigma(d), G: 1, Nu: nu}
		}
		blanks.Put(l.Filled, []float64{0.3, -0.2})
		h := s.Hyper
		h.Sigma2, h.Noise, h.FixC = 1, noise, true
		f := &together.Together{Model: "ddt", Data: data, Blanks: blanks, Form: correlated.AnyCovariance, Round: 1, Law: l}
		f.Inner = &search.Fit{Data: data, Problem: posterior.NewProblem(l.Filled), Learned: h, Current: s.Capture(),
			Best: []*posterior.Sketch{s.Capture()}}
		f.Forecast()
		if err := f.Predict.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := &f.Predict.Members[0]
		filled := mat.DenseCopyOf(l.Filled)
		covary.NewConditioner(blanks, m.Sigma.Map()).Settle(covary.NewPasser(m.Tree.Publish(pydttest.RowNames(n)), filled, noise),
			correlated.FillSweeps)
		density := func(columns []int, value float64) float64 {
			e := f.Predict.SeatOn(m, filled, columns)
			e.P.S.Cavities()
			out := e.Leave(row)
			e.P.S.Detach(row)
			e.P = predict.NewPredictor(e.P.S)
			y := make([]float64, len(columns))
			for a, j := range columns {
				if y[a] = x.At(row, j); math.IsNaN(y[a]) {
					y[a] = value
				}
			}
			e.M.Row(y, y)
			return e.LogDensity(y, out)
		}
		for column, beside := range map[int][]int{1: {0, 1, 2}, 3: {0, 2, 3}} {
			at := []inference.Cell{{Row: row, Column: column}}
			whole, first := 0.0, 0.0
			const step = 0.1
			for v := -30.0; v < 30; v += step {
				w := step * math.Exp(density(beside, v)-density([]int{0, 2}, 0))
				whole += w
				first += w * v
			}
			pydttest.Close(t, "mass", whole, 1, 1e-3)
			for _, v := range []float64{-1, 0.3, 4} {
				got, mean, err := f.LogCells(at, []float64{v})
				if err != nil {
					t.Fatal(err)
				}
				pydttest.Close(t, "log density", got[0], density(beside, v)-density([]int{0, 2}, 0), 1e-7)
				pydttest.Close(t, "mean", mean[0], first/whole, 2e-3)
			}
		}
		for what, ask := range map[string]inference.Cell{"learnt with": {Row: 0, Column: 0}, "no cell": {Row: n, Column: 0}} {
			if _, _, err := f.LogCells([]inference.Cell{ask}, []float64{0}); err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%v: %v", ask, err)
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
