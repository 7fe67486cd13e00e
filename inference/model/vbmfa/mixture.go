package vbmfa

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// A mixture is the whole variational posterior with the hyperparameters. Fields are exported for
// saving.
type mixture struct {
	d *rows

	Components []*component
	NextID     int

	Psi           []float64 // p: noise variances Ψ
	MeanOfMeans   []float64 // p: μ*
	PrecOfMeans   []float64 // p: ⟨ν*⟩
	SpreadShape   float64   // q(ν*_q) = Ga(SpreadShape, SpreadRate[q]); 0 if ν* is given
	SpreadRate    []float64 // p
	Shape, Rate   float64   // a*, b*
	Concentration float64   // α*
	quad          []float64 // n: Σ_q y²/Ψ_q
	logNorm       []float64 // patterns: Σ_q ln 2πΨ_q
	scratch       *assignment
	fixed         fixed
	maximum       bool // maximum likelihood: no priors, no posterior variance of the loadings
	isotropic     bool // one noise variance for all columns
}

// fixed says which hyperparameters are not updated.
type fixed struct{ concentration, shape, rate, noise, means bool }

func (m *mixture) clone() *mixture {
	o := *m
	o.Components, o.scratch = nil, nil
	for _, c := range m.Components {
		o.Components = append(o.Components, c.clone())
	}
	o.Psi, o.MeanOfMeans, o.PrecOfMeans = slices.Clone(m.Psi), slices.Clone(m.MeanOfMeans), slices.Clone(m.PrecOfMeans)
	o.SpreadRate = slices.Clone(m.SpreadRate)
	o.quad, o.logNorm = slices.Clone(m.quad), slices.Clone(m.logNorm)
	return &o
}

// setNoise computes the sums that depend on Ψ: O(n·p).
func (m *mixture) setNoise() {
	d := m.d
	if m.quad == nil {
		m.quad, m.logNorm = make([]float64, d.n), make([]float64, len(d.patterns))
	}
	inverse := make([]float64, d.p)
	for q, v := range m.Psi {
		inverse[q] = 1 / v
	}
	if d.hidden != nil {
		for _, q := range d.hidden.columns {
			inverse[q] = 0 // components have these of their own
		}
	}
	d.inBlocks(d.p, func(_, low, high int) {
		for i := low; i < high; i++ {
			s := 0.0
			for q, v := range d.row(i) {
				s += v * v * inverse[q]
			}
			m.quad[i] = s
		}
	})
	for j, pt := range d.patterns {
		m.logNorm[j] = 0
		for _, q := range pt.columns {
			m.logNorm[j] += math.Log(2 * math.Pi * m.Psi[q])
		}
	}
}

// counts returns u_s = α*/S + Σ_i r_is, the parameters of q(π), and their sum.
func (m *mixture) counts() (u []float64, total float64) {
	u = make([]float64, len(m.Components))
	for s, c := range m.Components {
		u[s] = m.Concentration/float64(len(u)) + c.Mass
		total += u[s]
	}
	return u, total
}

// logWeights returns ⟨ln π_s⟩; for maximum likelihood, the logarithms of the shares.
func (m *mixture) logWeights() []float64 {
	out := make([]float64, len(m.Components))
	if m.maximum {
		total := 0.0
		for _, c := range m.Components {
			total += c.Mass
		}
		for s, c := range m.Components {
			out[s] = math.Log(c.Mass / total)
		}
		return out
	}
	u, total := m.counts()
	all := mathext.Digamma(total)
	for s := range u {
		out[s] = mathext.Digamma(u[s]) - all
	}
	return out
}
