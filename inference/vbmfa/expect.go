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
	size := len(logWeight)
	moved, mass, logR := make([]float64, size), make([]float64, size), make([]float64, size)
	entropy, share, near := make([]float64, size), make([]float64, size), make([]int, 0, size)
	e, r, among := make([][]float64, size), make([][]float64, size), make([][]bool, size)
	for s, c := range m.Components {
		e[s], r[s], among[s] = c.E, c.R, c.Near
	}
	for i := range m.d.n {
		most := math.Inf(-1)
		near = near[:0] // others have no responsibility since the last wide assignment
		for s := range e {
			if !wide && !among[s][i] {
				continue
			}
			near = append(near, s)
			logR[s] = logWeight[s] + e[s][i]
			if logR[s] > most {
				most = logR[s]
			}
		}
		if len(near) == 1 && !wide {
			s := near[0]
			moved[s] += math.Abs(1 - r[s][i])
			r[s][i] = 1
			mass[s]++
			continue
		}
		sum := 0.0
		for _, s := range near {
			if logR[s] -= most; wide {
				among[s][i] = logR[s] > logNear
			}
			if logR[s] >= logNegligible {
				share[s] = math.Exp(logR[s])
				sum += share[s]
			} else {
				share[s] = 0
			}
		}
		logSum := 0.0
		if sum > 1 {
			logSum = math.Log(sum)
		}
		for _, s := range near {
			v := share[s] / sum
			if v > 0 {
				entropy[s] -= v * (logR[s] - logSum)
				mass[s] += v
			}
			moved[s] += math.Abs(v - r[s][i])
			r[s][i] = v
		}
	}
	for s, c := range m.Components {
		c.Entropy = entropy[s]
		moved[s] /= math.Max(mass[s], 1e-300)
	}
	return moved
}

// shareOut updates q(s_i) among some components alone, which keep what they have
// together. It returns the greatest agitation.
func (m *mixture) shareOut(group []int, mass []float64) float64 {
	logWeight := m.logWeights()
	moved, total := make([]float64, len(group)), make([]float64, len(group))
	logR := make([]float64, len(group))
	for _, s := range group {
		m.Components[s].Entropy = 0
	}
	for i, all := range mass {
		if all < negligible {
			continue
		}
		most := math.Inf(-1)
		for k, s := range group {
			logR[k] = logWeight[s] + m.Components[s].E[i]
			most = math.Max(most, logR[k])
		}
		sum := 0.0
		for k := range group {
			sum += math.Exp(logR[k] - most)
		}
		logSum, logAll := most, 0.0
		if sum > 1 {
			logSum += math.Log(sum)
		}
		if all < 1-1e-14 {
			logAll = math.Log(all)
		}
		for k, s := range group {
			c := m.Components[s]
			l := logR[k] - logSum
			r := all * math.Exp(l)
			moved[k] += math.Abs(r - c.R[i])
			total[k] += r
			c.R[i] = r
			if r > 0 {
				c.Entropy -= r * (logAll + l)
			}
		}
	}
	agitation := 0.0
	for k := range group {
		agitation = math.Max(agitation, moved[k]/math.Max(total[k], 1e-300))
	}
	return agitation
}

// entropy returns −r ln r.
func entropy(r float64) float64 {
	if r <= 0 || r >= 1 {
		return 0
	}
	return -r * math.Log(r)
}
