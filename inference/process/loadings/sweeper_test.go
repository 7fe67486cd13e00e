package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// studied returns a state of the synthetic study after some sweeps.
func studied(t testing.TB, o Options, seed uint64, threads, sweeps int) (*State, *rand.Rand) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	study := inferencetest.NewFactorStudy(inferencetest.Connectivity(), 100, 10, rng)
	s := New(o, study.Dataset(0, rng), nil, threads)
	c := NewSweeper(s, true, rng)
	for range sweeps + 1 {
		for !c.Advance() {
		}
	}
	return s, rng
}

// A Sweeper does by pieces what Sweep does at once, on any number of threads, also from a
// state that was frozen.
func TestSweeperIsASweep(t *testing.T) {
	s, _ := studied(t, Nonparametric(), 5, 1, 20)
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	var f Frozen
	s.Freeze(&f)
	if err := f.Fits(s); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		other := newState(s.o, s.obs, threads)
		other.Thaw(&f)
		other.Sweep(rand.New(rand.NewPCG(6, 6)))
		by := newState(s.o, s.obs, threads)
		by.Thaw(&f)
		for c := NewSweeper(by, false, rand.New(rand.NewPCG(6, 6))); !c.Advance(); {
		}
		if got, want := by.Scalars(), other.Scalars(); !slices.Equal(got, want) {
			t.Errorf("%v by pieces, %v at once", got, want)
		}
	}
}

// A state that was saved of another table, or damaged, is refused.
func TestFrozenCheck(t *testing.T) {
	s, _ := studied(t, Nonparametric(), 5, 1, 3)
	for what, spoil := range map[string]func(f *Frozen){
		"items":       func(f *Frozen) { f.Tau = f.Tau[1:] },
		"activities":  func(f *Frozen) { f.X = f.X[1:] },
		"a precision": func(f *Frozen) { f.Lambda[0] = 0 },
		"an item":     func(f *Frozen) { f.Items[0][0] = -1 },
		"values":      func(f *Frozen) { f.Values[0] = nil },
		"noise":       func(f *Frozen) { f.Tau[0] = -1 },
	} {
		var f Frozen
		s.Freeze(&f)
		if spoil(&f); f.Fits(s) == nil {
			t.Errorf("%s: it passes", what)
		}
	}
}

// Cases set again are those of the sums, their activities are drawn, and the covariance is that
// of loadings and noise.
func TestSetCases(t *testing.T) {
	first, rng := studied(t, Nonparametric(), 7, 1, 2)
	u := inferencetest.NewFactorStudy(inferencetest.Connectivity(), 30, 10, rng).Dataset(0, rng).X
	s := NewOfCases(Nonparametric(), u, 1)
	s.Begin(rng)
	for range 3 {
		s.Sweep(rng)
	}
	before := slices.Clone(s.x)
	u.Scale(1.5, u)
	s.SetCases(u)
	s.DrawActivities(rng)
	if slices.Equal(before, s.x) {
		t.Error("the activities are those of the cases before")
	}
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	e := make([]float64, s.obs.n)
	for d := range s.obs.d {
		for n, v := range s.obs.row(d) {
			if v != u.At(n, d) {
				t.Fatalf("item %d of case %d is %v", d, n, v)
			}
		}
		s.rows.residual(d, s.live, e)
		inferencetest.Close(t, "squares left over", s.rss[d], dot(e, e), 1e-9)
	}
	psi, g := first.Covariance()
	for d := range first.obs.d {
		inferencetest.Close(t, "noise", psi[d], 1/first.tau[d], 1e-15)
		for k := range first.k() {
			if g.At(d, k) != first.g[d*first.size+k] {
				t.Fatal("a loading is another")
			}
		}
	}
}

// The log joint density is that of the prior, the activities and the cells.
func TestLogPrior(t *testing.T) {
	s, _ := drawn(world{o: free(), d: 4, n: 5, missing: holes(4, 5)}, 3)
	want := s.LogPrior()
	normal := func(x, v float64) { want += -0.5 * (logTwoPi + math.Log(v) + x*x/v) }
	for _, k := range s.live {
		for _, x := range s.activity(int(k)) {
			normal(x, 1)
		}
	}
	e := make([]float64, s.obs.n)
	for d := range s.obs.d {
		s.rows.residual(d, s.live, e)
		for n := range e {
			if !holes(4, 5)[d*5+n] {
				normal(e[n], 1/s.tau[d])
			}
		}
	}
	inferencetest.Close(t, "log joint", s.logJoint(), want, 1e-10)
}

// Along dilations the density of the prior changes as LogDilation says, Jacobians included.
func TestDilation(t *testing.T) {
	o := free()
	s, rng := drawn(world{o: o, d: 4, n: 5}, 3)
	for s.k() == 0 {
		s, rng = drawn(world{o: o, d: 4, n: 5}, rng.Uint64())
	}
	links := 0
	for _, k := range s.live {
		links += s.m[k]
	}
	before, at := s.LogPrior(), s.LogDilation(0)
	const x = 0.7
	gain := s.LogDilation(x) - at
	s.Dilate(x)
	jacobian := x * (float64(links)/2 - float64(s.k()) - 4 + 2)
	inferencetest.Close(t, "gain of the density", s.LogPrior()-before+jacobian, gain, 1e-10)
	s.Bound(2e6 * s.hyper.bPsi)
	if s.hyper.bPsi != s.hyper.least || !math.IsInf(s.LogDilation(-x), -1) || math.IsInf(s.LogDilation(x), -1) {
		t.Errorf("the rate %v of the noise, at least %v, can be less", s.hyper.bPsi, s.hyper.least)
	}
}

// Factors are learnt from deviations: the means of the items are set aside, of the cells that are there.
func TestMeansAreSetAside(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{5, -1, 7, math.NaN(), 9, 4})
	o := observe(inferencetest.DatasetOf(x), inference.OnColumns, nil, false, 1)
	if o.offset[0] != 7 || o.offset[1] != 1.5 {
		t.Errorf("means %v", o.offset)
	}
	for k, want := range []float64{-2, 0, 2, -2.5, 0, 2.5} {
		if o.y[k] != want {
			t.Errorf("deviation %d is %v, want %v", k, o.y[k], want)
		}
	}
}
