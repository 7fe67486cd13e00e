package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"
)

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
