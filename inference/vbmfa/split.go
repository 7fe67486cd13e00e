package vbmfa

import (
	"math"
	"math/rand/v2"
	"slices"
)

// split replaces a component by two children (math 12.6): the first in its place, the
// second at the end. Which rows go to which child depends on how often the component
// was split in vain: at first it is divided across its longest axis, then by k-means
// from random rows, then across a direction drawn from its own covariance. Each child
// has k factors along the axes of its own rows.
func (m *mixture) split(parent, k, tries int, o options, rng *rand.Rand) (first, second *component) {
	d, mother := m.d, m.Components[parent]
	child := func() *component {
		c := newComponent(d, m.NextID, 0)
		m.NextID++
		c.Near = slices.Clone(mother.Near)
		return c
	}
	first, second = child(), child()
	share := m.shares(mother, tries, o, rng)
	for i, r := range mother.R {
		if r == 0 {
			continue
		}
		first.R[i], second.R[i] = r*share[i], r*(1-share[i])
		first.Mass += first.R[i]
		second.Mass += second.R[i]
	}
	first.sumEntropy()
	second.sumEntropy()
	first, second = m.endow(first, k, rng), m.endow(second, k, rng)
	m.Components[parent] = first
	m.Components = append(m.Components, second)
	return first, second
}

// splitAxes is the number of directions in which a component is looked at to divide it.
const splitAxes = 8

// shares returns for each row of a component how much of it the first child has.
func (m *mixture) shares(mother *component, tries int, o options, rng *rand.Rand) []float64 {
	d, k := m.d, mother.K
	share := make([]float64, d.n)
	if !o.spatial && tries%3 < 2 {
		a := m.principalOf(mother.R, splitAxes, rng)
		if a.q > 0 {
			if tries%3 == 0 {
				for place, i := range a.rows {
					if a.scores[place*a.q] >= 0 {
						share[i] = 1
					}
				}
			} else {
				a.halve(mother.R, share, rng)
			}
			return share
		}
	}
	direction, length := make([]float64, d.p), 0.0
	factors := make([]float64, k)
	for l := range factors {
		factors[l] = rng.NormFloat64()
	}
	for q := range d.p {
		row, spread := mother.loading(q), m.Psi[q]
		for l := range k {
			direction[q] += row[l] * factors[l]
			spread += mother.cov(q)[l*(k+1)+l]
		}
		direction[q] += math.Sqrt(spread) * rng.NormFloat64()
		length += direction[q] * direction[q]
	}
	for _, pt := range d.patterns {
		for i := pt.low; i < pt.high; i++ {
			side := 0.0
			for _, q := range pt.columns {
				side += (d.y[i*d.p+q] - mother.loading(q)[k]) * direction[q]
			}
			if side >= 0 {
				share[i] = 1
			}
			if o.spatial { // nearer to mean + direction or to mean − direction, softly
				share[i] = 1 / (1 + math.Exp(-2*side/math.Max(length, 1e-300)*float64(d.p)))
			}
		}
	}
	return share
}

// halve divides the rows by k-means with two centres, which start at two of them, the
// second drawn by its squared distance from the first.
func (o *principal) halve(r, share []float64, rng *rand.Rand) {
	q, n := o.q, len(o.rows)
	row := func(k int) []float64 { return o.scores[k*q : (k+1)*q] }
	square := func(a, b []float64) float64 {
		s := 0.0
		for l, v := range a {
			s += (v - b[l]) * (v - b[l])
		}
		return s
	}
	draw := func(weight func(k int) float64) int {
		total := 0.0
		for k := range n {
			total += weight(k)
		}
		u := rng.Float64() * total
		for k := range n {
			if u -= weight(k); u < 0 {
				return k
			}
		}
		return n - 1
	}
	one := draw(func(k int) float64 { return r[o.rows[k]] })
	two := draw(func(k int) float64 { return r[o.rows[k]] * square(row(k), row(one)) })
	centres := [2][]float64{append([]float64(nil), row(one)...), append([]float64(nil), row(two)...)}
	for range 20 {
		changed := false
		var sum [2][]float64
		var mass [2]float64
		for j := range sum {
			sum[j] = make([]float64, q)
		}
		for k, i := range o.rows {
			side, v := 1, 0.0
			if square(row(k), centres[0]) <= square(row(k), centres[1]) {
				side, v = 0, 1
			}
			changed = changed || share[i] != v
			share[i] = v
			addScaled(sum[side], row(k), r[i])
			mass[side] += r[i]
		}
		if !changed {
			return
		}
		for j := range centres {
			for l := range q {
				centres[j][l] = sum[j][l] / math.Max(mass[j], 1e-300)
			}
		}
	}
}

// activePower is the share of the noise's variance, summed over columns, that the mean
// loadings of a factor must carry for it to count as switched on.
const activePower = 1e-3

// active reports of each factor whether it is switched on (math 12.5). The spread of the
// loadings does not count: where there are few rows it stays at the prior's.
func (m *mixture) active(c *component) []bool {
	noise := 0.0
	for _, v := range m.Psi {
		noise += v
	}
	out := make([]bool, c.K)
	for l := range out {
		power := 0.0
		for q := range m.d.p {
			v := c.loading(q)[l]
			power += v * v
		}
		out[l] = power >= activePower*noise
	}
	return out
}

// prune drops factors that are switched off where the objective does not fall by it, and
// reports whether there were any.
func (m *mixture) prune() (any bool) {
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
				continue
			}
			any = true
		}
	}
	return any
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
	o.Near = slices.Clone(c.Near)
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
