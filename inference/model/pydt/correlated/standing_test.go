package correlated_test

import (
	"math"
	"math/rand/v2"
	"testing"

	kind "example.org/espalier/inference/kind/covariance"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// What is added to the objective of a search on the mapped table makes its evidence that of
// the table: Σ integrated out, and with one incomplete row that of the cells observed.
func TestStanding(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 40))
	s, p := pydttest.RandomState(rng, 8, 3, 0, 0.2)
	names := pydttest.RowNames(8)
	tr := s.Capture().Publish(names)
	mapped := func(l *correlated.Law) float64 {
		h := s.Hyper
		h.Noise, h.Sigma2 = h.Noise/h.Sigma2, 1
		m := posterior.NewState(problem.New(l.Sigma.Map().Rows(l.Filled)), h)
		m.Load(s.Capture())
		m.Recompute()
		return m.LogEvidence()
	}
	noise := s.Hyper.Noise / s.Hyper.Sigma2
	x := mat.NewDense(8, 3, p.X)
	w := covary.Wishart{Centre: covary.Diagonal([]float64{1, 2, 1}), G: 0.7, Nu: 6}
	l := &correlated.Law{Form: correlated.AnyCovariance, Sigma: pydttest.SomeSigma(3), Prior: w, Filled: x}
	rows := covary.NewContrasts(tr, x, noise)
	pydttest.Close(t, "evidence", mapped(l)+l.Stand(tr, noise, nil).Constant, w.Marginal(rows), 1e-10)
	l.Form = correlated.ByFactors
	pydttest.Close(t, "evidence of factors", mapped(l)+l.Stand(tr, noise, nil).Constant,
		rows.LogLikelihood(l.Sigma), 1e-10)

	holes := mat.DenseCopyOf(x)
	holes.Set(3, 1, math.NaN())
	holes.Set(3, 2, math.NaN())
	y := make([]float64, 24)
	cov := mat.NewSymDense(24, nil)
	shared := pydttest.SharedTimesOf(s)
	for i := range 8 {
		copy(y[i*3:], holes.RawRowView(i))
		shared.SetSym(i, i, 1+noise)
	}
	for a := range 24 {
		for b := a; b < 24; b++ {
			cov.SetSym(a, b, shared.At(a/3, b/3)*l.Sigma.At(a%3, b%3))
		}
	}
	pydttest.Close(t, "evidence of the cells observed", mapped(l)+l.Stand(tr, noise, covary.NewBlanks(holes)).Constant,
		pydttest.LogNormal(y, cov), 1e-9)
	// A nearly certain prior leaves nothing to integrate out.
	l.Form, l.Prior = correlated.AnyCovariance, covary.Wishart{Centre: l.Sigma, G: 1, Nu: 1e6}
	pydttest.Close(t, "the same with a certain prior", mapped(l)+l.Stand(tr, noise, covary.NewBlanks(holes)).Constant,
		pydttest.LogNormal(y, cov), 1e-4)
}

// lawOf is what was learnt from a random tree of 14 rows.
func lawOf(form string, d int) (l correlated.Law, rows *covary.Contrasts) {
	rng := rand.New(rand.NewPCG(7, 44))
	x := pydttest.RandomData(rng, 14, d, 0)
	s, _ := pydttest.RandomState(rng, 14, d, 0, 0.2)
	learner := correlated.NewLearner(s.Capture().Publish(pydttest.RowNames(14)), 0.3, covary.Centre(x), nil,
		correlated.Law{Form: form, Sigma: covary.Centre(x), Filled: x})
	for !learner.Advance() {
	}
	return learner.Law, learner.Rows
}

// What a fit publishes of a covariance is the posterior mean (Ψ₀+S)/(ν₀+N−D−1), in a table of
// few columns and in one of many; of factors it is the fit.
func TestPartOfALaw(t *testing.T) {
	for _, d := range []int{3, kind.MostDense + 1} {
		l, rows := lawOf(correlated.AnyCovariance, d)
		got := l.Part(make([]string, d))
		if err := got.Check(nil); err != nil {
			t.Fatal(err)
		}
		if (got.Dense != nil) != (d == 3) || got.Form != kind.Free || got.Estimate != kind.PosteriorMean {
			t.Errorf("%d columns: %+v", d, got)
		}
		pydttest.Close(t, "degrees of freedom", got.Freedom, l.Prior.Nu+14, 1e-9)
		for _, at := range [][2]int{{0, 0}, {0, 1}, {d - 1, d - 2}, {d - 1, d - 1}} {
			want := 0.0
			for k := range 14 {
				want += rows.U.At(k, at[0]) * rows.U.At(k, at[1])
			}
			if at[0] == at[1] {
				want += (l.Prior.Nu - float64(d) - 1) * l.Prior.G * l.Prior.Centre.Psi[at[0]]
			}
			want /= l.Prior.Nu + 14 - float64(d) - 1
			pydttest.Close(t, "a cell", got.At(at[0], at[1]), want, 1e-8*(1+math.Abs(want)))
		}
	}
	l, _ := lawOf(correlated.ByFactors, 6)
	got := l.Part(make([]string, 6))
	if err := got.Check(nil); err != nil {
		t.Fatal(err)
	}
	if got.Form != kind.Factors || got.Factors != l.Sigma.Rank() || got.Choice != "cross-validation" {
		t.Errorf("%+v", got)
	}
	for i := range 6 {
		for j := range 6 {
			pydttest.Close(t, "a cell", got.At(i, j), l.Sigma.At(i, j), 1e-12)
		}
	}
}
