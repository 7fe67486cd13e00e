package scree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// planted draws n rows of d columns with noise of variance 1 and k factors that load on every column with the given
// scale.
func planted(n, d, k int, scale float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	g := make([]float64, k*d)
	for i := range g {
		g[i] = scale * rng.NormFloat64()
	}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for f := range k {
			a := rng.NormFloat64()
			for j := range row {
				row[j] += a * g[f*d+j]
			}
		}
	}
	return x
}

func TestNumber(t *testing.T) {
	if testing.Short() {
		t.Skip("many tables")
	}
	for _, c := range []struct {
		name          string
		n, d, k       int
		scale         float64
		gaps          float64
		tables, least int // of the tables, at least so many right
	}{
		{"noise, more columns than rows", 30, 300, 0, 0, 0, 20, 17},
		{"noise", 150, 6, 0, 0, 0, 20, 17},
		{"noise with gaps", 60, 10, 0, 0, 0.2, 20, 17},
		{"six factors of 30 rows", 30, 300, 6, 0.7, 0, 6, 5},
		{"four factors", 300, 40, 4, 0.7, 0, 6, 5},
		{"four factors with gaps", 300, 40, 4, 0.7, 0.2, 6, 5},
	} {
		right := 0
		for seed := range c.tables {
			rng := rand.New(rand.NewPCG(uint64(seed), 7))
			x := planted(c.n, c.d, c.k, c.scale, rng)
			x.Apply(func(_, _ int, v float64) float64 {
				if rng.Float64() < c.gaps {
					return math.NaN()
				}
				return v
			}, x)
			if of(x).Number == c.k {
				right++
			}
		}
		if right < c.least {
			t.Errorf("%s: %d of %d tables have %d components", c.name, right, c.tables, c.k)
		}
	}
}

// The eigenvalues are those of two columns worked out by hand, and permutations keep each column's variance.
func TestValues(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 1, 2, 4, 3, 1, 6, 2})
	// Column variances 14/4 and 6/4, covariance ½(1/4)(…): Σ(x−3)(y−2) = 2+(−2)+0+0 = 0.
	s := of(x)
	if !(math.Abs(s.Values[0]-3.5) < 1e-12 && math.Abs(s.Values[1]-1.5) < 1e-12) {
		t.Errorf("eigenvalues %v, want 3.5 and 1.5", s.Values)
	}
	for _, v := range New(x).permuted(3) {
		if sum := v[0] + v[1]; !(math.Abs(sum-5) < 1e-12) {
			t.Errorf("a permuted table has variance %v, want 5", sum)
		}
	}
	if !slices.Equal(of(x).Band, s.Band) {
		t.Error("two analyses of one table differ")
	}
}

func (a *Analysis) permuted(rounds int) [][]float64 {
	for range rounds {
		a.Advance()
	}
	return a.permute
}

// Units, and the place of missing cells, do not matter.
func TestUnits(t *testing.T) {
	x := planted(40, 8, 2, 1, rand.New(rand.NewPCG(3, 3)))
	y := mat.NewDense(40, 8, nil)
	y.Scale(1024, x)
	a, b := of(x), of(y)
	if a.Number != 2 || b.Number != 2 {
		t.Errorf("%d and %d components, want 2", a.Number, b.Number)
	}
	for k, v := range a.Band {
		if v*1024*1024 != b.Band[k] {
			t.Errorf("point %d of the band is %v, of the table times 1,024 %v", k, v, b.Band[k])
		}
	}
}

// A table of equal values, or with an empty column, has no component.
func TestNothing(t *testing.T) {
	x := mat.NewDense(5, 3, nil)
	if s := of(x); s.Number != 0 {
		t.Errorf("%d components of a table of zeros", s.Number)
	}
	for i := range 5 {
		x.Set(i, 1, math.NaN())
	}
	if s := of(x); s.Number != 0 || slices.ContainsFunc(s.Band, math.IsNaN) {
		t.Errorf("%+v of a table with an empty column", s)
	}
}

func BenchmarkOf(b *testing.B) {
	for _, d := range [][2]int{{38, 1000}, {800, 73}, {300, 300}, {500, 500}} {
		x := planted(d[0], d[1], 3, 1, rand.New(rand.NewPCG(1, 1)))
		b.Run("", func(b *testing.B) {
			for range b.N {
				of(x)
			}
		})
	}
}

// of makes all permutations of a table at once; see [New].
func of(x mat.Matrix) Scree {
	a := New(x)
	for !a.Advance() {
	}
	return a.Scree()
}

// Columns that are levels of one category have to do with each other, and do not stand out for that.
func TestGrouped(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	x, first := mat.NewDense(200, 12, nil), []int{0, 4, 8}
	for i := range 200 {
		for _, low := range first {
			x.Set(i, low+rng.IntN(4), 1)
		}
	}
	number := func(a *Analysis) int {
		for !a.Advance() {
		}
		return a.Scree().Number
	}
	if got := number(NewGrouped(x, first)); got != 0 {
		t.Errorf("%d components of independent categories stand out", got)
	}
	if got := number(New(x)); got == 0 {
		t.Error("levels on their own do not stand out, so the test shows nothing")
	}
}
