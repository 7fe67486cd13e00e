package vbmfa

import "example.org/espalier/inference/parallel"

// A gatherer computes the sums over rows that the updates of a component need: O(n·p·k), and
// O(patterns·k²) for the covariances of the factors. Blocks of rows have a gatherer each; their sums
// are added in the order of the blocks.
type gatherer struct {
	c         *component
	syx       []float64 // (K+1)×p, by factor
	sxx       []float64 // (K+1)² of the present pattern
	first     int       // pattern
	mass      []float64 // of each pattern from first on
	total     float64
	squares   float64   // Σ R ‖x̄‖²
	taken     [4]int    // rows taken together
	factors   []float64 // (K+1)×4: R x̃ of these rows, by factor
	perMember []float64 // classes×(K+1)²

	// Of latent numbers.
	usyx    []float64 // (K+1)×columns, by factor
	syy     []float64 // columns
	brought float64
}

// newGatherer returns a gatherer of all rows of a component, with all sums 0.
func newGatherer(m *mixture, c *component) *gatherer {
	if c.gatherer == nil {
		c.gatherer = &gatherer{}
	}
	c.gatherer.reset(m, c, 0, len(m.d.patterns))
	return c.gatherer
}

// reset prepares for rows of the patterns first … end−1 of a component.
func (g *gatherer) reset(m *mixture, c *component, first, end int) {
	w := c.K + 1
	g.c, g.first, g.total, g.squares = c, first, 0, 0
	g.syx, g.sxx, g.mass = zeros(g.syx, w*m.d.p), zeros(g.sxx, w*w), zeros(g.mass, end-first)
	g.factors, g.perMember = zeros(g.factors, 4*w), zeros(g.perMember, m.d.class*w*w)
	if h := m.d.hidden; h != nil {
		g.usyx, g.syy, g.brought = zeros(g.usyx, w*len(h.columns)), zeros(g.syy, len(h.columns)), 0
	}
}

// block gathers some ascending rows, which are at least one, and nothing else.
func (g *gatherer) block(m *mixture, c *component, among []int32) {
	low, high := int(among[0]), int(among[len(among)-1])+1
	g.reset(m, c, m.d.patternAt(low), m.d.patternAt(high-1)+1)
	g.visit(m, low, high, among)
}

// add adds the sums of a block.
func (g *gatherer) add(b *gatherer) {
	addScaled(g.syx, b.syx, 1)
	addScaled(g.mass[b.first-g.first:], b.mass, 1)
	addScaled(g.perMember, b.perMember, 1)
	g.total += b.total
	g.squares += b.squares
	addScaled(g.usyx, b.usyx, 1)
	addScaled(g.syy, b.syy, 1)
	g.brought += b.brought
}

// visit adds the rows [low, high), which are among those in which the component may have a share.
func (g *gatherer) visit(m *mixture, low, high int, among []int32) {
	c, d := g.c, m.d
	k, w := c.K, c.K+1
	for j := g.first; j < g.first+len(g.mass); j++ {
		pt := d.patterns[j]
		from, to := max(low, pt.low), min(high, pt.high)
		if from >= to {
			continue
		}
		clear(g.sxx)
		count := 0
		for _, i := range between(among, from, to) {
			if c.R[i] == 0 {
				continue
			}
			g.taken[count] = int(i)
			if count++; count == len(g.taken) {
				g.take(m, count)
				count = 0
			}
		}
		if count > 0 {
			g.take(m, count)
		}
		mass := g.sxx[k*w+k]
		g.mass[j-g.first] += mass
		g.total += mass
		for a := range k {
			g.squares += g.sxx[a*w+a]
			for z := range a + 1 {
				g.sxx[a*w+z] += mass * c.Cov[j*k*k+a*k+z]
			}
		}
		for _, class := range pt.classes {
			addScaled(g.perMember[class*w*w:(class+1)*w*w], g.sxx, 1)
		}
	}
}

