package together

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"

	"gonum.org/v1/gonum/mat"
)

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
		f := &Together{model: "ddt", data: data, blanks: blanks, form: correlated.AnyCovariance, round: 1, Law: l}
		f.Inner = &search.Fit{Data: data, Problem: problem.New(l.Filled), Learned: h, Current: s.Capture(),
			Best: []*posterior.Sketch{s.Capture()}}
		f.forecast()
		if err := f.predict.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := &f.predict.Members[0]
		filled := mat.DenseCopyOf(l.Filled)
		covary.NewConditioner(blanks, m.Sigma.Map()).
			Settle(covary.NewPasser(m.Tree.Publish(pydttest.RowNames(n)), filled, noise), sequel.FillSweeps)
		density := func(columns []int, value float64) float64 {
			e := f.predict.SeatOn(m, filled, columns)
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
