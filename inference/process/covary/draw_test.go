package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Draws of Σ have the mean (Ψ₀+S)/(ν₀+N−D−1), and their map belongs to them.
func TestDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	tr := randomTree(9, rng)
	c := NewContrasts(tr, randomTable(9, 3, rng), 0.1)
	w := Wishart{Centre: Diagonal([]float64{1, 4, 9}), G: 0.5, Nu: 9}
	for _, given := range []*Contrasts{nil, c} {
		want, nu := mat.NewSymDense(3, nil), 9-3-1.0
		if given != nil {
			want.SymOuterK(1, c.U.T())
			nu += 9
		}
		for j, v := range []float64{1, 4, 9} {
			want.SetSym(j, j, want.At(j, j)+5*0.5*v)
		}
		sum := mat.NewDense(3, 3, nil)
		const draws = 20_000
		for range draws {
			m, sigma := w.Draw(given, rng)
			var precision, s mat.Dense
			precision.Mul(m.Dense(), m.Dense().T())
			if err := s.Inverse(&precision); err != nil {
				t.Fatal(err)
			}
			sum.Add(sum, &s)
			for i := range 3 {
				for j := range 3 {
					near(t, "a cell", sigma.At(i, j), s.At(i, j), 1e-9*(1+math.Sqrt(s.At(i, i)*s.At(j, j))))
				}
			}
			near(t, "ln|W|", m.LogDet, 0.5*math.Log(mat.Det(&precision)), 1e-9)
		}
		for i := range 3 {
			for j := range 3 {
				scale := math.Sqrt(want.At(i, i)*want.At(j, j)) / nu
				if got := sum.At(i, j) / draws; !(math.Abs(got-want.At(i, j)/nu) <= 0.04*scale) {
					t.Errorf("mean of Σ[%d,%d] is %g, not %g", i, j, got, want.At(i, j)/nu)
				}
			}
		}
	}
}

// Moving all branch points gives the marginal of the tree moved.
func TestShift(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	for _, noise := range []float64{0, 0.2} {
		tr := randomTree(7, rng)
		x := randomTable(7, 3, rng)
		w := Wishart{Centre: Diagonal([]float64{1, 4, 9}), G: 0.5, Nu: 6}
		f := w.Shift(NewContrasts(tr, x, noise), math.Exp(-tr.LogTime[tr.Top]))
		for _, by := range []float64{-0.01, 0, 0.3, 2} {
			ell := append([]float64(nil), tr.LogTime...)
			for v := range ell {
				ell[v] += by
			}
			moved, err := tree.New(tr.Names, tr.Parent, ell)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "marginal", f(by), w.Marginal(NewContrasts(moved, x, noise*math.Exp(-by))), 1e-10)
		}
	}
}

// Where S is so much larger than Ψ₀ in one direction that their sum has no triangle, one is found from their rows, and
// Σ still has what Ψ₀ says of the other directions.
func TestDrawOfOneDirection(t *testing.T) {
	w := Wishart{Centre: Diagonal([]float64{1, 2, 3}), G: 1e-6, Nu: 9}
	c := &Contrasts{U: mat.NewDense(6, 3, nil), Variances: []float64{1, 1, 1, 1, 1, 1}}
	for i := range 6 {
		c.U.SetRow(i, []float64{float64(i + 1), 2 * float64(i+1), float64(i + 1)})
	}
	a := w.scale()
	a.SymRankK(a, 1, c.U.T())
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		t.Fatal("this one has a triangle")
	}
	var want, got mat.TriDense
	chol.LTo(&want)
	w.rootByRows(&got, c)
	for i := range 3 {
		for j := range i + 1 {
			if v := got.At(i, j); !(math.Abs(v-want.At(i, j)) <= 1e-9*want.At(2, 0)) {
				t.Errorf("L has %g at %d, %d, not %g", v, i, j, want.At(i, j))
			}
		}
	}
	c.U.Scale(1e10, c.U)
	rng := rand.New(rand.NewPCG(4, 1))
	mean := 0.0
	const draws = 2000
	for range draws {
		m, sigma := w.Draw(c, rng)
		along := sigma.At(0, 0)*25 + sigma.At(2, 2) - 10*sigma.At(0, 2) // not a null direction: it has S
		across := m.precision(0, 0)
		if !(along > 1e18) || !(across > 0 && across < 1e12) {
			t.Fatalf("Σ %v, precision %g", mat.Formatted(sigma), across)
		}
		mean += across / draws
	}
	// Σ⁻¹ has the mean (ν₀+N)(Ψ₀+S)⁻¹, by the inverse of a sum with u the direction of S, which has no end.
	p := mat.NewVecDense(3, []float64{1, 0.5, 1. / 3}) // of Ψ₀⁻¹, without its scale
	u := mat.NewVecDense(3, []float64{1, 2, 1})
	q := 0.0
	for j := range 3 {
		q += u.AtVec(j) * u.AtVec(j) * p.AtVec(j)
	}
	exact := (w.Nu + 6) / ((w.Nu - 4) * w.G) * (p.AtVec(0) - p.AtVec(0)*p.AtVec(0)/q)
	if !(math.Abs(mean/exact-1) <= 0.05) {
		t.Errorf("the mean precision is %g, not %g", mean, exact)
	}
}