// take adds the first count taken rows.
func (g *gatherer) take(m *mixture, count int) {
	c, p, y := g.c, m.d.p, m.d.y
	k, w := c.K, c.K+1
	for b, i := range g.taken[:count] {
		r, x := c.R[i], c.X[i*k:i*k+k]
		for a, v := range x {
			f := r * v
			g.factors[4*a+b] = f
			s := g.sxx[a*w : a*w+a+1]
			for z := range s {
				s[z] += f * x[z]
			}
		}
		g.factors[4*k+b] = r
		s := g.sxx[k*w : k*w+k]
		for z := range s {
			s[z] += r * x[z]
		}
		g.sxx[k*w+k] += r
		if m.d.hidden != nil {
			g.takeHidden(len(g.syy), b, i)
		}
	}
	if count == len(g.taken) {
		y0, y1, y2, y3 := y[g.taken[0]*p:], y[g.taken[1]*p:], y[g.taken[2]*p:], y[g.taken[3]*p:]
		addFour(g.syx, g.factors, y0[:p], y1[:p], y2[:p], y3[:p])
		return
	}
	for b, i := range g.taken[:count] {
		for a := range w {
			addScaled(g.syx[a*p:(a+1)*p], y[i*p:i*p+p], g.factors[4*a+b])
		}
	}
}

// takeHidden adds the latent numbers of row b of those taken, which is row i; there are size of them.
func (g *gatherer) takeHidden(size, b, i int) {
	c := g.c
	u, v, r := c.U[i*size:i*size+size], c.V[i*size:i*size+size], c.R[i]
	for a := range c.K + 1 {
		addScaled(g.usyx[a*size:(a+1)*size], u, g.factors[4*a+b])
	}
	for t := range g.syy {
		g.syy[t] += r * (u[t]*u[t] + v[t])
	}
	g.brought += r * c.Bring[i]
}

// done stores the sums in the component.
func (g *gatherer) done(m *mixture) {
	c, p := g.c, m.d.p
	w := c.K + 1
	c.Mass, c.derived = g.total, false
	for class := range m.d.class {
		s := g.perMember[class*w*w : (class+1)*w*w]
		for a := range w {
			for z := range a {
				s[z*w+a] = s[a*w+z]
			}
		}
	}
	copy(c.Sxx, g.perMember)
	for q := range p {
		for a := range w {
			c.Syx[q*w+a] = g.syx[a*p+q]
		}
	}
	if h := m.d.hidden; h != nil {
		for t, q := range h.columns {
			for a := range w {
				c.Syx[q*w+a] = g.usyx[a*len(h.columns)+t]
			}
		}
		copy(c.Syy, g.syy)
		c.Brought = g.brought
	}
	c.Factors = factorTerm(m, c, g.mass, g.squares)
}

// factorTerm returns Σ_i R {½ ln|Σ_i| + K/2 − ½(‖x̄_i‖² + tr Σ_i)}.
func factorTerm(m *mixture, c *component, mass []float64, squares float64) float64 {
	k, patterns := c.K, len(m.d.patterns)
	terms := make([]float64, patterns)
	parallel.Blocks(patterns, max(1, parallelWork/(1+k*k*k)), m.d.threads, func(_, low, high int) {
		a, work := make([]float64, k*k), make([]float64, k*k)
		for j := low; j < high; j++ {
			if mass[j] == 0 {
				continue
			}
			sigma := c.Cov[j*k*k : (j+1)*k*k]
			copy(a, sigma)
			logDet, _ := invert(a, k, work)
			trace := 0.0
			for l := range k {
				trace += sigma[l*k+l]
			}
			terms[j] = mass[j] * (0.5*logDet + 0.5*float64(k) - 0.5*trace)
		}
	})
	sum := -0.5 * squares
	for _, v := range terms {
		sum += v
	}
	return sum
}
