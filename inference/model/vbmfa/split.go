package vbmfa

import (
	"math"
	"math/rand/v2"
	"slices"
)

// way is how the rows of a component are divided.
type way int

const (
	axis   way = iota // across its longest axis
	halves            // by k-means from two random rows
	thirds            // by k-means from three
	across            // across a direction drawn from its covariance
)

// way returns how to divide a component with the given number of failed splits. Clusters in a row
// need three children: with two, one of which holds two clusters, the bound can be lower than with
// one long component for all.
func (s *search) way(tries float64) way {
	of := []way{axis, halves, thirds}
	switch {
	case s.options.spatial:
		of = []way{across, across, thirds}
	case s.Rounds > 0:
		of = []way{axis, across, thirds}
	}
	turn := int(math.Round(tries)) % 3
	if of[turn] == thirds && len(s.Mixture.Components)+2 > s.options.most {
		turn = 1
	}
	return of[turn]
}

// split replaces a component by two or three children (math 12.6): the first in its place, the
// others at the end. Each child has k factors along the axes of its own rows.
func (m *mixture) split(parent, k int, by way, o options, rng *rand.Rand) (children []*component) {
	mother := m.Components[parent]
	for _, share := range m.shares(mother, by, o, rng) {
		c := newComponent(m.d, m.NextID, 0)
		m.NextID++
		c.takeHidden(mother)
		c.Near = slices.Clone(mother.Near)
		for i, r := range mother.R {
			c.R[i] = r * share[i]
			c.Mass += c.R[i]
		}
		c.sumEntropy()
		children = append(children, m.endow(c, k, rng))
	}
	m.Components[parent] = children[0]
	m.Components = append(m.Components, children[1:]...)
	return children
}

// splitAxes is the number of directions considered when dividing a component.
const splitAxes = 8

// shares returns the share of each row of a component that goes to each child.
func (m *mixture) shares(mother *component, by way, o options, rng *rand.Rand) [][]float64 {
	d, k := m.d, mother.K
	if by != across {
		a := m.principalOf(mother.R, splitAxes, rng)
		switch {
		case a.q == 0:
		case by == axis:
			first := make([]float64, d.n)
			for place, i := range a.rows {
				if a.scores[place*a.q] >= 0 {
					first[i] = 1
				}
			}
			return [][]float64{first, rest(first)}
		case by == halves || mother.Mass < 6:
			return a.divide(mother.R, 2, rng)
		default:
			return a.divide(mother.R, 3, rng)
		}
	}
	share := make([]float64, d.n)
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
	return [][]float64{share, rest(share)}
}

// rest returns the residual of each row.
func rest(share []float64) []float64 {
	out := make([]float64, len(share))
	for i, v := range share {
		out[i] = 1 - v
	}
	return out
}

// divide divides the rows by k-means, starting from rows drawn by their squared distance from the
// nearest earlier centre. It returns the share of the rows of each centre.
func (o *principal) divide(r []float64, count int, rng *rand.Rand) [][]float64 {
	q, n := o.q, len(o.rows)
	row := func(k int) []float64 { return o.scores[k*q : (k+1)*q] }
	var centres [][]float64
	nearest := func(k int) (at int, square float64) {
		square = math.Inf(1)
		for j, c := range centres {
			s := 0.0
			for l, v := range row(k) {
				s += (v - c[l]) * (v - c[l])
			}
			if s < square {
				at, square = j, s
			}
		}
		return at, square
	}
	weight := make([]float64, n)
	for range count {
		total := 0.0
		for k := range n {
			weight[k] = r[o.rows[k]]
			if len(centres) > 0 {
				_, square := nearest(k)
				weight[k] *= square
			}
			total += weight[k]
		}
		u, place := rng.Float64()*total, n-1
		for k, v := range weight {
			if u -= v; u < 0 {
				place = k
				break
			}
		}
		centres = append(centres, slices.Clone(row(place)))
	}
	class := make([]int, n)
	for round := range 20 {
		changed := round == 0
		sum, mass := make([]float64, count*q), make([]float64, count)
		for k, i := range o.rows {
			c, _ := nearest(k)
			changed = changed || c != class[k]
			class[k] = c
			addScaled(sum[c*q:(c+1)*q], row(k), r[i])
			mass[c] += r[i]
		}
		if !changed {
			break
		}
		for j, c := range centres {
			for l := range c {
				c[l] = sum[j*q+l] / math.Max(mass[j], 1e-300)
			}
		}
	}
	out := make([][]float64, count)
	for j := range out {
		out[j] = make([]float64, len(r))
	}
	for i := range r { // rows with negligible weight go to the first
		out[0][i] = 1
	}
	for k, i := range o.rows {
		out[0][i] = 0
		out[class[k]][i] = 1
	}
	return out
}

// activePower is the share of the noise variance, summed over columns, that the mean loadings of a
// factor must reach for it to count as switched on.
const activePower = 1e-3

// active reports, for each factor, whether it is switched on (math 12.5). The variance of the loadings does not count:
// with few rows it stays that of the prior.
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

// prune drops switched-off factors whose loss does not lower the objective, and reports whether
// there were any.
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

// without returns a copy of c without factor l.
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
	o.takeHidden(c)
	o.Near = slices.Clone(c.Near)
	o.A, o.R, o.E, o.Mass, o.Entropy = c.A, append([]float64(nil), c.R...), append([]float64(nil), c.E...), c.Mass,
		c.Entropy
	o.Factors = factorTerm(m, o, mass, squares)
	precision := math.Inf(1)
	if !m.maximum {
		precision, _ = c.precision(l)
	}
	o.Extinct = append(append([]float64(nil), c.Extinct...), precision)
	return o
}

// sumEntropy computes the entropy of the responsibilities if no assignment did.
func (c *component) sumEntropy() {
	c.Entropy = 0
	for _, r := range c.R {
		c.Entropy += entropy(r)
	}
}
