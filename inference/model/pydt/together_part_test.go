package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// lawOf is what was learnt from a random tree of 14 rows.
func lawOf(form string, d int) (l law, rows *covary.Contrasts) {
	rng := rand.New(rand.NewPCG(7, 44))
	x := randomData(rng, 14, d, 0)
	s, _ := randomState(rng, 14, d, 0, 0.2)
	learner := newLawLearner(s.capture().publish(rowNames(14)), 0.3, covary.Centre(x), nil, law{form: form, sigma: covary.Centre(x), filled: x})
	for !learner.advance() {
	}
	return learner.law, learner.rows
}

// What a fit publishes of a covariance is the posterior mean (Ψ₀+S)/(ν₀+N−D−1), in a table of
// few columns and in one of many; of factors it is the fit.
func TestPartOfALaw(t *testing.T) {
	for _, d := range []int{3, kind.MostDense + 1} {
		l, rows := lawOf(covariance, d)
		got := l.part(make([]string, d))
		if err := got.Check(nil); err != nil {
			t.Fatal(err)
		}
		if (got.Dense != nil) != (d == 3) || got.Form != kind.Free || got.Estimate != kind.PosteriorMean {
			t.Errorf("%d columns: %+v", d, got)
		}
		close(t, "degrees of freedom", got.Freedom, l.prior.Nu+14, 1e-9)
		for _, at := range [][2]int{{0, 0}, {0, 1}, {d - 1, d - 2}, {d - 1, d - 1}} {
			want := 0.0
			for k := range 14 {
				want += rows.U.At(k, at[0]) * rows.U.At(k, at[1])
			}
			if at[0] == at[1] {
				want += (l.prior.Nu - float64(d) - 1) * l.prior.G * l.prior.Centre.Psi[at[0]]
			}
			want /= l.prior.Nu + 14 - float64(d) - 1
			close(t, "a cell", got.At(at[0], at[1]), want, 1e-8*(1+math.Abs(want)))
		}
	}
	l, _ := lawOf(factorial, 6)
	got := l.part(make([]string, 6))
	if err := got.Check(nil); err != nil {
		t.Fatal(err)
	}
	if got.Form != kind.Factors || got.Factors != l.sigma.Rank() || got.Choice != "cross-validation" {
		t.Errorf("%+v", got)
	}
	for i := range 6 {
		for j := range 6 {
			close(t, "a cell", got.At(i, j), l.sigma.At(i, j), 1e-12)
		}
	}
}

// The sums over blocks equal those over the draws in the blocks, which contain hardly any draws of the
// burn-in.
func TestMomentsOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 44))
	var m spreadMoments
	var all []*mat.SymDense
	for i := range 1000 {
		s := mat.NewSymDense(2, nil)
		a, b := rng.NormFloat64(), rng.NormFloat64()
		s.SetSym(0, 0, 1+a*a)
		s.SetSym(0, 1, a*b)
		s.SetSym(1, 1, 1+b*b)
		all = append(all, s)
		m.add(i, s, float64(i))
		if len(m.blocks) > mostBlocks {
			t.Fatalf("%d blocks", len(m.blocks))
		}
		from := inference.BurnIn * float64(i)
		got := m.after(from)
		if got.First < int(from) && i > 3 || got.Count != i+1-got.First || float64(got.Count) < 0.5*0.75*float64(i) {
			t.Fatalf("after draw %d, %d draws from %d on count", i, got.Count, got.First)
		}
		if i%97 > 0 {
			continue
		}
		var want momentsBlock
		want.Sigma, want.Correlation, want.Squares = make([]float64, 3), make([]float64, 3), make([]float64, 3)
		for k := got.First; k <= i; k++ {
			r := all[k].At(0, 1) / math.Sqrt(all[k].At(0, 0)*all[k].At(1, 1))
			want.Freedom += float64(k)
			for at, v := range []float64{all[k].At(0, 0), all[k].At(0, 1), all[k].At(1, 1)} {
				want.Sigma[at] += v
				c := []float64{1, r, 1}[at]
				want.Correlation[at] += c
				want.Squares[at] += c * c
			}
		}
		close(t, "freedom", got.Freedom, want.Freedom, 1e-6)
		for at := range 3 {
			close(t, "Σ", got.Sigma[at], want.Sigma[at], 1e-8)
			close(t, "correlations", got.Correlation[at], want.Correlation[at], 1e-9)
			close(t, "squares", got.Squares[at], want.Squares[at], 1e-9)
		}
	}
	var read spreadMoments
	if !read.load(m.save(), 2) || read.length != m.length {
		t.Error("what was saved is not read")
	}
	for what, spoil := range map[string]func(*savedMoments){
		"no length": func(s *savedMoments) { s.Length = 0 },
		"no blocks": func(s *savedMoments) { s.Blocks = nil },
		"a size":    func(s *savedMoments) { s.Blocks[1].Sigma = nil },
		"an order":  func(s *savedMoments) { s.Blocks[1].First = 0 },
		"no number": func(s *savedMoments) { s.Blocks[1].Freedom = math.NaN() },
	} {
		s := m.save()
		s.Blocks = append([]momentsBlock(nil), s.Blocks...)
		if spoil(&s); read.load(s, 2) {
			t.Errorf("%s: it is read", what)
		}
	}
}

// A chain publishes the mean and the deviation of correlations over its draws of Σ.
func TestPartOfAChain(t *testing.T) {
	data := correlated(20, 3, 2)
	c, err := newChain("ddt", data, togetherSettings(t, "columns", covariance, "method", "mcmc", "initial", "random"), inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var r []float64
	for c.iteration < 40 {
		before := c.iteration
		if _, err := c.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := c.spread.sigma; c.iteration > before || len(r) == 0 {
			r = append(r, s.At(0, 1)/math.Sqrt(s.At(0, 0)*s.At(1, 1)))
		}
	}
	got := kind.Of(c.Snapshot())
	if err := got.Check(data); err != nil {
		t.Fatal(err)
	}
	if got.Draws < 20 || got.Draws > 31 || got.Estimate != kind.MeanOfDraws {
		t.Fatalf("%+v", got)
	}
	mean, square := 0.0, 0.0
	for _, v := range r[len(r)-got.Draws:] {
		mean += v / float64(got.Draws)
		square += v * v / float64(got.Draws)
	}
	close(t, "mean of a correlation", got.CorrelationAt(1, 0), mean, 1e-9)
	close(t, "its deviation", got.Deviation.At(0, 1), math.Sqrt(square-mean*mean), 1e-7)
}
