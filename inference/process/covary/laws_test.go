package covary

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The law of the missing cells of a row is that of the dense normal given all other rows, as they are filled in, and
// its own observed cells; the square is that of these given the other rows.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	const n, d, noise = 7, 4, 0.15
	tr := randomTree(n, rng)
	x, s := randomTable(n, d, rng), randomSigma(d, 2, rng)
	c := kronecker(sharedTimes(tr, noise), s.Dense())
	holes := map[int][]int{1: {0, 2}, 4: {0, 1, 2, 3}, 5: {3}}
	filled := mat.DenseCopyOf(x)
	for i, columns := range holes {
		for _, j := range columns {
			x.Set(i, j, math.NaN())
		}
	}
	blanks := NewBlanks(x)
	visited := 0
	NewConditioner(blanks, s.Map()).Laws(NewPasser(tr, filled, noise), func(l BlankLaw) {
		visited++
		if !slices.Equal(l.Columns, holes[l.Row]) || !slices.Equal(blanks.Missing(l.Row), l.Columns) ||
			l.Observed != d-len(l.Columns) {
			t.Fatalf("row %d lacks %v and has %d", l.Row, l.Columns, l.Observed)
		}
		only := mat.DenseCopyOf(filled) // this row's cells alone are missing
		for _, j := range l.Columns {
			only.Set(l.Row, j, math.NaN())
		}
		want := means(only, c)
		cov := mat.NewDense(d, d, nil)
		var observed []int
		for j := range d {
			if !slices.Contains(l.Columns, j) {
				observed = append(observed, j)
			}
		}
		addConditional(cov, s.Dense(), l.Columns, observed)
		for a, j := range l.Columns {
			near(t, "mean", l.Mean[a], want.At(l.Row, j), 1e-9)
			near(t, "spread", l.Spread[a], cov.At(j, j), 1e-9)
		}
		// The density of the row's observed cells given the other rows is N(·, vΣ_oo), of which l.Square is the exponent.
		without := mat.DenseCopyOf(only)
		for j := range d {
			without.Set(l.Row, j, math.NaN())
		}
		logDet := 0.0
		if len(observed) > 0 {
			part := mat.NewSymDense(len(observed), nil)
			for a, i := range observed {
				for b := a; b < len(observed); b++ {
					part.SetSym(a, b, s.At(i, observed[b]))
				}
			}
			logDet = math.Log(mat.Det(part))
		}
		m := float64(len(observed))
		near(t, "density of the observed cells", -0.5*(m*math.Log(2*math.Pi*l.Variance)+logDet+l.Square),
			evidence(only, c)-evidence(without, c), 1e-8)
	})
	if visited != len(holes) {
		t.Errorf("%d rows visited", visited)
	}
	if blanks.Missing(0) != nil {
		t.Errorf("a complete row lacks %v", blanks.Missing(0))
	}
	values := blanks.Values(filled)
	if want := []float64{filled.At(1, 0), filled.At(1, 2), filled.At(4, 0), filled.At(4, 1), filled.At(4, 2),
		filled.At(4, 3), filled.At(5, 3)}; !slices.Equal(values, want) {
		t.Errorf("values %v, want %v", values, want)
	}
	again := mat.DenseCopyOf(x)
	blanks.Put(again, values)
	if !mat.Equal(again, filled) {
		t.Error("the cells do not come back to their places")
	}
}

// The map of a given Σ, that of its parts, and the mean of its diagonal.
func TestMapOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	s := randomSigma(5, 2, rng)
	m, err := MapOf(s.Dense())
	if err != nil {
		t.Fatal(err)
	}
	var precision, one mat.Dense
	precision.Mul(m.Dense(), m.Dense().T())
	one.Mul(&precision, s.Dense())
	for i := range 5 {
		for j := range 5 {
			near(t, "WWᵀΣ", one.At(i, j), identity(5).At(i, j), 1e-10)
			near(t, "precision", m.precision(i, j), precision.At(i, j), 1e-12)
			near(t, "precision of the parts", s.Map().precision(i, j), precision.At(i, j), 1e-9)
		}
	}
	near(t, "ln|W|", m.LogDet, -0.5*math.Log(mat.Det(s.Dense())), 1e-10)
	near(t, "ln|W| of a matrix", NewMap(m.Dense()).LogDet, m.LogDet, 1e-10)
	if m.Columns() != 5 || s.Map().Columns() != 5 {
		t.Errorf("%d and %d columns", m.Columns(), s.Map().Columns())
	}
	near(t, "mean of the diagonal", s.MeanVariance(), mat.Trace(s.Dense())/5, 1e-12)
	if _, err := MapOf(mat.NewSymDense(2, []float64{1, 1, 1, 1})); err == nil {
		t.Error("a singular covariance has a map")
	}
	scaled, cooled := s.Scaled(2.5).Dense(), s.Cooled(0.3).Dense()
	for i := range 5 {
		for j := range 5 {
			own := 0.0
			if i == j {
				own = s.Psi[i]
			}
			near(t, "scaled", scaled.At(i, j), 2.5*s.At(i, j), 1e-12)
			near(t, "cooled", cooled.At(i, j), own+0.3*(s.At(i, j)-own), 1e-12)
		}
	}
}
