package observation

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

func TestOmega(t *testing.T) {
	for z := -700.0; z < 3000; z += .37 {
		s := omega(z)
		inferencetest.Near(t, "s + log s", s+math.Log(s), z, 2e-7)
	}
}

func TestBeyond(t *testing.T) {
	for _, x := range []float64{-3, -.51, -.49, -.01, 1e-6, .2, .499, .501, 2} {
		inferencetest.Close(t, "e^t − 1 − t", beyond(x), math.Expm1(x)-x, 1e-9*x*x)
	}
}

// Draws of counts have the mean and the variance that quadrature gives, whatever the count, the spread of the rates
// and the cavity.
func TestCountDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for _, c := range []struct{ y, level, spread, m, w float64 }{
		{0, 1, .7, .2, 1}, {0, -4, .3, 0, 2}, {1, 0, 1.4, -.5, .3}, {7, 1, .5, 1.5, .8}, {250, 3, 1.2, -1, 2},
		{40000, 9, .6, .4, 1}, {2, 6, 1, 3, 9}, {3, 1, .02, 0, 1}, {900, 0, 3, 0, 4},
	} {
		y := NewCounts(nil, c.level, c.spread).Factor(0, c.y)
		m, w, mean, variance, u := []float64{c.m}, []float64{c.w}, []float64{0}, []float64{0}, []float64{0}
		y.Moments(m, w, mean, variance)
		const n = 40000
		sum, squares, cubes := 0.0, 0.0, 0.0
		for range n {
			y.Draw(m, w, rng, u)
			z := (u[0] - mean[0]) / math.Sqrt(variance[0])
			sum, squares, cubes = sum+z, squares+z*z, cubes+z*z*z*z
		}
		sum, squares = sum/n, squares/n
		inferencetest.Near(t, "mean", sum*math.Sqrt(n), 0, 4.5)
		inferencetest.Near(t, "variance", (squares-1)*math.Sqrt(n)/math.Sqrt(cubes/n-1), 0, 4.5)
	}
}
