package vbmfa

import (
	"math"
	"math/rand/v2"
)

// split replaces a component by two children (math 12.6): the first in its place, the
// second at the end. Its rows go to the one or the other by the side of its mean on
// which they lie along a direction drawn from its own covariance; at the first
// attempt that of its strongest factor.
func (m *mixture) split(parent int, o options, longest bool, rng *rand.Rand) (first, second *component) {
	d, mother := m.d, m.Components[parent]
	k := mother.K
	direction, length := make([]float64, d.p), 0.0
	factors := make([]float64, k)
	strongest := 0
	for l := range factors {
		factors[l] = rng.NormFloat64()
		if mother.power(d.p, l) > mother.power(d.p, strongest) {
			strongest = l
		}
	}
	for q := range d.p {
		row, spread := mother.loading(q), m.Psi[q]
		for l := range k {
			direction[q] += row[l] * factors[l]
			spread += mother.cov(q)[l*(k+1)+l]
		}
		direction[q] += math.Sqrt(spread) * rng.NormFloat64()
		if longest && k > 0 {
			direction[q] = row[strongest]
		}
		length += direction[q] * direction[q]
	}
	first, second = mother.clone(), mother.clone()
	first.ID, second.ID = m.NextID, m.NextID+1
	m.NextID += 2
	m.Components[parent] = first
	m.Components = append(m.Components, second)
	mass := 0.0
	for _, pt := range d.patterns {
		for i := pt.low; i < pt.high; i++ {
			r := mother.R[i]
			if r == 0 {
				continue
			}
			side := 0.0
			for _, q := range pt.columns {
				side += (d.y[i*d.p+q] - mother.loading(q)[k]) * direction[q]
			}
			share := 1 - o.hardness
			if side >= 0 {
				share = o.hardness
			}
			if o.spatial { // nearer to mean + direction or to mean − direction, softly
				share = 1 / (1 + math.Exp(-2*side/math.Max(length, 1e-300)*float64(d.p)))
			}
			first.R[i], second.R[i] = r*share, r*(1-share)
			mass += r * share
		}
	}
	first.Mass, second.Mass = mass, mother.Mass-mass
	first.sumEntropy()
	second.sumEntropy()
	m.revive(first, rng)
	m.revive(second, rng)
	if o.spatial {
		for q := range d.p {
			first.loading(q)[k] += direction[q]
			second.loading(q)[k] -= direction[q]
		}
	}
	return first, second
}

// revive gives the factors of a component that are switched off another chance, from
// random values of the rows: what its parent had no use for it may need, and by itself
// a factor that is off stays off.
func (m *mixture) revive(c *component, rng *rand.Rand) {
	for l, on := range m.active(c) {
		if on {
			continue
		}
		for i := range m.d.n {
			c.X[i*c.K+l] = rng.NormFloat64()
		}
		c.B[l] = c.A / m.Shape * m.Rate // ⟨ν⟩ as in the prior
	}
}

// activePower is the share of the noise's variance, summed over columns, that a
// factor must carry to count as switched on.
const activePower = 1e-3

// active reports of each factor whether it is switched on (math 12.5).
func (m *mixture) active(c *component) []bool {
	noise := 0.0
	for _, v := range m.Psi {
		noise += v
	}
	out := make([]bool, c.K)
	for l := range out {
		out[l] = c.power(m.d.p, l) >= activePower*noise
	}
	return out
}

// prune drops factors that are switched off where the bound does not fall by it.
func (m *mixture) prune() {
	for s := range m.Components {
		for l := m.Components[s].K - 1; l >= 0; l-- {
			c := m.Components[s]
			if m.active(c)[l] {
				continue
			}
			before := m.objective(m.bound().total())
			without := m.without(c, l)
			m.Components[s] = without
			if after := m.objective(m.bound().total()); after < before {
				m.Components[s] = c
			}
		}
	}
}

// without returns a copy of c that lacks factor l.
func (m *mixture) without(c *component, l int) *component {
	d, k, w := m.d, c.K, c.K+1
	o := newComponent(d, c.ID, k-1)
	keep := make([]int, 0, w)
	for i := range w {
		if i != l {
			keep = append(keep, i)
		}
	}
	square := func(to, from []float64, wide int, of []int) {
		for a, i := range of {
			for b, j := range of {
				to[a*len(of)+b] = from[i*wide+j]
			}
		}
	}
	v := len(keep)
	work := make([]float64, v*v)
	for q := range d.p {
		for a, i := range keep {
			o.M[q*v+a], o.Syx[q*v+a] = c.M[q*w+i], c.Syx[q*w+i]
		}
		square(o.cov(q), c.cov(q), w, keep)
		cov := append([]float64(nil), o.cov(q)...)
		if logDet, ok := invert(cov, v, work); ok {
			o.LogDet += logDet
		}
	}
	for class := range d.class {
		square(o.Sxx[class*v*v:(class+1)*v*v], c.Sxx[class*w*w:(class+1)*w*w], w, keep)
	}
	for j := range d.patterns {
		square(o.Cov[j*(k-1)*(k-1):(j+1)*(k-1)*(k-1)], c.Cov[j*k*k:(j+1)*k*k], k, keep[:v-1])
	}
	mass, squares := make([]float64, len(d.patterns)), 0.0
	for j, pt := range d.patterns {
		for i := pt.low; i < pt.high; i++ {
			mass[j] += c.R[i]
			for a, from := range keep[:v-1] {
				x := c.X[i*k+from]
				o.X[i*(k-1)+a] = x
				squares += c.R[i] * x * x
			}
		}
	}
	for a, from := range keep[:v-1] {
		o.B[a] = c.B[from]
	}
	o.Near = append([]bool(nil), c.Near...)
	o.A, o.R, o.E, o.Mass, o.Entropy = c.A, append([]float64(nil), c.R...), append([]float64(nil), c.E...), c.Mass, c.Entropy
	o.Factors = factorTerm(m, o, mass, squares)
	precision := math.Inf(1)
	if !m.maximum {
		precision, _ = c.precision(l)
	}
	o.Extinct = append(append([]float64(nil), c.Extinct...), precision)
	return o
}

// sumEntropy finds the entropy of the responsibilities where no assignment did.
func (c *component) sumEntropy() {
	c.Entropy = 0
	for _, r := range c.R {
		c.Entropy += entropy(r)
	}
}
