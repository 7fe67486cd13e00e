package conjugate

import (
	"math"
	"math/rand/v2"
)

// Sample draws a cluster's mean and covariance from the prior, diagonal or full, and n rows from
// them.
func (p *Prior) Sample(n int, rng *rand.Rand) [][]float64 {
	d := len(p.Mean)
	rows := make([][]float64, n)
	root := p.root(rng)
	centre := make([]float64, d)
	deviate := func(centre []float64, scale float64) []float64 {
		x := root(scale)
		for j := range x {
			x[j] += centre[j]
		}
		return x
	}
	copy(centre, deviate(p.Mean, 1/math.Sqrt(p.Kappa)))
	for i := range rows {
		rows[i] = deviate(centre, 1)
	}
	return rows
}

// root draws a covariance and returns a function that draws from N(0, scale²·Σ).
func (p *Prior) root(rng *rand.Rand) func(scale float64) []float64 {
	d := len(p.Mean)
	if p.factor == nil {
		sd := make([]float64, d)
		for j, v := range p.shape {
			sd[j] = 1 / math.Sqrt(Gamma(p.Freedom/2, p.strength()*v/2, rng))
		}
		return func(scale float64) []float64 {
			x := make([]float64, d)
			for j := range x {
				x[j] = scale * sd[j] * rng.NormFloat64()
			}
			return x
		}
	}
	// Σ = UᵀA⁻ᵀA⁻¹U with Λ₀ = UᵀU and A as in Draw.
	a := bartlett(d, p.Freedom+float64(d-1), rng)
	strength := math.Sqrt(p.strength())
	return func(scale float64) []float64 {
		g, x := make([]float64, d), make([]float64, d)
		for i := d - 1; i >= 0; i-- { // Aᵀg = normal
			g[i] = rng.NormFloat64()
			for k := i + 1; k < d; k++ {
				g[i] -= a[k*d+i] * g[k]
			}
			g[i] /= a[i*d+i]
		}
		for j := range d {
			for i := 0; i <= j; i++ {
				x[j] += scale * strength * p.factor[i*d+j] * g[i]
			}
		}
		return x
	}
}

// bartlett draws the lower triangular factor of a standard Wishart matrix with f degrees
// of freedom (Bartlett 1933).
func bartlett(d int, f float64, rng *rand.Rand) []float64 {
	a := make([]float64, d*d)
	for i := range d {
		for j := range i {
			a[i*d+j] = rng.NormFloat64()
		}
		a[i*d+i] = math.Sqrt(2 * Gamma((f-float64(i))/2, 1, rng))
	}
	return a
}
