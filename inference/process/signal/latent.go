package signal

import (
	"math"

	"example.org/espalier/inference/process/observation"
)

const (
	ln2Pi = 1.8378770664093454835606594728112

	// flat is the variance of the prior of a common mean where the kind has none: wide beside latent numbers of
	// variance 1.
	flat = 10

	settled    = 1e-3 // change of the evidence of a sweep at which the sites have settled
	mostSweeps = 40
	roughly    = 0.01 // tolerance of λ of latent numbers
	mostScales = 4    // steps of the variance for one λ
)

// sites is expectation propagation for the latent numbers of one column along a tree. A cell stands for a site
// exp(h·u − τ|u|²/2) of its latent numbers u, of which a column of categories has several with one τ.
type sites struct {
	*Shape
	width   int
	factors []observation.Factor // of each leaf; nil where the cell is missing
	tau     []float64            // of each leaf
	h       []float64            // of each leaf, width numbers
	exact   []bool               // leaves with a number that is known, which is h
	root    float64              // variance of the prior of the common mean
	fixed   bool                 // the variance of the latent numbers is 1: nothing tells it

	scale float64 // the variance of the latent numbers, where it is not fixed

	// Messages towards the top, at the upper end of the branch above each node: exp(up·x − precision|x|²/2).
	precision, up, constant []float64
	// Of each node but the top, those of the siblings after it.
	later, laterUp []float64
	constants      float64 // Σ of the cells' parts of the evidence, of the last sweep

	mean, variance, moment, spread []float64 // of a cavity, and of it with its cell
}

// Column returns how much of the variance of the latent numbers of a column follows the tree. y has the value of each
// leaf, NaN where the cell is missing; a cell between limits is not NaN to the column. It panics unless there are as
// many as leaves.
func (s *Shape) Column(c observation.Column, y []float64) Share {
	if len(y) != s.leaves {
		panic("signal: another number of values than leaves")
	}
	e := &sites{Shape: s, width: c.Width(), factors: make([]observation.Factor, s.leaves), fixed: c.Threshold(),
		root: c.Intercept(), scale: 1}
	if e.root == 0 {
		e.root = flat
	}
	n, k := len(s.order), e.width
	e.tau, e.h, e.exact = make([]float64, s.leaves), make([]float64, s.leaves*k), make([]bool, s.leaves)
	e.precision, e.up, e.constant = make([]float64, n), make([]float64, n*k), make([]float64, n)
	e.later, e.laterUp = make([]float64, n), make([]float64, n*k)
	e.mean, e.variance = make([]float64, k), make([]float64, k)
	e.moment, e.spread = make([]float64, k), make([]float64, k)
	cells, values := 0, map[observation.Interval]bool{}
	for i, x := range y {
		f := c.Factor(i, x)
		if f == nil {
			continue
		}
		e.factors[i] = f
		cells++
		if limits, is := f.(*observation.Interval); is && math.IsNaN(x) {
			values[*limits] = true
			continue
		}
		values[observation.Interval{Low: x, High: x}] = true
		if p, is := f.(*observation.Point); is && p.Variance == 0 {
			e.exact[i], e.h[i] = true, p.Value
		}
	}
	if cells < LeastCells || len(values) < 2 {
		return unknown(cells)
	}
	return share(cells, e.evidence, roughly)
}

// evidence returns the log evidence of λ, with the variance of the latent numbers at its best where the kind tells it.
func (e *sites) evidence(lambda float64) float64 {
	if e.fixed {
		return e.settle(lambda, 1)
	}
	best := e.settle(lambda, e.scale)
	const step = 0.05
	for range mostScales {
		// At the fixed point the derivative with the sites held is that of the evidence.
		here, above, below := e.gaussian(lambda, e.scale), e.gaussian(lambda, e.scale*math.Exp(step)),
			e.gaussian(lambda, e.scale*math.Exp(-step))
		slope, curve := (above-below)/(2*step), (above+below-2*here)/(step*step)
		move := slope / max(-curve, 0.05*math.Abs(slope), 0.5)
		move = min(max(move, -1), 1)
		if math.Abs(move) < 0.04 {
			break
		}
		was := e.scale
		e.scale = min(max(e.scale*math.Exp(move), 1e-3), 1e3)
		now := e.settle(lambda, e.scale)
		if now < best { // too far
			e.scale = was * math.Exp(move/4)
			now = e.settle(lambda, e.scale)
		}
		gain := now - best
		if best = max(best, now); math.Abs(gain) < 1e-2 {
			break
		}
	}
	return best
}

