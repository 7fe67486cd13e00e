package observation

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Where the latent numbers of a category depend on each other, the estimated probability of each level is that of
// counted draws, the levels have probability 1 in all, and latent numbers drawn one after the other have the moments
// of those draws that have the level.
func TestSeveral(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	c := NewCategories(4)
	m, w := []float64{.4, -.3, .2}, mat.NewSymDense(3, []float64{1, .6, -.3, .6, .8, .1, -.3, .1, 1.5})
	var root mat.Cholesky
	root.Factorize(w)
	var l mat.TriDense
	root.LTo(&l)
	var precision mat.SymDense
	if err := root.InverseTo(&precision); err != nil {
		t.Fatal(err)
	}
	const draws = 200_000
	var share, first, cross [4]float64
	for range draws {
		z, u := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}, []float64{m[0], m[1], m[2]}
		for j := range u {
			for i := range j + 1 {
				u[j] += l.At(j, i) * z[i]
			}
		}
		k := 0
		for other := range 4 {
			if c.utility(other, u) > c.utility(k, u) {
				k = other
			}
		}
		share[k] += 1. / draws
		first[k] += u[0] / draws
		cross[k] += u[0] * u[2] / draws
	}
	total := 0.
	for k := range 4 {
		y, sum := c.Factor(0, float64(k)).(Several), 0.
		for range 2000 {
			sum += math.Exp(LogProbability(y, m, w, rng)) / 2000
		}
		total += sum
		if !(math.Abs(sum-share[k]) <= .006) {
			t.Errorf("level %d has probability %v, counted %v", k, sum, share[k])
		}
		u, mean, product := make([]float64, 3), 0., 0.
		y.Draw(m, []float64{1, 2, 3}, rng, u) // some numbers of the level
		const rounds = 60_000
		for range rounds {
			for j := range u {
				at := m[j]
				for i := range u {
					if i != j {
						at -= precision.At(i, j) * (u[i] - m[i]) / precision.At(j, j)
					}
				}
				y.DrawOne(j, at, 1/precision.At(j, j), rng, u)
			}
			mean += u[0] / rounds
			product += u[0] * u[2] / rounds
		}
		if want := first[k] / share[k]; !(math.Abs(mean-want) <= .03) {
			t.Errorf("level %d: mean %v, want %v", k, mean, want)
		}
		if want := cross[k] / share[k]; !(math.Abs(product-want) <= .06) {
			t.Errorf("level %d: product %v, want %v", k, product, want)
		}
	}
	if !(math.Abs(total-1) <= .006) {
		t.Errorf("the levels have probability %v", total)
	}
}
