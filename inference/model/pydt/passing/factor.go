package passing

import (
	"math"
)

// A factor is the normal factors of one branch, or of leaves of one branch point, with the
// constraints and differences of times that belong to them.
type factor struct {
	form         form
	node         int     // the lower end; for leaves their branch point
	leaves       []int   // of a factor of leaves
	upper, lower power   // messages to the times remaining at both ends; a branch above the top node has the lower only
	x, y         float64 // the mode that its tilted distribution had
	shape, rate  float64 // message to τ = 1/σ²: τ^shape·exp(−rate·τ), rate in units of ⟨σ²⟩
	scale        float64 // logarithm of the messages' scale
	alpha        float64
}

const (
	leavesAtOnce = 5     // most leaves of one branch point in one factor: up to here pairs cost little
	properFrom   = -0.99 // least exponent of a message that is integrated
	leastAlpha   = 1. / 64
)

// fillLikelihood sets f.look to the likelihood of factor e, whose cavities must be known, and
// returns the node whose time is the upper or only one.
func (f *Fit) fillLikelihood(e *factor) int {
	switch e.form {
	case since:
		f.x.group(e.node, e.leaves, &f.look)
		return e.node
	case before:
		f.x.branch(e.node, &f.look)
		return e.node
	}
	f.x.branch(e.node, &f.look)
	return int(f.tree.Parent[e.node])
}

// update renews the messages of one factor and reports whether it could.
func (f *Fit) update(e *factor) bool {
	at := f.fillLikelihood(e)
	two := e.form == between
	own, other := &e.upper, &e.lower
	if e.form == before {
		own, other = other, own
	}
	all, below := f.marginal(at), power{}
	if two {
		below = f.marginal(e.node)
	}
	t := tilted{form: e.form, likelihood: &f.look, sigma2: f.sigma2, x: e.x, y: e.y}
	// α = 1, or less if the messages of the other factors are improper.
	for t.alpha = e.alpha; ; t.alpha /= 2 {
		t.upper, t.lower = all.over(*own, t.alpha), below.over(*other, t.alpha)
		if t.proper() {
			break
		}
		if t.alpha < leastAlpha {
			return false
		}
	}
	g, newUpper, newLower, ok := t.project(all, below)
	if !ok {
		// The climb may have gone astray: begin again at the marginals.
		t.x, t.y = logit(all.a+1, all.b+1), 0
		if two {
			upper, _ := all.moments()
			lower, _ := below.moments()
			t.y = logit(lower, math.Max(upper-lower, 1e-3*upper))
		}
		if g, newUpper, newLower, ok = t.project(all, below); !ok {
			return false
		}
	}
	e.x, e.y, e.alpha = t.x, t.y, t.alpha
	f.move(all, own, newUpper.over(t.upper, 1).raised(1/t.alpha))
	if two {
		f.move(below, other, newLower.over(t.lower, 1).raised(1/t.alpha))
	}
	// The message τ^shape·e^(−rate·τ) has the slope and curvature of the likelihood in
	// u = log σ². If the likelihood is of this form, it is the message of α = 0.
	e.rate = math.Max(-g.bending, 0)
	e.shape = e.rate - g.slope
	spread := f.sigma2 * g.length
	if e.form == since {
		for _, b := range e.leaves {
			f.variance[b] = spread
		}
	} else {
		f.variance[e.node] = spread
	}
	here, _, _ := f.look.log(spread)
	e.scale = (g.log-t.upper.over(*own, -t.alpha).logIntegral())/t.alpha - here
	if two {
		e.scale -= t.lower.over(*other, -t.alpha).logIntegral() / t.alpha
	}
	return true
}

// project returns the integrals and the marginals of equal moments, searched for from the
// present ones.
func (t *tilted) project(all, below power) (g integrals, upper, lower power, ok bool) {
	if g, ok = t.integrate(); !ok {
		return g, upper, lower, false
	}
	if upper, ok = all.fit(g.logs[0], g.logs[1]); ok && t.form == between {
		lower, ok = below.fit(g.logs[2], g.logs[3])
	}
	return g, upper, lower, ok
}

// proper reports whether the messages of the other factors can be integrated as they are.
func (t *tilted) proper() bool {
	if t.form != between {
		return t.upper.a > properFrom && t.upper.b > properFrom
	}
	return t.upper.b > properFrom && t.lower.a > properFrom &&
		t.upper.a+t.lower.a > 2*properFrom && t.upper.b+t.lower.b > 2*properFrom
}

// move moves a message towards its new value, as far as the damping allows and the marginal
// that it is part of stays well proper.
func (f *Fit) move(marginal power, message *power, to power) {
	from, rest := *message, marginal.over(*message, 1)
	for step := 1 - f.damping; step > 1e-3; step /= 2 {
		*message = from.towards(to, step)
		now := rest.times(*message)
		if within(now.a+1, marginal.a+1) && within(now.b+1, marginal.b+1) {
			return
		}
	}
	*message = from
}

// within reports whether the exponent of a marginal is well proper after an update, and not so
// extreme that one bad integral may be the cause.
func within(now, before float64) bool { return now > before/5 && now < 10*(before+1) }
