package vbmfa

import (
	"slices"

	"example.org/espalier/inference/parallel"
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
	offset  []float64 // patterns×(K+1): B_Λμ and B_μμ
	logDet  []float64 // patterns: ln|Σ_P|
	hidden  []float64 // (K+1)×columns of latent numbers: M_q/Ψ_q
}

// four is scratch space for the rows of a component that are updated together.
type four struct {
	taken [4]int    // rows
	g     []float64 // (K+1)×4, by factor
	h     []float64 // K
	room  []float64 // of renewHidden
}

// newExpecter computes everything that does not depend on single rows.
func newExpecter(m *mixture, c *component) *expecter {
	d, w := m.d, c.K+1
	e := c.expecter
	if e == nil {
		e = &expecter{c: c, weights: make([]float64, w*d.p), offset: make([]float64, len(d.patterns)*w),
			logDet: make([]float64, len(d.patterns))}
		c.expecter = e
	}
	for q := range d.p {
		for l, v := range c.loading(q) {
			e.weights[l*d.p+q] = v / m.Psi[q]
		}
	}
	if d.hidden != nil {
		e.hide(d)
	}
	each := max(1, parallelWork/(d.p*w*w+w*w*w)) // patterns
	parallel.Blocks(len(d.patterns), each, d.threads, func(_, low, high int) { e.prepare(m, low, high) })
	return e
}

// hide moves the weights of latent numbers to where the rows of the table do not meet them.
func (e *expecter) hide(d *rows) {
	size := len(d.hidden.columns)
	e.hidden = zeros(e.hidden, size*(e.c.K+1))
	for t, q := range d.hidden.columns {
		for l := range e.c.K + 1 {
			e.hidden[l*size+t], e.weights[l*d.p+q] = e.weights[l*d.p+q], 0
		}
	}
}

// reveal updates q(u) of row b of those taken, adds its moments to their products, and returns its term of the log
// density.
func (e *expecter) reveal(m *mixture, f *four, b int) (log float64) {
	h, c, i := m.d.hidden, e.c, f.taken[b]
	m.renewHidden(c, i, f.room)
	size := len(h.columns)
	u, v := c.U[i*size:i*size+size], c.V[i*size:i*size+size]
	for l := range c.K + 1 {
		f.g[4*l+b] += product(e.hidden[l*size:l*size+size], u)
	}
	for t, q := range h.columns {
		log -= 0.5 * (u[t]*u[t] + v[t]) / m.Psi[q]
	}
	return log + c.Bring[i]
}

// prepare computes the matrices of the patterns low … high−1: O(p·k² + k³) for each.
func (e *expecter) prepare(m *mixture, low, high int) {
	d, c := m.d, e.c
	k, w := c.K, c.K+1
	b, work := make([]float64, w*w), make([]float64, w*w)
	for j := low; j < high; j++ {
		pt := d.patterns[j]
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
}

// visit updates the rows of among in [low, high), or all of them if among is nil. Visits to different rows
// may run side by side.
func (e *expecter) visit(m *mixture, low, high int, among []int32) {
	if low >= high {
		return
	}
	f := &four{g: make([]float64, 4*(e.c.K+1)), h: make([]float64, e.c.K), room: m.d.roomHidden()}
	for j := m.d.patternAt(low); j < len(m.d.patterns) && m.d.patterns[j].low < high; j++ {
		pt := m.d.patterns[j]
		from, to := max(low, pt.low), min(high, pt.high)
		count := 0
		take := func(i int) {
			f.taken[count] = i
			if count++; count == len(f.taken) {
				e.update(m, j, f, count)
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
			e.update(m, j, f, count)
		}
	}
}

// between returns the elements of the ascending rows that lie in [low, high).
func between(rows []int32, low, high int) []int32 {
	a, _ := slices.BinarySearch(rows, int32(low))
	b, _ := slices.BinarySearch(rows[a:], int32(high))
	return rows[a : a+b]
}

// update updates the first count taken rows, which have pattern j.
func (e *expecter) update(m *mixture, j int, f *four, count int) {
	c, p, y := e.c, m.d.p, m.d.y
	k := c.K
	offset, sigma := e.offset[j*(k+1):(j+1)*(k+1)], c.Cov[j*k*k:(j+1)*k*k]
	base := 0.5*e.logDet[j] - 0.5*m.logNorm[j] - 0.5*offset[k]
	if count == len(f.taken) {
		y0, y1, y2, y3 := y[f.taken[0]*p:], y[f.taken[1]*p:], y[f.taken[2]*p:], y[f.taken[3]*p:]
		fourProducts(f.g, e.weights, y0[:p], y1[:p], y2[:p], y3[:p])
	} else {
		for b, i := range f.taken[:count] {
			row := y[i*p : i*p+p]
			for l := range k + 1 {
				f.g[4*l+b] = product(e.weights[l*p:l*p+p], row)
			}
		}
	}
	h := f.h
	for b, i := range f.taken[:count] {
		x, fit, more := c.X[i*k:i*k+k], 0.0, 0.0
		if m.d.hidden != nil {
			more = e.reveal(m, f, b)
		}
		for l := range h {
			h[l] = f.g[4*l+b] - offset[l]
		}
		products(x, sigma, h)
		for l, s := range x {
			fit += s * h[l]
		}
		c.E[i] = base - 0.5*(m.quad[i]-2*f.g[4*k+b]-fit) + more
	}
}
