package lasso

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// eight is a table of eight rows and four columns.
var eight = []float64{
	.5, 1.2, -.3, .8, -1.1, -.6, .4, -.9, .9, .3, 1.1, .2, -.2, -1.4, .6, -1,
	1.6, 1.1, -.8, 1.3, -.7, .2, -1.2, .1, .1, .7, .5, -.4, -1.3, -.9, .2, -.6}

// covarianceOf returns the covariance of a table, with divisor N.
func covarianceOf(n, p int, x []float64) []float64 {
	s, mean := make([]float64, p*p), make([]float64, p)
	for i := range n {
		for j := range p {
			mean[j] += x[i*p+j] / float64(n)
		}
	}
	for i := range n {
		for j := range p {
			for k := range p {
				s[j*p+k] += (x[i*p+j] - mean[j]) * (x[i*p+k] - mean[k]) / float64(n)
			}
		}
	}
	return s
}

func solve(g *Graphical, lambda float64) *mat.SymDense {
	g.Begin(lambda)
	for !g.Advance(1 << 20) {
	}
	return g.Precision()
}

func objective(p int, s []float64, omega *mat.SymDense, lambda float64) float64 {
	log, ok := logDet(omega)
	if !ok {
		return math.Inf(1)
	}
	f := -log
	for i := range p {
		for j := range p {
			f += s[i*p+j] * omega.At(i, j)
			if i != j {
				f += lambda * math.Abs(omega.At(i, j))
			}
		}
	}
	return f
}

// Numbers of an independent solver.
func TestSmallTable(t *testing.T) {
	s := covarianceOf(8, 4, eight)
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-8) {
			t.Errorf("%s: %.10f, want %.10f", what, got, want)
		}
	}
	g := New(4, s)
	sparse := solve(g, 0.25)
	near("f at 0.25", objective(4, s, sparse, 0.25), 1.8922752988)
	near("Ω13", sparse.At(0, 2), 0)
	near("Ω12", sparse.At(0, 1), -.3822735752)
	near("Ω34", sparse.At(2, 3), .1779606385)
	o := solve(g, 0.1) // from what 0.25 has left
	near("f at 0.1", objective(4, s, o, 0.1), .9964589832)
	for k, want := range map[[2]int]float64{{0, 0}: 2.0452578262, {0, 1}: -.5211350345,
		{0, 2}: -.0721147592, {0, 3}: -1.2105616153,
		{1, 2}: 0, {1, 3}: -1.8591635487, {2, 3}: .8334431584} {
		near(fmt.Sprint("Ω", k), o.At(k[0], k[1]), want)
	}
}

// The Gaussian of greatest likelihood on a cycle of four columns: the example of Murphy (2012), 26.68, from Hastie,
// Tibshirani and Friedman (2009), p. 652. Σ is S on the cycle and its diagonal, Ω is 0 elsewhere; the two free entries
// of Σ were found from these conditions by Newton's method, with an error below 1e-10.
func TestGaussianOnACycle(t *testing.T) {
	s := []float64{10, 1, 5, 4, 1, 10, 2, 6, 5, 2, 10, 3, 4, 6, 3, 10}
	none := math.Inf(1)
	g := New(4, s)
	g.Weigh([]float64{0, 0, none, 0, 0, 0, 0, none, none, 0, 0, 0, 0, none, 0, 0})
	omega := solve(g, 1)
	var c mat.Cholesky
	if !c.Factorize(omega) {
		t.Fatal("not positive definite")
	}
	var sigma mat.SymDense
	if err := c.InverseTo(&sigma); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-8) {
			t.Errorf("%s: %.10f, want %.10f", what, got, want)
		}
	}
	near("Σ13", sigma.At(0, 2), 1.3142061402)
	near("Σ24", sigma.At(1, 3), .8704715679)
	for i := range 4 {
		for j := range i + 1 {
			if i-j != 2 {
				near("S", sigma.At(i, j), s[4*i+j])
			} else if omega.At(i, j) != 0 {
				t.Errorf("Ω%d%d is %v", i+1, j+1, omega.At(i, j))
			}
		}
	}
	for k, want := range map[[2]int]float64{{0, 0}: .1196574474, {0, 1}: -.0078589575, {1, 1}: .1047701354,
		{2, 2}: .1136967192, {3, 3}: .1285840313} {
		near(fmt.Sprint("Ω", k), omega.At(k[0], k[1]), want)
	}
	// the book's own two digits
	for k, printed := range map[[2]int]float64{{0, 1}: -.01, {0, 3}: -.05, {1, 2}: -.02, {2, 3}: -.03} {
		if got := omega.At(k[0], k[1]); !(math.Abs(got-printed) <= .005) {
			t.Errorf("Ω%v is %v, the book has %v", k, got, printed)
		}
	}
}

