package forecast_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// With Σ = σ²I known, new rows have the density of independent columns, missing cells or not.
func TestForecastOfEqualColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 40))
	s, p := pydttest.RandomState(rng, 20, 3, 0, 0.2)
	x := mat.NewDense(20, 3, p.X)
	e, err := ensemble.New(t.Context(), p, s.Hyper, []*posterior.Sketch{s.Capture()})
	if err != nil {
		t.Fatal(err)
	}
	v := s.Hyper.Sigma2
	f := pydttest.ForecastOf(s, x, covary.Diagonal([]float64{v, v, v}), 0)
	rows := pydttest.RandomData(rng, 12, 3, 0.3)
	want, err := e.LogDensity(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.LogDensity(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		pydttest.Close(t, "log density", got[i], want[i], 1e-10)
	}
}

// The density of a new row integrates to one, Σ known or integrated out; that of one column
// is the integral over the other.
func TestForecastIntegrates(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 40))
	s, p := pydttest.RandomState(rng, 9, 2, 0, 0.2)
	for _, nu := range []float64{0, 6} {
		f := pydttest.ForecastOf(s, mat.NewDense(9, 2, p.X), pydttest.SomeSigma(2), nu)
		const step, reach = 0.25, 15.0
		var rows []float64
		for a := -reach; a < reach; a += step {
			for b := -reach; b < reach; b += step {
				rows = append(rows, a, b)
			}
		}
		out, err := f.LogDensity(t.Context(), mat.NewDense(len(rows)/2, 2, rows))
		if err != nil {
			t.Fatal(err)
		}
		sum, line, at := 0.0, 0.0, 0.0
		for i, v := range out {
			sum += step * step * math.Exp(v)
			if rows[2*i] == 0.5 {
				line += step * math.Exp(v)
			}
		}
		pydttest.Close(t, "integral", sum, 1, 2e-3)
		one, err := f.LogDensity(t.Context(), mat.NewDense(1, 2, []float64{0.5, math.NaN()}))
		if err != nil {
			t.Fatal(err)
		}
		at = math.Exp(one[0])
		pydttest.Close(t, "one column", line, at, 2e-3)
	}
}

// A row removed from the posterior by its contrast is scored as by a posterior that never contained it.
func TestForecastWithoutARow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 40))
	s, p := pydttest.RandomState(rng, 10, 3, 0, 0.2)
	x := mat.NewDense(10, 3, p.X)
	f := pydttest.ForecastOf(s, x, pydttest.SomeSigma(3), 7)
	f.Hyper.FixC = true
	if err := f.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	e := f.SeatOf(&f.Members[0], nil)
	in := e.P.S
	in.Cavities()
	for _, r := range []int32{0, 4, 9} {
		out := e.Leave(r)
		// A posterior of the other rows alone, on the tree without the row.
		keep, names := []int{}, []string{}
		for i := range 10 {
			if i != int(r) {
				keep, names = append(keep, i), append(names, strconv.Itoa(i))
			}
		}
		rest := s.Capture().Publish(pydttest.RowNames(10)).Restrict(keep)
		small := mat.NewDense(9, 3, nil)
		for a, i := range keep {
			small.SetRow(a, x.RawRowView(i))
		}
		q := posterior.NewState(problem.New(small), f.Hyper)
		q.Adopt(rest)
		k := q.Capture()
		g := &forecast.Forecast{Law: correlated.Law{Form: correlated.AnyCovariance, Sigma: f.Law.Sigma, Prior: f.Law.Prior,
			Filled: small}, Names: names, Hyper: f.Hyper,
			Trees: []*posterior.Sketch{k}}
		for range 3 {
			y := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			want, err := g.LogDensity(t.Context(), mat.NewDense(1, 3, append([]float64(nil), y...)))
			if err != nil {
				t.Fatal(err)
			}
			d := in.Detach(r)
			one := *e
			one.P = predict.NewPredictor(in)
			e.M.Row(y, y)
			got := one.LogDensity(y, out)
			in.Restore(d)
			pydttest.Close(t, "log density", got, want[0], 1e-9)
		}
		in.Cavities()
	}
}