// settle sweeps until the evidence of the latent numbers with λ and a variance no longer changes, and returns it.
func (e *sites) settle(lambda, scale float64) float64 {
	last := math.Inf(-1)
	for range mostSweeps {
		e.gaussian(lambda, scale)
		e.constants = 0
		clear(e.moment)
		e.visit(e.order[len(e.order)-1], lambda, scale, 1/e.root, make([]float64, e.width))
		now := e.gaussian(lambda, scale) + e.constants
		if math.Abs(now-last) < settled {
			return now
		}
		last = now
	}
	return last
}

// gaussian passes messages to the top, and returns the log of the integral of the prior and the sites.
func (e *sites) gaussian(lambda, scale float64) float64 {
	for _, v := range e.order {
		if int(v) < e.leaves {
			e.leaf(v, scale*e.branch(v, lambda))
			continue
		}
		p, c := 0.0, 0.0
		up := e.at(e.up, v)
		clear(up)
		for _, k := range e.children(v) {
			p += e.precision[k]
			c += e.constant[k]
			for a, x := range e.at(e.up, k) {
				up[a] += x
			}
		}
		b := e.root
		if e.parent[v] >= 0 {
			b = scale * e.branch(v, lambda)
		}
		e.through(v, p, c, b)
	}
	return e.constant[e.order[len(e.order)-1]]
}

// at returns the numbers of a node.
func (e *sites) at(x []float64, v int32) []float64 { return x[int(v)*e.width : (int(v)+1)*e.width] }

// through sends the message exp(c + up·x − p|x|²/2) of a node through a branch of variance b.
func (e *sites) through(v int32, p, c, b float64) {
	up, shrink := e.at(e.up, v), 1/(1+b*p)
	squares := 0.0
	for a, x := range up {
		squares += x * x
		up[a] = x * shrink
	}
	e.precision[v] = p * shrink
	e.constant[v] = c - 0.5*float64(e.width)*math.Log1p(b*p) + 0.5*b*squares*shrink
}

// leaf sends the message of a cell through its branch of variance b.
func (e *sites) leaf(v int32, b float64) {
	up := e.at(e.up, v)
	if e.exact[v] {
		y := e.h[v]
		e.precision[v], up[0], e.constant[v] = 1/b, y/b, -0.5*(ln2Pi+math.Log(b)+y*y/b)
		return
	}
	copy(up, e.at(e.h, v))
	e.through(v, e.tau[v], 0, b)
}

// visit renews the sites below a node one after the other; p and h are the message of all that is not below it, at the
// node. It leaves the messages below the node, but not its own, as the new sites have them.
func (e *sites) visit(v int32, lambda, scale, p float64, h []float64) {
	children := e.children(v)
	after := 0.0
	sum := make([]float64, e.width)
	for i := len(children) - 1; i >= 0; i-- {
		c := children[i]
		e.later[c] = after
		copy(e.at(e.laterUp, c), sum)
		after += e.precision[c]
		for a, x := range e.at(e.up, c) {
			sum[a] += x
		}
	}
	before := append([]float64(nil), h...)
	down := make([]float64, e.width)
	for _, c := range children {
		b := scale * e.branch(c, lambda)
		q := p + e.later[c]
		for a, x := range e.at(e.laterUp, c) {
			down[a] = before[a] + x
		}
		if int(c) < e.leaves {
			e.renew(c, q, down, b)
			e.leaf(c, b)
		} else {
			shrink := 1 / (1 + b*q)
			for a := range down {
				down[a] *= shrink
			}
			e.visit(c, lambda, scale, q*shrink, down)
			below := 0.0
			up := e.at(e.up, c)
			clear(up)
			for _, k := range e.children(c) {
				below += e.precision[k]
				for a, x := range e.at(e.up, k) {
					up[a] += x
				}
			}
			e.through(c, below, 0, b)
		}
		p += e.precision[c]
		for a, x := range e.at(e.up, c) {
			before[a] += x
		}
	}
}

// renew makes the site of a leaf that of its cell, given the message exp(h·x − p|x|²/2) at the upper end of its
// branch, of variance b, and adds its part of the evidence, equation 8f.
func (e *sites) renew(v int32, p float64, h []float64, b float64) {
	f := e.factors[v]
	if f == nil || e.exact[v] {
		return
	}
	w := 1/p + b
	for a := range h {
		e.mean[a], e.variance[a] = h[a]/p, w
	}
	z := f.Moments(e.mean, e.variance, e.moment, e.spread)
	tau := max(1/e.spread[0]-1/w, 0)
	if math.IsNaN(tau) || math.IsInf(tau, 0) {
		return
	}
	site := e.at(e.h, v)
	e.tau[v] = tau
	e.constants += z + 0.5*float64(e.width)*math.Log1p(w*tau)
	for a := range site {
		site[a] = e.moment[a]*(1/w+tau) - e.mean[a]/w
		whole := e.mean[a]/w + site[a]
		e.constants -= 0.5 * (whole*whole/(1/w+tau) - e.mean[a]*e.mean[a]/w)
	}
}
