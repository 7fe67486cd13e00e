package vbmfa

import (
	"math"

	"example.org/espalier/inference/parallel"
)

// Limits below which responsibilities are ignored.
const (
	negligible    = 1e-12
	logNegligible = -27.7
	logNear       = -50 // a row less likely than this is skipped until the next wide cycle
)

// assignment is scratch space of assign.
type assignment struct {
	most []float64 // n: greatest ln r + constant of any component, then the logarithm of the sum of all
	sum  []float64 // n: of e to the difference of each term from most
	lots []lot     // of each block of rows
}

// A lot holds the sums of an assignment over a block of rows.
type lot struct {
	rows   []int32   // near the components, one component after the other; only if wide
	near   [][]int32 // the rows near each component
	shares []float64 // of these, one component after the other, before division by the sum

	moved, mass, entropy []float64 // of each component
}

// assign updates q(s_i) of the rows over all components, and returns the agitation of each
// component: Σ_i |Δr_is| / Σ_i r_is. A wide assignment also finds which components are near which
// rows. The others consider only those; that is an update of q(s_i) within a smaller family, so it
// cannot lower the bound either. O(n·S) if wide, O(rows near components) otherwise.
func (m *mixture) assign(wide bool) []float64 {
	logWeight, d, size := m.logWeights(), m.d, len(m.Components)
	if m.scratch == nil {
		m.scratch = &assignment{most: make([]float64, d.n), sum: make([]float64, d.n),
			lots: make([]lot, parallel.Count(d.n, blockRows))}
	}
	lots := m.scratch.lots
	d.inBlocks(4*size, func(b, low, high int) { m.assignRows(&lots[b], low, high, wide, logWeight) })
	moved := make([]float64, size)
	for s, c := range m.Components {
		mass := 0.0
		c.Entropy = 0
		for b := range lots {
			moved[s] += lots[b].moved[s]
			mass += lots[b].mass[s]
			c.Entropy += lots[b].entropy[s]
		}
		moved[s] /= math.Max(mass, 1e-300)
	}
	if wide {
		share(size, d.threads, d.n*size, func(s int) {
			c := m.Components[s]
			c.Near = c.Near[:0]
			for b := range lots {
				c.Near = append(c.Near, lots[b].near[s]...)
			}
		})
	}
	return moved
}

// assignRows is assign for the rows low … high−1.
func (m *mixture) assignRows(l *lot, low, high int, wide bool, logWeight []float64) {
	size, most, sum := len(m.Components), m.scratch.most, m.scratch.sum
	l.near, l.shares = l.near[:0], l.shares[:0]
	l.moved, l.mass, l.entropy = zeros(l.moved, size), zeros(l.mass, size), zeros(l.entropy, size)
	for i := low; i < high; i++ {
		most[i], sum[i] = math.Inf(-1), 0
	}
	if wide {
		for s, c := range m.Components {
			for i, e := range c.E[low:high] {
				most[low+i] = max(most[low+i], logWeight[s]+e)
			}
		}
		l.findNear(m, low, high, logWeight)
	} else {
		for s, c := range m.Components {
			near := between(c.Near, low, high)
			for _, i := range near {
				most[i] = max(most[i], logWeight[s]+c.E[i])
			}
			l.near = append(l.near, near)
		}
	}
	for s, c := range m.Components {
		for _, i := range l.near[s] {
			v := 0.0
			switch e := logWeight[s] + c.E[i] - most[i]; {
			case e == 0:
				v = 1
			case e >= logNegligible:
				v = math.Exp(e)
			}
			l.shares = append(l.shares, v)
			sum[i] += v
		}
	}
	for i := low; i < high; i++ {
		if v := sum[i]; v != 1 {
			most[i] += math.Log(v)
		}
	}
	shares := l.shares
	for s, c := range m.Components {
		entropy, mass, move := 0.0, 0.0, l.moved[s]
		for k, i := range l.near[s] {
			v := shares[k] / sum[i]
			if v > 0 {
				entropy -= v * (logWeight[s] + c.E[i] - most[i])
				mass += v
			}
			move += math.Abs(v - c.R[i])
			c.R[i] = v
		}
		shares = shares[len(l.near[s]):]
		l.entropy[s], l.mass[s], l.moved[s] = entropy, mass, move
	}
}

// findNear finds the rows that are near each component, given the greatest term of any component, and
// removes the others from it. How much of them it had counts as moved.
func (l *lot) findNear(m *mixture, low, high int, logWeight []float64) {
	most := m.scratch.most
	l.rows = l.rows[:0]
	ends := make([]int, 0, len(m.Components))
	for s, c := range m.Components {
		for i := low; i < high; i++ {
			if logWeight[s]+c.E[i]-most[i] > logNear {
				l.rows = append(l.rows, int32(i))
			} else if c.R[i] != 0 {
				l.moved[s] += c.R[i]
				c.R[i] = 0
			}
		}
		ends = append(ends, len(l.rows))
	}
	from := 0
	for _, to := range ends {
		l.near = append(l.near, l.rows[from:to])
		from = to
	}
}

// zeros returns n zeros, in the memory of a if that is enough.
func zeros(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n)
	}
	clear(a[:n])
	return a[:n]
}

// shareOut updates q(s_i) among some components alone, keeping their joint responsibility; among
// are the rows in which it is positive. It returns the greatest agitation.
func (m *mixture) shareOut(group []int, mass []float64, among []int32) float64 {
	logWeight, size := m.logWeights(), len(group)
	sums := make([]float64, 3*size*parallel.Count(len(among), blockRows))
	threads := m.d.threads
	if 16*len(among)*size < parallelWork {
		threads = 1
	}
	parallel.Blocks(len(among), blockRows, threads, func(b, low, high int) {
		own := sums[3*size*b : 3*size*(b+1)]
		m.shareOutRows(group, mass, among[low:high], logWeight, own[:size], own[size:2*size], own[2*size:])
	})
	moved, total := make([]float64, size), make([]float64, size)
	for _, s := range group {
		m.Components[s].Entropy = 0
	}
	for at := 0; at < len(sums); at += 3 * size {
		for k, s := range group {
			moved[k] += sums[at+k]
			total[k] += sums[at+size+k]
			m.Components[s].Entropy += sums[at+2*size+k]
		}
	}
	agitation := 0.0
	for k := range group {
		agitation = math.Max(agitation, moved[k]/math.Max(total[k], 1e-300))
	}
	return agitation
}

// shareOutRows is shareOut for some rows. It adds to moved, to total and to the entropies, by members of the group.
func (m *mixture) shareOutRows(group []int, mass []float64, among []int32, logWeight, moved, total,
	entropies []float64) {
	logR := make([]float64, len(group))
	for _, i := range among {
		all, most := mass[i], math.Inf(-1)
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
				entropies[k] -= r * (logAll + l)
			}
		}
	}
}

// entropy returns −r ln r.
func entropy(r float64) float64 {
	if r <= 0 || r >= 1 {
		return 0
	}
	return -r * math.Log(r)
}
