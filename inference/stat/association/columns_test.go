package association

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func never() bool { return false }

// Column by column the p values are those of the test of Kruskal and Wallis, to the bit, whatever the numbers: with
// ties, gaps, both zeros, infinities, numbers that differ in their last bits only, and constant columns.
func TestColumnsAreComparedAsByKruskalAndWallis(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	draws := []func(i int) float64{
		func(int) float64 { return rng.NormFloat64() },
		func(int) float64 { return float64(rng.IntN(4)) - 1.5 },
		func(int) float64 { return math.Float64frombits(math.Float64bits(1.5) + rng.Uint64N(9)) },
		func(int) float64 { return math.Copysign(0, rng.NormFloat64()) },
		func(int) float64 { return []float64{math.Inf(-1), -1e300, -5e-324, 0, 1, math.Inf(1)}[rng.IntN(6)] },
		func(int) float64 { return 7 },
		func(i int) float64 { return float64(-i) },
		func(int) float64 { return math.Exp(20 * rng.NormFloat64()) },
		func(int) float64 { return math.NaN() },
		func(i int) float64 { return rng.NormFloat64() + float64(i%2) },
	}
	for _, n := range []int{1, 2, 3, 9, 40, 299, 700} {
		x := mat.NewDense(n, 3*len(draws), nil)
		for i := range n {
			for j := range 3 * len(draws) {
				v := draws[j%len(draws)](i)
				if j >= len(draws) && rng.Float64() < 0.2 {
					v = math.NaN()
				}
				x.Set(i, j, v)
			}
		}
		columns := NewColumns(x)
		large := &Columns{x: x} // keeps nothing
		for _, size := range []int{0, 1, 2, n / 3, n / 2, n - 1, n} {
			inside, group := make([]bool, n), make([]int, n)
			for _, i := range rng.Perm(n)[:min(max(size, 0), n)] {
				inside[i], group[i] = true, 1
			}
			p, q := columns.Compare(inside, never), large.Compare(inside, never)
			for j := range p {
				want := KruskalWallis(mat.Col(nil, j, x), group).P
				if math.Float64bits(p[j]) != math.Float64bits(want) && !(math.IsNaN(p[j]) && math.IsNaN(want)) {
					t.Errorf("%d of %d rows, column %d: p %v, not %v", size, n, j, p[j], want)
				}
				if math.Float64bits(p[j]) != math.Float64bits(q[j]) && !math.IsNaN(p[j]) {
					t.Errorf("%d of %d rows, column %d: %v without ranks that are kept, not %v", size, n, j, q[j], p[j])
				}
			}
		}
	}
}

// A comparison that was given up leaves what can be continued.
func TestComparisonGivesUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	x := mat.NewDense(50, 40, nil)
	for i := range 50 {
		for j := range 40 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	inside := make([]bool, 50)
	for i := range 20 {
		inside[i] = true
	}
	c, asked := NewColumns(x), 0
	if p := c.Compare(inside, func() bool { asked++; return asked > 2 }); p != nil {
		t.Error("not given up")
	}
	p, whole := c.Compare(inside, never), NewColumns(x).Compare(inside, never)
	for j := range p {
		if p[j] != whole[j] {
			t.Errorf("column %d: %v, not %v", j, p[j], whole[j])
		}
	}
}

func BenchmarkColumns(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 1))
	x := mat.NewDense(2000, 500, nil)
	for i := range 2000 {
		for j := range 500 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	inside := make([]bool, 2000)
	for i := range 900 {
		inside[i] = true
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			NewColumns(x).Compare(inside, never)
		}
	})
	b.Run("again", func(b *testing.B) {
		c := NewColumns(x)
		c.Compare(inside, never)
		for b.Loop() {
			c.Compare(inside, never)
		}
	})
}
