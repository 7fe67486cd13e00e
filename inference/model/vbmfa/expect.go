package vbmfa

import (
	"math"
	"slices"
)

// An expecter updates q(x_i|s) of one component and the expected log densities that
// q(s_i) needs (math 12.2). With the optimal q(x) these are, for row i of pattern P,
//
//	e_i = ½ ln|Σ_P| − ½ Σ_q ln 2πΨ_q − ½ (yᵀΨ⁻¹y + B_μμ − 2 g_μ − x̄·h),
//	g = Σ_q Ψ_q⁻¹ M_q y_q,  B = Σ_q Ψ_q⁻¹ (M_q M_qᵀ + Γ_q),  h = g_Λ − B_Λμ,  x̄ = Σ_P h,
//
// all sums over the observed columns: O(p·k) per row and O(p·k²) per pattern.
type expecter struct {
	c       *component
	weights []float64 // (K+1)×p: M_q/Ψ_q, by factor
	b, work []float64 // (K+1)²
	offset  []float64 // patterns×(K+1): B_Λμ and B_μμ
	logDet  []float64 // patterns: ln|Σ_P|

	taken [4]int    // rows of the present block
	g     []float64 // (K+1)×4: of these rows, by factor
	h     []float64 // K
}

// newExpecter computes everything that does not depend on single rows.
func newExpecter(m *mixture, c *component) *expecter {
	d, k, w := m.d, c.K, c.K+1
	e := c.expecter
	if e == nil {
		e = &expecter{c: c, weights: make([]float64, w*d.p), offset: make([]float64, len(d.patterns)*w), logDet: make([]float64, len(d.patterns)),
			g: make([]float64, 4*w), h: make([]float64, k), b: make([]float64, w*w), work: make([]float64, w*w)}
		c.expecter = e
	}
	for q := range d.p {
		for l, v := range c.loading(q) {
			e.weights[l*d.p+q] = v / m.Psi[q]
		}
	}
	b := e.b
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
		logDet, _ := invert(sigma, k, e.work) // I plus a positive semidefinite matrix
		e.logDet[j] = -logDet
		for a := range w {
			e.offset[j*w+a] = b[a*w+k]
		}
	}
	return e
}

// visitOn is [expecter.visit] on so many goroutines, each of which takes some of the rows.
func (e *expecter) visitOn(m *mixture, low, high int, among []int32, threads int) {
	rows := high - low
	if among != nil {
		rows = len(between(among, low, high))
	}
	w := e.c.K + 1
	threads = max(1, threads)
	share(threads, threads, rows*m.d.p*w, func(t int) {
		own := *e
		if t > 0 {
			own.g, own.h = make([]float64, len(e.g)), make([]float64, len(e.h))
		}
		own.visit(m, low+(high-low)*t/threads, low+(high-low)*(t+1)/threads, among)
	})
}

// visit updates the rows of among in [low, high), or all of them if among is nil.
func (e *expecter) visit(m *mixture, low, high int, among []int32) {
	for j, pt := range m.d.patterns {
		from, to := max(low, pt.low), min(high, pt.high)
		if from >= to {
			continue
		}
		count := 0
		take := func(i int) {
			e.taken[count] = i
			if count++; count == len(e.taken) {
				e.block(m, j, count)
				count = 0
			}
		}
		if among == nil {
			for i := from; i < to; i++ {
				take(i)
			}
		} else {
			for _, i := range between(among, from, to) {
				take(int(i))
			}
		}
		if count > 0 {
			e.block(m, j, count)
		}
	}
}

// between returns the elements of the ascending rows that lie in [low, high).
func between(rows []int32, low, high int) []int32 {
	a, _ := slices.BinarySearch(rows, int32(low))
	b, _ := slices.BinarySearch(rows[a:], int32(high))
	return rows[a : a+b]
}

