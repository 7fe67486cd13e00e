package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// evidence is the density of the observed cells alone, by the dense covariance.
func evidence(x *mat.Dense, c mat.Symmetric) float64 {
	var y []float64
	var at []int
	for i, v := range cells(x) {
		if !math.IsNaN(v) {
			y, at = append(y, v), append(at, i)
		}
	}
	s := mat.NewSymDense(len(at), nil)
	for a, i := range at {
		for b := a; b < len(at); b++ {
			s.SetSym(a, b, c.At(i, at[b]))
		}
	}
	return normal(y, s)
}

// means returns the dense conditional means of the missing cells in the place of the blanks.
func means(x *mat.Dense, c mat.Symmetric) *mat.Dense {
	n, d := x.Dims()
	all := cells(x)
	var seen, blank []int
	for i, v := range all {
		if math.IsNaN(v) {
			blank = append(blank, i)
		} else {
			seen = append(seen, i)
		}
	}
	s, y := mat.NewDense(len(seen), len(seen), nil), mat.NewVecDense(len(seen), nil)
	for a, i := range seen {
		y.SetVec(a, all[i])
		for b, j := range seen {
			s.Set(a, b, c.At(i, j))
		}
	}
	var z mat.VecDense
	if err := z.SolveVec(s, y); err != nil {
		panic(err)
	}
	for _, i := range blank {
		all[i] = 0
		for a, j := range seen {
			all[i] += c.At(i, j) * z.AtVec(a)
		}
	}
	return mat.NewDense(n, d, all)
}

// Row by row the blanks settle at their joint means; the bound is below the evidence of the
// cells observed, and equals it where one row is incomplete.
func TestBlanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tr := randomTree(9, rng)
	full, s := randomTable(9, 4, rng), randomSigma(4, 2, rng)
	c := kronecker(sharedTimes(tr, 0.2), s.Dense())
	for _, holes := range [][][2]int{{{3, 1}, {3, 2}},
		{{3, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {0, 2}, {7, 1}, {7, 2}}} {
		x := mat.DenseCopyOf(full)
		for _, h := range holes {
			x.Set(h[0], h[1], math.NaN())
		}
		blanks := NewBlanks(x)
		if blanks.Cells != len(holes) {
			t.Errorf("%d blanks, not %d", blanks.Cells, len(holes))
		}
		want, exact := means(x, c), evidence(x, c)
		filled := mat.DenseCopyOf(x)
		for _, h := range holes {
			filled.Set(h[0], h[1], 0)
		}
		law := NewConditioner(blanks, s.Map())
		variances := law.Settle(NewPasser(tr, filled, 0.2), 500)
		for _, h := range holes {
			near(t, "mean", filled.At(h[0], h[1]), want.At(h[0], h[1]), 1e-7)
		}
		bound := NewContrasts(tr, filled, 0.2).LogLikelihood(s) + law.Gain(variances)
		if len(holes) == 2 {
			near(t, "bound of one row", bound, exact, 1e-10)
		} else if bound > exact || bound < exact-3 {
			t.Errorf("the bound is %g, the evidence %g", bound, exact)
		}
		// v is one over the diagonal of the inverse of K.
		var inverse mat.Dense
		if err := inverse.Inverse(sharedTimes(tr, 0.2)); err != nil {
			t.Fatal(err)
		}
		for i, v := range variances {
			near(t, "v", v, 1/inverse.At(i, i), 1e-10)
		}
		// S gains the covariance of each row's missing part given its own observed part.
		var got mat.Dense
		extra := law.Extra(4)
		got.Mul(extra.T(), extra)
		sum := mat.NewDense(4, 4, nil)
		for _, i := range blanks.Rows() {
			addConditional(sum, s.Dense(), blanks.patterns[i].missing, blanks.patterns[i].observed)
		}
		for i := range 4 {
			for j := range 4 {
				near(t, "what S gains", got.At(i, j), sum.At(i, j), 1e-10)
			}
		}
	}
	if NewBlanks(full) != nil {
		t.Error("a complete table has blanks")
	}
}

// addConditional adds Σ_mm − Σ_mo Σ_oo⁻¹ Σ_om.
func addConditional(sum *mat.Dense, s *mat.SymDense, missing, observed []int) {
	pick := func(a, b []int) *mat.Dense {
		m := mat.NewDense(len(a), len(b), nil)
		for i, x := range a {
			for j, y := range b {
				m.Set(i, j, s.At(x, y))
			}
		}
		return m
	}
	c := pick(missing, missing)
	if len(observed) > 0 {
		var inverse, part mat.Dense
		if err := inverse.Inverse(pick(observed, observed)); err != nil {
			panic(err)
		}
		part.Product(pick(missing, observed), &inverse, pick(observed, missing))
		c.Sub(c, &part)
	}
	for i, x := range missing {
		for j, y := range missing {
			sum.Set(x, y, sum.At(x, y)+c.At(i, j))
		}
	}
}

// Gibbs draws of the blanks have the means and variances of the dense conditional.
func TestBlanksDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	tr := randomTree(6, rng)
	x, s := randomTable(6, 3, rng), randomSigma(3, 1, rng)
	c := kronecker(sharedTimes(tr, 0.1), s.Dense())
	for _, h := range [][2]int{{1, 0}, {1, 1}, {2, 0}, {2, 2}} {
		x.Set(h[0], h[1], math.NaN())
	}
	want := means(x, c)
	filled := mat.DenseCopyOf(want)
	law := NewConditioner(NewBlanks(x), NewMap(s.Map().Dense()))
	p := NewPasser(tr, filled, 0.1)
	const draws = 40_000
	sum, square, product := 0.0, 0.0, 0.0
	for range draws {
		law.Draw(p, rng)
		a, b := filled.At(1, 0)-want.At(1, 0), filled.At(2, 0)-want.At(2, 0)
		sum, square, product = sum+a, square+a*a, product+a*b
	}
	// The joint covariance of the blanks is the inverse of their part of the precision.
	var inverse mat.Dense
	if err := inverse.Inverse(c); err != nil {
		t.Fatal(err)
	}
	at := []int{3, 4, 6, 8}
	q := mat.NewDense(4, 4, nil)
	for a, i := range at {
		for b, j := range at {
			q.Set(a, b, inverse.At(i, j))
		}
	}
	var joint mat.Dense
	if err := joint.Inverse(q); err != nil {
		t.Fatal(err)
	}
	near(t, "mean", sum/draws, 0, 0.05*math.Sqrt(joint.At(0, 0)))
	near(t, "variance", square/draws/joint.At(0, 0), 1, 0.05)
	if got, want := product/draws, joint.At(0, 2); !(math.Abs(got-want) <= 0.05*joint.At(0, 0)) {
		t.Errorf("the covariance of two rows' blanks is %g, not %g", got, want)
	}
}