// The conditions of optimality where pairs have penalties of their own, also none and an infinite one.
func TestOwnPenalties(t *testing.T) {
	const p = 14
	s := simulated(60, p, 3)
	rng := rand.New(rand.NewPCG(3, 3))
	share := make([]float64, p*p)
	for i := range p {
		for j := range i {
			v := []float64{0, 0.5, 1, 2, math.Inf(1)}[rng.IntN(5)]
			share[i*p+j], share[j*p+i] = v, v
		}
	}
	g := New(p, s)
	g.Weigh(share)
	for _, lambda := range []float64{0.3, 0.1} {
		omega := solve(g, lambda)
		var c mat.Cholesky
		if !c.Factorize(omega) {
			t.Fatal("not positive definite")
		}
		var w mat.SymDense
		if err := c.InverseTo(&w); err != nil {
			t.Fatal(err)
		}
		for i := range p {
			for j := range i {
				off, most, wrong := w.At(i, j)-s[i*p+j], lambda*share[i*p+j], 0.0
				if o := omega.At(i, j); o != 0 {
					wrong = math.Abs(off - math.Copysign(most, o))
				} else if !math.IsInf(most, 1) {
					wrong = max(0, math.Abs(off)-most)
				}
				if wrong > 1e-8 {
					t.Errorf("λ %v: pair %d, %d is off by %v", lambda, i, j, wrong)
				}
			}
		}
	}
}

// simulated is a covariance of n rows of p columns with a sparse precision.
func simulated(n, p int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, n*p)
	for i := range n {
		for j := range p {
			x[i*p+j] = rng.NormFloat64()
			if j%5 > 0 {
				x[i*p+j] += 0.7 * x[i*p+j-1]
			}
		}
	}
	return covarianceOf(n, p, x)
}

// The conditions of optimality, with the inverse of Ω found again.
func TestOptimality(t *testing.T) {
	for seed := range uint64(5) {
		const p = 30
		s := simulated(25, p, seed) // fewer rows than columns
		g := New(p, s)
		for _, lambda := range []float64{0.5, 0.3, 0.2} {
			omega := solve(g, lambda)
			var c mat.Cholesky
			if !c.Factorize(omega) {
				t.Fatalf("seed %d, λ %v: not positive definite", seed, lambda)
			}
			var w mat.SymDense
			if err := c.InverseTo(&w); err != nil {
				t.Fatal(err)
			}
			for i := range p {
				for j := range i + 1 {
					off := w.At(i, j) - s[i*p+j]
					wrong := 0.0
					switch o := omega.At(i, j); {
					case i == j:
						wrong = math.Abs(off)
					case o != 0:
						wrong = math.Abs(off - math.Copysign(lambda, o))
					default:
						wrong = math.Max(0, math.Abs(off)-lambda)
					}
					if wrong > 1e-8 {
						t.Fatalf("seed %d, λ %v: W%d,%d is off by %v", seed, lambda, i, j, wrong)
					}
				}
			}
		}
	}
}

// A start from another λ or from another table ends at the same Ω.
func TestStarts(t *testing.T) {
	const p = 12
	s := simulated(40, p, 9)
	cold := solve(New(p, s), 0.15)
	g := New(p, simulated(40, p, 10))
	solve(g, 0.4)
	g.Replace(s)
	warm := solve(g, 0.15)
	if !mat.EqualApprox(cold, warm, 1e-7) {
		t.Error("another Ω from another start")
	}
	if o := solve(New(p, s), 2*New(p, s).Largest()); mat.Sum(o) != mat.Trace(o) {
		t.Error("edges beyond the largest λ")
	}
}

func BenchmarkGraphical(b *testing.B) {
	for _, c := range []struct {
		p      int
		lambda float64
	}{{100, 0.2}, {500, 0.25}, {500, 0.15}} {
		s := simulated(200, c.p, 1)
		b.Run(fmt.Sprint(c.p, "/", c.lambda), func(b *testing.B) {
			for b.Loop() {
				solve(New(c.p, s), c.lambda)
			}
		})
	}
}

// logDet returns log det Ω, and whether Ω is positive definite.
func logDet(omega *mat.SymDense) (float64, bool) {
	var c mat.Cholesky
	if !c.Factorize(omega) {
		return math.Inf(-1), false
	}
	return c.LogDet(), true
}

// A fit ends soon after nothing moves: what was already there does not count as moved.
func TestFewSweeps(t *testing.T) {
	g := New(8, simulated(200, 8, 3))
	g.Begin(0.05)
	columns := 0
	for !g.Advance(1) {
		columns++
	}
	t.Logf("%d columns", columns)
	if columns > 8*12 {
		t.Errorf("%d lassos of 8 columns", columns)
	}
}
