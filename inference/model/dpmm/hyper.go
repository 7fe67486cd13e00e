package dpmm

import (
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/crp"
)

// ρ and κ₀ have the prior Ga(hyperShape, hyperRate), ρ that of values for which the shape is above its floors; see
// [conjugate.Shapes]. α has the prior Exp(ln N): then one cluster has about the probability ½ a priori, whatever the
// number of rows, and their mean number is about 2.
const (
	hyperShape = 1.0
	hyperRate  = 1.0
)

// drawAlpha draws α given the number of clusters.
func (s *state) drawAlpha(rng *rand.Rand) {
	if n := len(s.z); !s.hyper.fixedAlpha {
		s.hyper.alpha = crp.DrawConcentration(s.hyper.alpha, n, len(s.Active), hyperShape, crp.ConcentrationRate(n),
			rng)
	}
}

// A pooled sums what the draws of all clusters' means and covariances contribute to the
// conditionals of T, ρ and κ₀: Σ⁻¹ and (μ−m₀)ᵀΣ⁻¹(μ−m₀).
type pooled struct {
	precision []float64
	distance  float64
}

func newPooled(p *conjugate.Prior) pooled { return pooled{precision: p.Precision()} }

func (p *pooled) add(c conjugate.Component, rng *rand.Rand) { p.distance += c.Draw(rng, p.precision) }

// drawBase draws ρ, κ₀ and T given means and covariances of the clusters. Full ones have density ∝
// ρ^(D(δ+D−1)/2) exp(−½ρ(δ−2)tr(TΣ⁻¹)) of Σ⁻¹ in ρ; diagonal ones have ρ^(Dδ/2) instead; μ has
// κ₀^(D/2) exp(−½κ₀(μ−m₀)ᵀΣ⁻¹(μ−m₀)). Afterwards every cluster must be filled again.
func (s *state) drawBase(p pooled, rng *rand.Rand) {
	s.drawScales(p, rng)
	s.drawShape(p, rng)
}

// drawScales draws ρ given T, and κ₀.
func (s *state) drawScales(p pooled, rng *rand.Rand) {
	d, k := float64(len(s.prior.Mean)), float64(len(s.Active))
	power := d * s.prior.Freedom / 2
	if s.hyper.full {
		power = d * (s.prior.Freedom + d - 1) / 2
	}
	if !s.hyper.fixedScale {
		s.prior.Scale = conjugate.GammaAbove(hyperShape+k*power, hyperRate+(s.prior.Freedom-2)/2*s.prior.Trace(p.precision),
			s.shapes.LeastScale(s.prior), rng)
	}
	if !s.hyper.fixedKappa {
		s.prior.Kappa = conjugate.Gamma(hyperShape+k*d/2, hyperRate+p.distance/2, rng)
	}
}

// drawShape draws T given ρ, where it is learnt.
func (s *state) drawShape(p pooled, rng *rand.Rand) {
	if s.learnsShape() {
		s.shapes.Draw(s.prior, len(s.Active), p.precision, rng)
	}
}

// mostLearnt is the greatest number of columns of full clusters whose T is learnt: it takes D² numbers in each draw
// that is kept.
const mostLearnt = 64

// learnsShape reports whether T is learnt.
func (s *state) learnsShape() bool { return !s.hyper.full || len(s.prior.Mean) <= mostLearnt }

// fixedBase reports whether nothing has to be learnt from means and covariances.
func (s *state) fixedBase() bool { return s.hyper.fixedScale && s.hyper.fixedKappa && !s.learnsShape() }
