package vbmfa

import (
	"fmt"
	"math"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mathext"
)

// A bound is the lower bound F on the log evidence by its terms (math 12.4). For maximum likelihood
// it is the log likelihood, which is the sum of the last three terms.
type bound struct {
	Weights     float64 // F1, q(π)
	Precisions  float64 // F2, q(ν)
	Loadings    float64 // F3, q(Λ̃) and q(ν*)
	Assignments float64 // F4, q(s)
	Factors     float64 // F5, q(x)
	Fit         float64 // F6, the rows
}

// total returns F.
func (b bound) total() float64 {
	return b.Weights + b.Precisions + b.Loadings + b.Assignments + b.Factors + b.Fit
}

// bound evaluates F from the sums of the last pass over the rows: O(S·p·k²).
func (m *mixture) bound() bound {
	logWeight := m.logWeights()
	b, spread := m.common(logWeight), m.spread()
	for _, c := range m.Components {
		o := m.content(c, spread)
		b.Precisions += o.Precisions
		b.Loadings += o.Loadings
		b.Assignments += o.Assignments
		b.Factors += o.Factors
		b.Fit += o.Fit
	}
	return b
}

// common returns the contribution of the weights and the noise to the bound.
func (m *mixture) common(logWeight []float64) bound {
	var b bound
	d := m.d
	if !m.maximum {
		b.Weights = m.weightTerm(logWeight)
		b.Loadings = m.spreadTerm()
	}
	for q := range d.p {
		b.Fit -= 0.5 * (d.count[q]*math.Log(2*math.Pi*m.Psi[q]) + d.square[q]/m.Psi[q])
	}
	for s, c := range m.Components {
		if c.Mass > 0 {
			b.Assignments += c.Mass * logWeight[s]
		}
	}
	return b
}

// content returns the contribution of a component to the bound, apart from its weight: O(p·k²) if
// its loadings or sums have changed, O(p) otherwise. spread is that of the mixture.
func (m *mixture) content(c *component, spread float64) bound {
	c.derive(m.d)
	b := bound{Assignments: c.Entropy, Factors: c.Factors}
	for q, v := range c.misfits {
		b.Fit -= 0.5 * v / m.Psi[q]
	}
	b.Fit += c.Brought
	if !m.maximum {
		b.Precisions, b.Loadings = m.priorTerms(c, spread)
	}
	return b
}

// spread returns Σ_q ½⟨ln(ν*_q/2π)⟩, which the mean of each component contributes to the bound.
func (m *mixture) spread() float64 {
	sum := 0.0
	for _, v := range m.PrecOfMeans { // ln⟨ν⟩ = ln A − ln B
		sum += 0.5 * math.Log(v/(2*math.Pi))
	}
	if m.SpreadShape > 0 {
		sum += 0.5 * float64(m.d.p) * (mathext.Digamma(m.SpreadShape) - math.Log(m.SpreadShape))
	}
	return sum
}

// spreadTerm returns −Σ_q KL(q(ν*_q) ‖ Ga(½, ½s_q²)), which is 0 where ν* is given.
func (m *mixture) spreadTerm() float64 {
	a := m.SpreadShape
	if a == 0 {
		return 0
	}
	sum, dg, norm := 0.0, mathext.Digamma(a), special.LogGamma(spreadShape)-special.LogGamma(a)
	for q, b := range m.SpreadRate {
		rate := spreadShape * m.d.scale(q)
		sum -= (a-spreadShape)*dg + norm + spreadShape*math.Log(b/rate) + a*(rate-b)/b
	}
	return sum
}

// weightTerm returns F1.
func (m *mixture) weightTerm(logWeight []float64) float64 {
	u, total := m.counts()
	prior := m.Concentration / float64(len(u))
	sum := special.LogGamma(m.Concentration) - float64(len(u))*special.LogGamma(prior) - special.LogGamma(total)
	for s, v := range u {
		sum += special.LogGamma(v) + (prior-v)*logWeight[s]
	}
	return sum
}

// priorTerms returns the contribution of a component to F2 and F3.
func (m *mixture) priorTerms(c *component, spread float64) (precisions, loadings float64) {
	c.derive(m.d)
	p, w := m.d.p, c.K+1
	if c.K > 0 {
		dg, norm, logRate := mathext.Digamma(c.A), special.LogGamma(m.Shape)-special.LogGamma(c.A), math.Log(m.Rate)
		for l, b := range c.B {
			logB := math.Log(b)
			// −KL(Ga(A, b) ‖ Ga(a*, b*))
			precisions -= (c.A-m.Shape)*dg + norm + m.Shape*(logB-logRate) + c.A*(m.Rate-b)/b
			loadings += 0.5 * (float64(p)*(dg-logB-math.Log(2*math.Pi)) - c.A/b*c.powers[l])
		}
	}
	loadings += spread
	for q := range p {
		e := c.loading(q)[c.K] - m.MeanOfMeans[q]
		loadings -= 0.5 * m.PrecOfMeans[q] * (e*e + c.cov(q)[w*w-1])
	}
	loadings += 0.5*c.LogDet + 0.5*float64(p*w)*(1+math.Log(2*math.Pi))
	return precisions, loadings
}

// score returns F_s, the contribution of a component to the bound per row (math 12.4): low where it
// fits badly.
func (m *mixture) score(s int, logWeight float64) float64 {
	fit, prior := m.parts(s, logWeight)
	return prior + fit
}

// share returns the contribution of a component to the bound for each of its rows.
func (m *mixture) share(s int, logWeight float64) float64 {
	fit, prior := m.parts(s, logWeight)
	return prior/math.Max(m.Components[s].Mass, 1e-300) + fit
}

// parts returns the contribution of a component to the bound: for each of its rows, and for its
// loadings and their precisions.
func (m *mixture) parts(s int, logWeight float64) (fit, prior float64) {
	c := m.Components[s]
	fit = (c.Mass*logWeight + c.Entropy + dot(c.R, c.E)) / math.Max(c.Mass, 1e-300)
	if m.maximum {
		return fit, 0
	}
	precisions, loadings := m.priorTerms(c, m.spread())
	return fit, precisions + loadings
}

// A Decrease is the error of a run whose bound fell by more than rounding explains: either an
// update is wrong, or the numbers of the table span too many magnitudes.
type Decrease struct {
	Update        string // the one that lowered the bound
	Before, After float64
}

func (e *Decrease) Error() string {
	return fmt.Sprintf(
		"vbmfa: the update of %s lowered the bound from %.10g to %.10g; scale the columns to unit variance and run again",
		e.Update, e.Before, e.After)
}

// rounding is the share of the bound, and of the logarithms of the noise in it, by which an update may lower it;
// cancelled is the share of squares that cancel in it.
const rounding, cancelled = 1e-9, 1e-13

// check compares the bound with the one before an update, which may lower it by slack.
func check(update string, before, after, slack float64) error {
	if after < before-rounding*(math.Abs(before)+1)-slack || math.IsNaN(after) {
		return &Decrease{update, before, after}
	}
	return nil
}

// slack returns by how much rounding may lower the bound beyond a share of it, which may be near 0 where its terms are
// not: logarithms of the noise, one for each number, and the squares of numbers in units of the noise, of which
// components explain nearly all where there is little noise.
func (m *mixture) slack() float64 {
	sum := 0.0
	for q, n := range m.d.count {
		sum += 0.5 * (rounding*n*math.Abs(math.Log(2*math.Pi*m.Psi[q])) + cancelled*m.d.square[q]/m.Psi[q])
	}
	return sum
}
