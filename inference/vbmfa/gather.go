package vbmfa

// A gatherer sums what the updates of a component need of its rows: O(n·p·k), and
// O(patterns·k²) for the covariances of the factors.
type gatherer struct {
	c         *component
	syx       []float64 // (K+1)×p, by factor
	sxx       []float64 // (K+1)² of the pattern under way
	mass      []float64 // of each pattern
	total     float64
	squares   float64 // Σ R ‖x̄‖²
	wide      []float64
	perMember []float64 // classes×(K+1)²
}

func newGatherer(m *mixture, c *component) *gatherer {
	w := c.K + 1
	return &gatherer{c: c, syx: make([]float64, w*m.d.p), sxx: make([]float64, w*w), mass: make([]float64, len(m.d.patterns)),
		wide: make([]float64, w), perMember: make([]float64, m.d.class*w*w)}
}

// visit adds the rows [low, high).
func (g *gatherer) visit(m *mixture, low, high int) {
	c, d := g.c, m.d
	k, w := c.K, c.K+1
	for j, pt := range d.patterns {
		from, to := max(low, pt.low), min(high, pt.high)
		if from >= to {
			continue
		}
		clear(g.sxx)
		mass := 0.0
		for i := from; i < to; i++ {
			r := c.R[i]
			if r == 0 {
				continue
			}
			mass += r
			x := append(append(g.wide[:0], c.X[i*k:(i+1)*k]...), 1)
			y := d.row(i)
			for a, v := range x {
				f := r * v
				addScaled(g.syx[a*d.p:(a+1)*d.p], y, f)
				for z := range a + 1 {
					g.sxx[a*w+z] += f * x[z]
				}
			}
		}
		g.mass[j] += mass
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

// done hands the sums to the component.
func (g *gatherer) done(m *mixture) {
	c, p := g.c, m.d.p
	w := c.K + 1
	c.Mass = g.total
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
	c.Factors = factorTerm(m, c, g.mass, g.squares)
}

// factorTerm returns Σ_i R {½ ln|Σ_i| + K/2 − ½(‖x̄_i‖² + tr Σ_i)}.
func factorTerm(m *mixture, c *component, mass []float64, squares float64) float64 {
	k := c.K
	sum := -0.5 * squares
	a, work := make([]float64, k*k), make([]float64, k*k)
	for j := range m.d.patterns {
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
		sum += mass[j] * (0.5*logDet + 0.5*float64(k) - 0.5*trace)
	}
	return sum
}
