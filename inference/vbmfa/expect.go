package vbmfa

import "math"

// An expecter updates q(x_i|s) of one component and the expected log densities that
// q(s_i) needs (math 12.2). With the optimal q(x) these are, for row i of pattern P,
//
//	e_i = ½ ln|Σ_P| − ½ Σ_q ln 2πΨ_q − ½ (yᵀΨ⁻¹y + B_μμ − 2 g_μ − x̄·h),
//	g = Σ_q Ψ_q⁻¹ M_q y_q,  B = Σ_q Ψ_q⁻¹ (M_q M_qᵀ + Γ_q),  h = g_Λ − B_Λμ,  x̄ = Σ_P h,
//
// all sums over the observed columns: O(p·k) a row and O(p·k²) a pattern.
type expecter struct {
	c       *component
	weights []float64 // (K+1)×p: M_q/Ψ_q, by factor
	offset  []float64 // patterns×(K+1): B_Λμ and B_μμ
	logDet  []float64 // patterns: ln|Σ_P|
	g       []float64 // scratch
}

// newExpecter does what does not depend on single rows.
func newExpecter(m *mixture, c *component) *expecter {
	d, k, w := m.d, c.K, c.K+1
	e := &expecter{c: c, weights: make([]float64, w*d.p), offset: make([]float64, len(d.patterns)*w),
		logDet: make([]float64, len(d.patterns)), g: make([]float64, w)}
	for q := range d.p {
		for l, v := range c.loading(q) {
			e.weights[l*d.p+q] = v / m.Psi[q]
		}
	}
	b, work := make([]float64, w*w), make([]float64, k*k)
	for j, pt := range d.patterns {
		clear(b)
		for _, q := range pt.columns {
			row, cov := c.loading(q), c.cov(q)
			for a := range w {
				f := row[a] / m.Psi[q]
				for z := range w {
					b[a*w+z] += f*row[z] + cov[a*w+z]/m.Psi[q]
				}
			}
		}
		sigma := c.Cov[j*k*k : (j+1)*k*k]
		for a := range k {
			for z := range k {
				sigma[a*k+z] = b[a*w+z]
			}
			sigma[a*k+a]++
		}
		logDet, _ := invert(sigma, k, work) // I plus a positive semidefinite matrix
		e.logDet[j] = -logDet
		for a := range w {
			e.offset[j*w+a] = b[a*w+k]
		}
	}
	return e
}

// visit updates the rows [low, high), of these only the ones for which among holds
// true; nil is all.
func (e *expecter) visit(m *mixture, low, high int, among []bool) {
	c, d := e.c, m.d
	k, w := c.K, c.K+1
	h := e.g[:k]
	for j, pt := range d.patterns {
		offset, sigma := e.offset[j*w:(j+1)*w], c.Cov[j*k*k:(j+1)*k*k]
		base := 0.5*e.logDet[j] - 0.5*m.logNorm[j] - 0.5*offset[k]
		for i := max(low, pt.low); i < min(high, pt.high); i++ {
			if among != nil && !among[i] {
				continue
			}
			y := d.row(i)
			for l := range k {
				h[l] = dot(e.weights[l*d.p:(l+1)*d.p], y) - offset[l]
			}
			mean := dot(e.weights[k*d.p:(k+1)*d.p], y)
			x, fit := c.X[i*k:(i+1)*k], 0.0
			for l := range k {
				x[l] = dot(sigma[l*k:(l+1)*k], h)
				fit += x[l] * h[l]
			}
			c.E[i] = base - 0.5*(m.quad[i]-2*mean-fit)
		}
	}
}

// negligible is the responsibility below which a row does not count for a component.
const (
	negligible    = 1e-12
	logNegligible = -27.7
	logNear       = -50 // a row as unlikely as that is not looked at again before the next wide cycle
)

// assign updates q(s_i) of the rows over all components, and returns the agitation
// of each: Σ_i |Δr_is| / Σ_i r_is. A wide assignment also finds which components are
// near which rows; the others consider those alone, which is an update of q(s_i)
// within a smaller family and cannot lower the bound either.
func (m *mixture) assign(wide bool) []float64 {
	logWeight := m.logWeights()
	moved, mass := make([]float64, len(logWeight)), make([]float64, len(logWeight))
	logR, r := make([]float64, len(logWeight)), make([]float64, len(logWeight))
	for _, c := range m.Components {
		c.Entropy = 0
	}
	for i := range m.d.n {
		most := math.Inf(-1)
		for s, c := range m.Components {
			if !wide && !c.Near[i] {
				logR[s] = math.Inf(-1)
				continue
			}
			logR[s] = logWeight[s] + c.E[i]
			most = math.Max(most, logR[s])
		}
		sum := 0.0
		for s, c := range m.Components {
			if logR[s] -= most; wide {
				c.Near[i] = logR[s] > logNear
			}
			r[s] = 0
			if logR[s] >= logNegligible {
				r[s] = math.Exp(logR[s])
				sum += r[s]
			}
		}
		logSum := 0.0
		if sum > 1 {
			logSum = math.Log(sum)
		}
		for s, c := range m.Components {
			v := r[s] / sum
			moved[s] += math.Abs(v - c.R[i])
			c.R[i] = v
			if v > 0 {
				mass[s] += v
				c.Entropy -= v * (logR[s] - logSum)
			}
		}
	}
	for s := range moved {
		moved[s] /= math.Max(mass[s], 1e-300)
	}
	return moved
}

// shareOut updates q(s_i) between two components alone, keeping what the others have.
// It returns the agitation of each.
func (m *mixture) shareOut(a, b *component, mass []float64) (first, second float64) {
	logA, logB := 0.0, 0.0
	for s, l := range m.logWeights() {
		switch m.Components[s] {
		case a:
			logA = l
		case b:
			logB = l
		}
	}
	var massA, massB float64
	a.Entropy, b.Entropy = 0, 0
	for i, both := range mass {
		if both < negligible {
			continue
		}
		share := 1 / (1 + math.Exp(logB+b.E[i]-logA-a.E[i]))
		r := both * share
		moved := math.Abs(r - a.R[i])
		a.R[i], b.R[i] = r, both-r
		first, second = first+moved, second+moved
		massA, massB = massA+r, massB+both-r
		a.Entropy += entropy(r)
		b.Entropy += entropy(both - r)
	}
	return first / math.Max(massA, 1e-300), second / math.Max(massB, 1e-300)
}

// entropy returns −r ln r.
func entropy(r float64) float64 {
	if r <= 0 || r >= 1 {
		return 0
	}
	return -r * math.Log(r)
}
