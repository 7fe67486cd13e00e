package diffusion

import (
	"example.org/espalier/inference/algorithm/special"
	"math"

	"example.org/espalier/inference"
)

// A Normal is a Gaussian over one location: its mean along the two directions and their
// covariance. Along one direction Y, XY and YY are 0.
type Normal struct{ X, Y, XX, XY, YY float64 }

// add adds the contribution of a class with the given message and further variance.
func (g *Normal) add(c *class, m message, more float64) {
	g.X += m.x
	g.Y += m.y
	g.XX += c.xx * (m.v + more)
	g.XY += c.xy * (m.v + more)
	g.YY += c.yy * (m.v + more)
}

// At returns the posterior of the location at node v.
func (d *Diffuser) At(v int) Normal { return d.along(v, d.rem[v], 0) }

// Along returns the posterior of the location at a time on the branch above node v. A time beyond
// the ends of the branch means the nearer end.
func (d *Diffuser) Along(v int, time float64) Normal { return d.along(v, 1-time, 0) }

// along is Along with 1−t instead of the time, and a variance to add to every column.
func (d *Diffuser) along(v int, rem, more float64) Normal {
	above, below := d.above(v), d.rem[v]
	rem = min(max(rem, below), above)
	var g Normal
	for k := range d.classes {
		c := &d.classes[k]
		m := product(c.down[v].widened(d.Sigma2*(above-rem)), c.up[v].widened(d.Sigma2*(rem-below)))
		g.add(c, m, more)
	}
	return g
}

// Observed returns the data of a row along the directions. It returns the posterior mean of the
// location instead where cells only stand for locations, and where a direction uses a missing cell;
// in the latter case complete is false.
func (d *Diffuser) Observed(row int) (x, y float64, complete bool) {
	complete = true
	for k := range d.classes {
		c := &d.classes[k]
		m := c.up[row]
		missing := math.IsInf(m.v, 1)
		if missing || d.latent {
			m = product(c.down[row].widened(d.length(row)), m)
		}
		complete = complete && !missing
		x, y = x+m.x, y+m.y
	}
	return x, y, complete
}

// Sample draws the locations of all nodes jointly from their posterior: x and, with two directions,
// y, one value per node. Each node draws from a stream chosen by the leaves below it. A clade that
// is in two trees thus uses the same numbers in both, and small changes of a tree change the paths
// only a little.
func (d *Diffuser) Sample(streams inference.Streams) (x, y []float64) {
	x, y = make([]float64, d.tree.Nodes()), make([]float64, d.tree.Nodes())
	at := make([]message, d.tree.Nodes()) // of one class
	for k := range d.classes {
		c := &d.classes[k]
		sx := math.Sqrt(c.xx)
		slope, sy := 0.0, math.Sqrt(c.yy)
		if c.xx > 0 {
			slope = c.xy / c.xx
			sy = math.Sqrt(max(c.yy-c.xy*slope, 0))
		}
		for _, v := range d.order {
			var from message // the origin
			if p := d.tree.Parent[v]; p >= 0 {
				from = at[p]
			}
			m := product(from.widened(d.length(v)), c.up[v])
			rng := streams.Task(d.key[v] ^ special.Mix64(special.Golden64*uint64(k)))
			s := math.Sqrt(m.v)
			ex := s * sx * rng.NormFloat64()
			m.x += ex
			m.y += slope*ex + s*sy*rng.NormFloat64()
			at[v] = message{m.x, m.y, 0}
			x[v] += m.x
			y[v] += m.y
		}
	}
	return x, y
}

// Means returns the posterior means of the locations of all nodes.
func (d *Diffuser) Means() (x, y []float64) {
	x, y = make([]float64, d.tree.Nodes()), make([]float64, d.tree.Nodes())
	for v := range x {
		g := d.At(v)
		x[v], y[v] = g.X, g.Y
	}
	return x, y
}

// Variance returns the variance that a path gathers along the first direction per unit of time: the
// Variance of the bridges between its locations.
func (d *Diffuser) Variance() float64 {
	sum := 0.0
	for k := range d.classes {
		sum += d.classes[k].xx
	}
	return d.Sigma2 * sum
}

// Key returns a number for the clade at or below v that depends on its leaves alone.
func (d *Diffuser) Key(v int) uint64 { return d.key[v] }
