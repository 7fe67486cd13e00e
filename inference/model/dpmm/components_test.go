package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// What auto chooses, by the size of the table and by what its columns hold.
func TestAuto(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	table := func(n, d, twos int) *mat.Dense {
		x := mat.NewDense(n, d, nil)
		x.Apply(func(_, j int, _ float64) float64 {
			if j < twos {
				return float64(rng.IntN(2))
			}
			return rng.NormFloat64()
		}, x)
		return x
	}
	for _, c := range []struct {
		n, d, twos int
		want       string
	}{{50, 10, 0, ofFull}, {49, 10, 0, ofComponents}, {75, 15, 0, ofFull}, {400, 16, 0, ofComponents}, {50, 10, 5, ofDiagonal}, {50, 10, 4, ofFull}, {20, 10, 9, ofDiagonal}} {
		x := table(c.n, c.d, c.twos)
		if got := (Model{}).Decide(inferencetest.DatasetOf(x), Model{}.Info().Defaults())["covariance"]; got != c.want {
			t.Errorf("%d × %d, %d of two values: %s, want %s", c.n, c.d, c.twos, got, c.want)
		}
	}
}

// The number of components is that of those that stand out, within its limits.
func TestCountOf(t *testing.T) {
	for _, c := range [][4]int{{100, 200, 0, 2}, {100, 200, 7, 7}, {100, 200, 40, 10}, {200, 500, 40, 15}, {30, 500, 9, 6}, {10, 100, 5, 2}, {2, 50, 0, 1}, {40, 1, 3, 1}} {
		if k := countOf(c[0], c[1], c[2]); k != c[3] {
			t.Errorf("%d × %d with %d that stand out: %d, want %d", c[0], c[1], c[2], k, c[3])
		}
	}
}

// The density of a row under clusters of scores is that of normal distributions with the covariance VCVᵀ + Ψ of the columns, with
// and without missing cells.
func TestDensityOfComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	const n, d, k = 12, 5, 2
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return float64(i%3*(j+1))/2 + rng.NormFloat64()
	}, x)
	c := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), map[string]string{"covariance": "components"}).(*sampler)
	for c.iteration < 0 {
		c.advance()
	}
	s := c.state
	if _, got := c.of.Dims(); got != k {
		t.Fatalf("%d components", got)
	}
	row := []float64{0.5, -1, 2, math.NaN(), 0.3}
	whole := append([]float64(nil), row...)
	whole[3] = 1.5
	for _, y := range [][]float64{whole, row} {
		out := []float64{math.Inf(-1)}
		gram := c.components.gram(nil)
		if err := c.components.logDensities(t.Context(), s, []narrowed{c.components.narrow(y, gram)}, gram, 0, out); err != nil {
			t.Fatal(err)
		}
		var seen []int
		for j, v := range y {
			if !math.IsNaN(v) {
				seen = append(seen, j)
			}
		}
		sum := 0.0
		add := func(weight float64, rows [][]float64) {
			// Mean and covariance of the next scores of a cluster, by the formulas of the normal-inverse-Wishart distribution.
			mean, scatter := make([]float64, k), make([]float64, k*k)
			m := float64(len(rows))
			for a := range k {
				for _, r := range rows {
					mean[a] += r[a] / m
				}
			}
			kappa := s.prior.Kappa + m
			shape := s.prior.Shape() // lower triangle
			mu := make([]float64, k)
			for a := range k {
				mu[a] = (s.prior.Kappa*s.prior.Mean[a] + m*mean[a]) / kappa
				for b := range k {
					v := s.prior.Scale * (s.prior.Freedom - 2) * shape[max(a, b)*(max(a, b)+1)/2+min(a, b)]
					for _, r := range rows {
						v += (r[a] - mean[a]) * (r[b] - mean[b])
					}
					v += s.prior.Kappa * m / kappa * (mean[a] - s.prior.Mean[a]) * (mean[b] - s.prior.Mean[b])
					scatter[a*k+b] = v * (kappa + 1) / kappa / (s.prior.Freedom + m - 2)
				}
			}
			centre, cov := make([]float64, len(seen)), mat.NewSymDense(len(seen), nil)
			at := make([]float64, len(seen))
			for p, i := range seen {
				at[p], centre[p] = y[i], c.components.mean[i]
				for a := range k {
					centre[p] += c.components.axes.At(i, a) * mu[a]
				}
				for q, j := range seen {
					v := 0.0
					if p == q {
						v = c.components.noise[i]
					}
					for a := range k {
						for b := range k {
							v += c.components.axes.At(i, a) * scatter[a*k+b] * c.components.axes.At(j, b)
						}
					}
					cov.SetSym(p, q, v)
				}
			}
			normal, ok := distmv.NewNormal(centre, cov, nil)
			if !ok {
				t.Fatal("no covariance")
			}
			sum += weight * normal.Prob(at)
		}
		add(s.hyper.alpha, nil)
		for _, z := range s.active {
			add(float64(s.slots[z].Size()), s.members(z))
		}
		inferencetest.Close(t, "log density", out[0], math.Log(sum/(n+s.hyper.alpha)), 1e-9)
	}
}

// The components are those of the covariance; scores of complete rows are the projections.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	for _, size := range [][2]int{{30, 6}, {9, 20}} {
		n, d := size[0], size[1]
		x := mat.NewDense(n, d, nil)
		x.Apply(func(i, j int, _ float64) float64 { return float64((i%4)*(j%3)) + 0.1*rng.NormFloat64() }, x)
		c, scores := componentsOf(x, 2)
		var gram mat.Dense
		gram.Mul(c.axes.T(), c.axes)
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
		svd.Factorize(centred(x, c.mean, nil), mat.SVDNone)
		for a, s := range svd.Values(nil)[:2] {
			square := 0.0
			for i := range n {
				square += scores.At(i, a) * scores.At(i, a)
			}
			inferencetest.Close(t, "variance of scores", square, s*s, 1e-8*s*s)
		}
		for j, v := range c.noise {
			if !(v > 0 && v < 1) {
				t.Errorf("column %d has noise %v", j, v)
			}
		}
	}
}

// Columns that have nothing in common are noise, however few the rows: none of them says what another will be. About the mean of all,
// each row is minus the sum of the others, which is no knowledge of it.
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
			c, scores := componentsOf(x, countOf(n, d, 0))
			sum := 0.0
			for _, v := range c.noise {
				sum += v / d
			}
			if _, k := scores.Dims(); !(sum > 0.4 && sum < 4) {
				t.Errorf("%d rows, gaps %v: noise %v with %d components", n, gaps, c.noise, k)
			}
		}
	}
}

// A chain on components keeps the contracts, saved and restored, with missing cells.
func TestConformanceOfComponents(t *testing.T) {
	x := clumps(60, 20, 0.05)
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, inferencetest.DatasetOf(x))
}
