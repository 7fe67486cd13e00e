package vbmfa

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// updateLoadings updates q(Λ̃) of a component. It solves jointly for the loadings and the mean of
// each row (math 12.2): O(p·k³). It reports false if a precision cannot be inverted.
func (m *mixture) updateLoadings(c *component) bool {
	k, w := c.K, c.K+1
	work, right := make([]float64, w*w), make([]float64, w)
	c.LogDet, c.derived = 0, false
	for q := range m.d.p {
		a := c.cov(q)
		class := m.d.classes[q]
		tau := 1 / m.Psi[q]
		for i, v := range c.Sxx[class*w*w : (class+1)*w*w] {
			a[i] = tau * v
		}
		for i, v := range c.Syx[q*w : (q+1)*w] {
			right[i] = tau * v
		}
		if m.maximum {
			ridge(a, w)
		} else {
			for l := range k {
				nu, _ := c.precision(l)
				a[l*w+l] += nu
			}
			a[k*w+k] += m.PrecOfMeans[q]
			right[k] += m.PrecOfMeans[q] * m.MeanOfMeans[q]
		}
		logDet, ok := invert(a, w, work)
		if !ok {
			return false
		}
		c.LogDet -= logDet
		row := c.loading(q)
		for i := range w {
			row[i] = dot(a[i*w:(i+1)*w], right)
		}
		if m.maximum {
			clear(a)
		}
	}
	return true
}

// ridge keeps a solve without priors from failing if a factor is unused.
func ridge(a []float64, w int) {
	trace := 0.0
	for i := range w {
		trace += a[i*w+i]
	}
	for i := range w {
		a[i*w+i] += 1e-10*trace/float64(w) + 1e-300
	}
}

// updatePrecisions updates q(ν) of a component: O(p·k).
func (m *mixture) updatePrecisions(c *component) {
	c.derive(m.d)
	c.A = m.Shape + float64(m.d.p)/2
	for l := range c.K {
		c.B[l] = m.Rate + 0.5*c.powers[l]
	}
}

// updateNoise sets Ψ to its optimum under the present posteriors (math 12.3).
func (m *mixture) updateNoise() {
	if m.fixed.noise {
		return
	}
	d := m.d
	sum := append([]float64(nil), d.square...)
	for _, c := range m.Components {
		c.derive(m.d)
		addScaled(sum, c.misfits, 1)
	}
	if m.isotropic {
		m.setIsotropic(sum)
	} else {
		for q := range sum {
			m.Psi[q] = m.d.floor[q]
			if d.count[q] > 0 {
				m.setPsi(q, math.Max(sum[q]/d.count[q], m.d.floor[q]))
			}
		}
	}
	m.setNoise()
}

// setIsotropic gives all columns the noise variance that best fits the given squares. Its floor is
// the mean of the columns' floors.
func (m *mixture) setIsotropic(squares []float64) {
	all, floor := 0.0, 0.0
	for q, v := range squares {
		all += v
		floor += m.d.count[q] * m.d.floor[q]
	}
	for q := range m.Psi {
		m.Psi[q] = math.Max(all, floor) / m.d.cells
	}
}

// levelNoise equalises the initial values of isotropic noise.
func (m *mixture) levelNoise() {
	if !m.isotropic {
		return
	}
	squares := make([]float64, m.d.p)
	for q := range squares {
		squares[q] = m.d.count[q] * m.d.variance[q]
	}
	m.setIsotropic(squares)
	m.setNoise()
}

// The prior Ga(spreadShape, spreadShape·s_q²) of ν*_q, the precision of the components' means in column q, where s_q²
// is the column's variance: half an observation, of the variance of the rows. Without it ν* could grow without limit
// for components with equal means, at no cost, and bounds of different numbers of components could not be compared.
const spreadShape = 0.5

// updateMeans sets μ* and updates q(ν*):
//
//	q(ν*_q) = Ga(½ + S/2, ½ s_q² + ½ Σ_s [(μ̄_sq − μ*_q)² + Γ_sq,μμ])
func (m *mixture) updateMeans() {
	if m.maximum || m.fixed.means {
		return
	}
	count := float64(len(m.Components))
	m.SpreadShape = spreadShape + count/2
	for q := range m.d.p {
		mean, square := 0.0, 0.0
		for _, c := range m.Components {
			mean += c.loading(q)[c.K] / count
		}
		for _, c := range m.Components {
			w := c.K + 1
			e := c.loading(q)[c.K] - mean
			square += e*e + c.cov(q)[w*w-1]
		}
		m.MeanOfMeans[q] = mean
		m.SpreadRate[q] = spreadShape*m.d.scale(q) + square/2
		m.PrecOfMeans[q] = m.SpreadShape / m.SpreadRate[q]
	}
}

const (
	leastShape, largestShape = 1e-3, 1e3
	leastAlpha, largestAlpha = 1e-3, 1e3 // times the number of components
)

// updateShape sets a* and b* (math 12.3), clipped.
func (m *mixture) updateShape() {
	if m.maximum || m.fixed.shape && m.fixed.rate {
		return
	}
	mean, log, count := 0.0, 0.0, 0.0
	for _, c := range m.Components {
		for l := range c.K {
			v, g := c.precision(l)
			mean, log, count = mean+v, log+g, count+1
		}
	}
	if count < 2 {
		return
	}
	mean, log = mean/count, log/count
	low, high := min(leastShape, m.Shape), max(largestShape, m.Shape)
	switch {
	case m.fixed.shape:
		m.Rate = m.Shape / mean
	case m.fixed.rate:
		// dg(a) = ln b + mean⟨ln ν⟩
		m.Shape = root(low, high, func(a float64) float64 { return math.Log(m.Rate) + log - mathext.Digamma(a) })
	default:
		gap := log - math.Log(mean) // below 0
		m.Shape = root(low, high, func(a float64) float64 { return gap - mathext.Digamma(a) + math.Log(a) })
		m.Rate = m.Shape / mean
	}
}

// updateConcentration sets α* (math 12.3), clipped.
func (m *mixture) updateConcentration() {
	if m.maximum || m.fixed.concentration || len(m.Components) == 1 {
		return
	}
	count := float64(len(m.Components))
	// q(π) is fixed while α* changes.
	u, total := m.counts()
	gap := 0.0
	for _, v := range u {
		gap += (mathext.Digamma(total) - mathext.Digamma(v)) / count
	}
	// The range follows the number of components, so the present value may lie outside.
	m.Concentration = root(min(leastAlpha*count, m.Concentration), max(largestAlpha*count, m.Concentration),
		func(a float64) float64 { return mathext.Digamma(a) - mathext.Digamma(a/count) - gap })
}

// root returns where a decreasing function of x > 0 changes sign between two bounds, by bisection
// of ln x; one of the bounds if it does not.
func root(low, high float64, f func(x float64) float64) float64 {
	if f(low) <= 0 {
		return low
	}
	if f(high) >= 0 {
		return high
	}
	a, b := math.Log(low), math.Log(high)
	for b-a > 1e-13*(1+math.Abs(a)) {
		c := (a + b) / 2
		if c == a || c == b {
			break
		}
		if f(math.Exp(c)) > 0 {
			a = c
		} else {
			b = c
		}
	}
	return math.Exp((a + b) / 2)
}