// block updates the first count taken rows, which have pattern j.
func (e *expecter) block(m *mixture, j, count int) {
	c, p, y := e.c, m.d.p, m.d.y
	k := c.K
	offset, sigma := e.offset[j*(k+1):(j+1)*(k+1)], c.Cov[j*k*k:(j+1)*k*k]
	base := 0.5*e.logDet[j] - 0.5*m.logNorm[j] - 0.5*offset[k]
	if count == len(e.taken) {
		y0, y1, y2, y3 := y[e.taken[0]*p:], y[e.taken[1]*p:], y[e.taken[2]*p:], y[e.taken[3]*p:]
		fourProducts(e.g, e.weights, y0[:p], y1[:p], y2[:p], y3[:p])
	} else {
		for b, i := range e.taken[:count] {
			row := y[i*p : i*p+p]
			for l := range k + 1 {
				e.g[4*l+b] = product(e.weights[l*p:l*p+p], row)
			}
		}
	}
	h := e.h
	for b, i := range e.taken[:count] {
		x, fit := c.X[i*k:i*k+k], 0.0
		for l := range h {
			h[l] = e.g[4*l+b] - offset[l]
		}
		for l := range x {
			s := 0.0
			for a, v := range sigma[l*k : l*k+k] {
				s += v * h[a]
			}
			x[l] = s
			fit += s * h[l]
		}
		c.E[i] = base - 0.5*(m.quad[i]-2*e.g[4*k+b]-fit)
	}
}

// Limits below which responsibilities are ignored.
const (
	negligible    = 1e-12
	logNegligible = -27.7
	logNear       = -50 // a row less likely than this is skipped until the next wide cycle
)

// assignment is scratch space of assign.
type assignment struct {
	most   []float64 // n: greatest ln r + constant of any component, then the logarithm of the sum of all
	sum    []float64 // n: of e to the difference of each term from most
	shares []float64
}

// assign updates q(s_i) of the rows over all components, and returns the agitation of each
// component: Σ_i |Δr_is| / Σ_i r_is. A wide assignment also finds which components are near which
// rows. The others consider only those; that is an update of q(s_i) within a smaller family, so it
// cannot lower the bound either. O(n·S) if wide, O(rows near components) otherwise.
func (m *mixture) assign(wide bool) []float64 {
	logWeight := m.logWeights()
	if m.scratch == nil {
		m.scratch = &assignment{most: make([]float64, m.d.n), sum: make([]float64, m.d.n)}
	}
	most, sum := m.scratch.most, m.scratch.sum
	for i := range most {
		most[i], sum[i] = math.Inf(-1), 0
	}
	moved := make([]float64, len(m.Components))
	for s, c := range m.Components {
		if wide {
			for i, e := range c.E {
				most[i] = max(most[i], logWeight[s]+e)
			}
			continue
		}
		for _, i := range c.Near {
			most[i] = max(most[i], logWeight[s]+c.E[i])
		}
	}
	if wide {
		for s, c := range m.Components {
			moved[s] = c.findNear(logWeight[s], most)
		}
	}
	shares := m.scratch.shares[:0] // of near rows, component by component, before division by the sum
	for s, c := range m.Components {
		for _, i := range c.Near {
			v := 0.0
			switch l := logWeight[s] + c.E[i] - most[i]; {
			case l == 0:
				v = 1
			case l >= logNegligible:
				v = math.Exp(l)
			}
			shares = append(shares, v)
			sum[i] += v
		}
	}
	m.scratch.shares = shares
	for i, v := range sum {
		if v != 1 {
			most[i] += math.Log(v)
		}
	}
	for s, c := range m.Components {
		entropy, mass, move := 0.0, 0.0, moved[s]
		for k, i := range c.Near {
			v := shares[k] / sum[i]
			if v > 0 {
				entropy -= v * (logWeight[s] + c.E[i] - most[i])
				mass += v
			}
			move += math.Abs(v - c.R[i])
			c.R[i] = v
		}
		shares = shares[len(c.Near):]
		c.Entropy = entropy
		moved[s] = move / math.Max(mass, 1e-300)
	}
	return moved
}

// findNear finds the rows that are near a component, given the greatest term of any component, and
// removes the others from it. It returns how much of them it had.
func (c *component) findNear(logWeight float64, most []float64) (lost float64) {
	c.Near = c.Near[:0]
	for i, e := range c.E {
		if logWeight+e-most[i] > logNear {
			c.Near = append(c.Near, int32(i))
		} else if c.R[i] != 0 {
			lost += c.R[i]
			c.R[i] = 0
		}
	}
	return lost
}

// shareOut updates q(s_i) among some components alone, keeping their joint responsibility; among
// are the rows in which it is positive. It returns the greatest agitation.
func (m *mixture) shareOut(group []int, mass []float64, among []int32) float64 {
	logWeight := m.logWeights()
	moved, total := make([]float64, len(group)), make([]float64, len(group))
	logR := make([]float64, len(group))
	for _, s := range group {
		m.Components[s].Entropy = 0
	}
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
