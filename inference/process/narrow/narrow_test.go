package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// The number of components is that of those that stand out, within its limits.
func TestCountOf(t *testing.T) {
	for _, c := range [][4]int{{100, 200, 0, 2}, {100, 200, 7, 7}, {100, 200, 40, 10}, {200, 500, 40, 15}, {30, 500, 9, 6},
		{10, 100, 5, 2}, {2, 50, 0, 1}, {40, 1, 3, 1}} {
		if k := CountOf(c[0], c[1], c[2]); k != c[3] {
			t.Errorf("%d × %d with %d that stand out: %d, want %d", c[0], c[1], c[2], k, c[3])
		}
	}
}

// The components are those of the covariance; scores of complete rows are the projections.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	for _, size := range [][2]int{{30, 6}, {9, 20}} {
		n, d := size[0], size[1]
		x := mat.NewDense(n, d, nil)
		x.Apply(func(i, j int, _ float64) float64 { return float64((i%4)*(j%3)) + 0.1*rng.NormFloat64() }, x)
		c, scores := New(x, 2)
		var gram mat.Dense
		gram.Mul(c.Axes.T(), c.Axes)
		for a := range 2 {
			for b := range 2 {
				want := 0.0
				if a == b {
					want = 1
				}
				inferencetest.Close(t, "axes", gram.At(a, b), want, 1e-9)
			}
		}
		var svd mat.SVD
		svd.Factorize(centred(x, c.Mean, nil), mat.SVDNone)
		for a, s := range svd.Values(nil)[:2] {
			square := 0.0
			for i := range n {
				square += scores.At(i, a) * scores.At(i, a)
			}
			inferencetest.Close(t, "variance of scores", square, s*s, 1e-8*s*s)
		}
		for j, v := range c.Noise {
			if !(v > 0 && v < 1) {
				t.Errorf("column %d has noise %v", j, v)
			}
		}
	}
}

// Columns that have nothing in common are noise, however few the rows: none of them says what another will be. About
// the mean of all, each row is minus the sum of the others, which is no knowledge of it.
func TestNoiseOfFewRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const d = 12
	for n := 2; n <= 8; n++ {
		for _, gaps := range []bool{false, true} {
			x := mat.NewDense(n, d, nil)
			x.Apply(func(i, j int, _ float64) float64 {
				if gaps && i == j {
					return math.NaN()
				}
				return 100 + rng.NormFloat64()
			}, x)
			c, scores := New(x, CountOf(n, d, 0))
			sum := 0.0
			for _, v := range c.Noise {
				sum += v / d
			}
			if _, k := scores.Dims(); !(sum > 0.4 && sum < 4) {
				t.Errorf("%d rows, gaps %v: noise %v with %d components", n, gaps, c.Noise, k)
			}
		}
	}
}
