package scree_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/scree"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// planted returns n rows of d columns made of so many factors of equal strength and noise of unequal variances.
func planted(n, d, factors int, strength float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 3))
	loading := make([]float64, factors*d)
	for j := range d {
		if factors > 0 { // each column belongs to one, so that all are equally strong
			loading[j%factors*d+j] = strength * (1 + rng.Float64())
		}
	}
	noise := make([]float64, d)
	for j := range noise {
		noise[j] = 0.5 + rng.Float64()
	}
	x := mat.NewDense(n, d, nil)
	for i := range n {
		f := make([]float64, factors)
		for k := range f {
			f[k] = rng.NormFloat64()
		}
		for j := range d {
			v := 100 + noise[j]*rng.NormFloat64()
			for k, w := range f {
				v += loading[k*d+j] * w
			}
			x.Set(i, j, v)
		}
	}
	return x
}

// Planted factors are counted, also where columns outnumber rows; noise has none.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		n, d, factors int
		strength      float64
	}{{30, 200, 4, 1}, {100, 50, 6, 0.7}, {300, 20, 4, 1}, {30, 200, 0, 0}, {150, 6, 0, 0}} {
		right := 0
		for seed := range uint64(5) {
			if a := scree.Analyse(planted(c.n, c.d, c.factors, c.strength, 1000+seed)); a.Count == c.factors {
				right++
			} else {
				t.Logf("%d×%d with %d factors: %d", c.n, c.d, c.factors, a.Count)
			}
		}
		if right < 4 {
			t.Errorf("%d×%d: %d factors are counted in %d of 5 tables", c.n, c.d, c.factors, right)
		}
	}
}

// Eigenvalues are those of the covariance; a missing cell is at its mean, and the table is not changed.
func TestValues(t *testing.T) {
	for _, size := range [][2]int{{9, 4}, {5, 8}} {
		n, d := size[0], size[1]
		x := planted(n, d, 2, 1, 7)
		before := mat.DenseCopyOf(x)
		a := scree.Analyse(x)
		if !mat.Equal(x, before) {
			t.Fatal("the table was changed")
		}
		if len(a.Values) != min(n-1, d) || len(a.Limits) != len(a.Values) {
			t.Fatalf("%d eigenvalues and %d limits of %d×%d", len(a.Values), len(a.Limits), n, d)
		}
		var s mat.SymDense
		stat.CovarianceMatrix(&s, x, nil)
		var svd mat.SVD
		svd.Factorize(&s, mat.SVDNone)
		for k, w := range svd.Values(nil)[:len(a.Values)] {
			if want := w * float64(n-1) / float64(n); !(math.Abs(a.Values[k]-want) <= 1e-9*(1+want)) {
				t.Errorf("eigenvalue %d is %v, want %v", k, a.Values[k], want)
			}
		}
	}
	x := mat.NewDense(4, 1, []float64{1, math.NaN(), 3, 2})
	if a := scree.Analyse(x); !(math.Abs(a.Values[0]-0.5) <= 1e-12) || a.Count != 0 {
		t.Errorf("one column with a gap: %+v", a)
	}
}

// Each permuted table keeps the values of every column, so the sum of the limits can differ little from that of the values.
func TestLimits(t *testing.T) {
	a := scree.Analyse(planted(60, 10, 2, 2, 3))
	values, limits := 0.0, 0.0
	for k, v := range a.Values {
		values, limits = values+v, limits+a.Limits[k]
	}
	if !(limits > values && limits < 1.3*values) {
		t.Errorf("the eigenvalues sum to %v, their 95 %% points to %v", values, limits)
	}
	for range 2 {
		if b := scree.Analyse(planted(60, 10, 2, 2, 3)); b.Limits[3] != a.Limits[3] {
			t.Error("the limits depend on more than the table")
		}
	}
}

func BenchmarkAnalyse(b *testing.B) {
	x := planted(189, 500, 5, 1, 1)
	for b.Loop() {
		scree.Analyse(x)
	}
}
