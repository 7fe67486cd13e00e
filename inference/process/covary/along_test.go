package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The table of contrasts is that which they were made of.
func TestLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for _, noise := range []float64{0, 0.3} {
		for _, n := range []int{1, 2, 9, 17} {
			tr, x := randomTree(n, rng), randomTable(n, 3, rng)
			if got := Leaves(tr, NewContrasts(tr, x, noise).U, noise); !mat.EqualApprox(got, x, 1e-10) {
				t.Errorf("%d rows, noise %g: the leaves are\n%v\nnot\n%v", n, noise, mat.Formatted(got), mat.Formatted(x))
			}
		}
	}
}

// Changes are the expected differences of locations given the leaves, by the dense normal
// distribution of all nodes and leaves, over their standard deviation.
func TestChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	for _, noise := range []float64{0.2, 1e-9} {
		tr, f := randomTree(8, rng), randomTable(8, 2, rng)
		var inverse mat.Dense
		if err := inverse.Inverse(sharedTimes(tr, noise)); err != nil {
			t.Fatal(err)
		}
		// Expected location of node v: its shared times with the leaves, times K⁻¹f.
		location := func(v, j int) float64 {
			if v < 0 {
				return 0
			}
			sum := 0.0
			for a := range 8 {
				shared := tr.SharedTime(v, a)
				for b := range 8 {
					sum += shared * inverse.At(a, b) * f.At(b, j)
				}
			}
			return sum
		}
		got := Changes(tr, f, noise)
		for v := range tr.Nodes() {
			for j := range 2 {
				near(t, "a change", got.At(v, j), (location(v, j)-location(tr.Parent[v], j))/math.Sqrt(length(tr, v)), 1e-5)
			}
		}
	}
}

// The covariance of a tree over columns is its shared times, and its map is a root of the inverse
// whichever way it is made.
func TestColumnTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	for _, d := range []int{1, 2, 9, wide + 8} {
		tr := randomTree(d, rng)
		s, want := ColumnTree(tr, 2.5, 0.3), sharedTimes(tr, 0.3)
		want.ScaleSym(2.5, want)
		if !mat.EqualApprox(s.Dense(), want, 1e-12) {
			t.Errorf("%d columns: the covariance is\n%v", d, mat.Formatted(s.Dense()))
		}
		m := s.Map()
		if (m.dense != nil) != (d >= wide) {
			t.Errorf("%d columns: triangular %v", d, m.dense != nil)
		}
		var product, unit mat.Dense
		product.Mul(m.Dense().T(), want)
		unit.Mul(&product, m.Dense())
		for i := range d {
			for j := range d {
				expect := 0.0
				if i == j {
					expect = 1
				}
				near(t, "WᵀΣW", unit.At(i, j), expect, 1e-9)
			}
		}
		near(t, "ln|W|", m.LogDet, -0.5*math.Log(mat.Det(want)), 1e-8)
	}
}
