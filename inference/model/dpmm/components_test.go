package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/narrow"

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
	}{{50, 10, 0, ofFull}, {49, 10, 0, ofComponents}, {75, 15, 0, ofFull}, {400, 16, 0, ofComponents},
		{50, 10, 5, ofDiagonal}, {50, 10, 4, ofFull}, {20, 10, 9, ofDiagonal}} {
		x := table(c.n, c.d, c.twos)
		if got := (Model{}).Decide(inferencetest.DatasetOf(x), Model{}.Info().Defaults())["covariance"]; got != c.want {
			t.Errorf("%d × %d, %d of two values: %s, want %s", c.n, c.d, c.twos, got, c.want)
		}
	}
}

// The density of a row under clusters of scores is that of normal distributions with the covariance VCVᵀ + Ψ of the
// columns, with and without missing cells.
func TestDensityOfComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	const n, d, k = 12, 5, 2
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return float64(i%3*(j+1))/2 + rng.NormFloat64()
	}, x)
	c := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x),
		map[string]string{"covariance": "components"}).(*sampler)
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
		gram := c.components.Gram(nil)
		if err := addLogDensities(t.Context(), c.components, s, []narrow.Row{c.components.Row(y, gram)}, gram, 0,
			out); err != nil {
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
				at[p], centre[p] = y[i], c.components.Mean[i]
				for a := range k {
					centre[p] += c.components.Axes.At(i, a) * mu[a]
				}
				for q, j := range seen {
					v := 0.0
					if p == q {
						v = c.components.Noise[i]
					}
					for a := range k {
						for b := range k {
							v += c.components.Axes.At(i, a) * scatter[a*k+b] * c.components.Axes.At(j, b)
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
		for _, z := range s.Active {
			add(float64(s.Clusters[z].Size()), s.members(z))
		}
		inferencetest.Close(t, "log density", out[0], math.Log(sum/(n+s.hyper.alpha)), 1e-9)
	}
}

// A chain on components keeps the contracts, saved and restored, with missing cells.
func TestConformanceOfComponents(t *testing.T) {
	x := clumps(60, 20, 0.05)
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, inferencetest.DatasetOf(x))
}
