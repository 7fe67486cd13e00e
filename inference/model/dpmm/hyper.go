package dpmm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
)

// α, ρ and κ₀ have the prior Ga(hyperShape, hyperRate), ρ that of values of at least leastScale. Where all rows of a cluster
// agree in a column, as zeros and ones do, the density has no bound as ρ goes to 0; then ρ lies at this limit, where the rows of a
// cluster keep a thousandth of the standard deviation of all.
const (
	hyperShape = 1.0
	hyperRate  = 1.0
	leastScale = 1e-6
)

// drawAlpha draws α given the number of clusters (Escobar and West 1995, section 6): with
// η ~ Beta(α+1, N), α is Ga(a+K, b−log η) with odds (a+K−1)/(N(b−log η)), else
// Ga(a+K−1, b−log η).
func (s *state) drawAlpha(rng *rand.Rand) {
	if s.hyper.fixedAlpha {
		return
	}
	n, k := float64(len(s.z)), float64(len(s.active))
	x, y := conjugate.Gamma(s.hyper.alpha+1, 1, rng), conjugate.Gamma(n, 1, rng)
	rate := hyperRate - math.Log(x/(x+y))
	shape := hyperShape + k
	if odds := (hyperShape + k - 1) / (n * rate); rng.Float64() >= odds/(1+odds) {
		shape--
	}
	s.hyper.alpha = conjugate.Gamma(shape, rate, rng)
}

// A pooled sums what the draws of all clusters' means and covariances contribute to the
// conditionals of ρ and κ₀: tr(TΣ⁻¹) and (μ−m₀)ᵀΣ⁻¹(μ−m₀).
type pooled struct{ trace, distance float64 }

func (p *pooled) add(c conjugate.Component, rng *rand.Rand) {
	t, d := c.Draw(rng)
	p.trace += t
	p.distance += d
}

// drawBase draws ρ and κ₀ given means and covariances of the clusters. Full ones have density ∝
// ρ^(D(δ+D−1)/2) exp(−½ρ(δ−2)tr(TΣ⁻¹)) of Σ⁻¹ in ρ; diagonal ones have ρ^(Dδ/2) instead; μ has
// κ₀^(D/2) exp(−½κ₀(μ−m₀)ᵀΣ⁻¹(μ−m₀)). Afterwards every cluster must be filled again.
func (s *state) drawBase(p pooled, rng *rand.Rand) {
	d, k := float64(len(s.prior.Mean)), float64(len(s.active))
	power := d * s.prior.Freedom / 2
	if s.hyper.full {
		power = d * (s.prior.Freedom + d - 1) / 2
	}
	if !s.hyper.fixedScale {
		s.prior.Scale = conjugate.GammaAbove(hyperShape+k*power, hyperRate+(s.prior.Freedom-2)/2*p.trace, leastScale, rng)
	}
	if !s.hyper.fixedKappa {
		s.prior.Kappa = conjugate.Gamma(hyperShape+k*d/2, hyperRate+p.distance/2, rng)
	}
}
