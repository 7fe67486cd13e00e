package pca

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Once varimax has converged, no rotation of two columns raises the criterion: the variance of squared loadings,
// summed over columns, here computed for angles all round.
func TestVarimaxOfPairs(t *testing.T) {
	const d, k = 15, 3
	criterion := func(columns [k][]float64) float64 {
		v := 0.0
		for _, c := range columns {
			mean, fourth := 0.0, 0.0
			for _, x := range c {
				mean += x * x / d
				fourth += x * x * x * x / d
			}
			v += fourth - mean*mean
		}
		return v
	}
	rng := rand.New(rand.NewPCG(2, 6))
	for table := range 5 {
		g := make([]float64, d*k)
		for i := range g {
			g[i] = rng.NormFloat64() * float64(1+3*rng.IntN(2))
		}
		for n := 0; !varimax(g, k); n++ {
			if n > 10_000 {
				t.Fatalf("table %d: no convergence", table)
			}
		}
		var columns [k][]float64
		for i, v := range g {
			columns[i%k] = append(columns[i%k], v)
		}
		most := criterion(columns)
		for a := range k {
			for b := range a {
				for step := 1; step < 90; step++ {
					sin, cos := math.Sincos(math.Pi / 180 * float64(step))
					turned := columns
					turned[a], turned[b] = make([]float64, d), make([]float64, d)
					for i := range d {
						turned[a][i], turned[b][i] = cos*columns[a][i]-sin*columns[b][i], sin*columns[a][i]+cos*columns[b][i]
					}
					if got := criterion(turned); !(got <= most+1e-6*most) {
						t.Fatalf("table %d: columns %d and %d turned by %d° have %v, were %v", table, a, b, step, got, most)
					}
				}
			}
		}
	}
}
