package pydt

import (
	"math"
	"math/rand/v2"
)

// pathDraws is how many paths are simulated before a subtree stays where it is. The probability
// that a path ends in time depends only on what the move does not change, so giving up keeps the
// chain exact.
const pathDraws = 50

// movePath detaches the subtree at r and simulates a path for it from the prior (math 10.1). The
// path is that of a single leaf, so larger subtrees need the corrections of equation 10a; the ratio
// of likelihoods alone, as printed, is wrong.
func (c *chain) movePath(r int32) {
	l, t := c.live, &c.trail
	from := l.detach(r)
	at, ok := l.samplePath(c.rng, l.node[r].ell)
	if !ok {
		l.restore(from)
		return
	}
	t.start(l, r)
	old := l.placeOf(from)
	i := t.to(old.node)
	likelihood, prior := t.score(i, old)
	proposal := t.asLeaf(i, old)
	i = t.to(at.node)
	newLikelihood, newPrior := t.score(i, at)
	c.settle(from, at, ratio{newLikelihood - likelihood, newPrior - prior, proposal - t.asLeaf(i, at)})
}

// settle accepts the new place of a detached subtree or puts the subtree back.
func (c *chain) settle(from taken, at place, r ratio) {
	c.proposed++
	if !c.accept(r) {
		c.live.restore(from)
		return
	}
	c.accepted++
	c.live.attach(from.root, at)
}

// samplePath draws where a path of one leaf leaves the tree before time ell (math 2.2).
func (l *live) samplePath(rng *rand.Rand, ell float64) (place, bool) {
	p := l.hyper.prior
	for range pathDraws {
		v, from := l.top, 0.0
		for {
			nv := &l.node[v]
			diverges := p.Divergence(l.hyper.c, from, int(nv.size), rng)
			if diverges < nv.ell {
				if diverges < ell && diverges <= latestEll {
					return place{node: v, ell: diverges, rem: math.Exp(-diverges)}, true
				}
				break
			}
			if nv.ell >= ell {
				break
			}
			u := p.Choice(int(nv.size), int(nv.kids), rng)
			if u < 0 {
				return place{node: v, join: true, ell: nv.ell, rem: nv.rem}, true
			}
			v, from = nv.first, nv.ell
			for l.node[v].next >= 0 {
				if u -= p.Share(int(l.node[v].size)); u < 0 {
					break
				}
				v = l.node[v].next
			}
		}
	}
	return place{}, false
}

// grow draws a tree from the prior: every row follows the paths before it until it diverges. It
// reports false if a row diverges later than the latest time that can be represented.
func (l *live) grow(rng *rand.Rand) bool {
	for v := range l.node {
		l.node[v].parent, l.node[v].next = absent, -1
	}
	l.free = l.free[:0]
	for v := len(l.node) - 1; v >= l.n; v-- {
		l.free = append(l.free, int32(v))
	}
	l.top, l.node[0].parent = 0, -1
	for v := int32(1); v < int32(l.n); v++ {
		at, ok := l.samplePath(rng, math.Inf(1))
		if !ok {
			return false
		}
		l.attach(v, at)
	}
	return true
}

// asLeaf returns logπ(at | 1), where at's node is at i: the log density with which samplePath
// proposes, up to terms that all positions share.
func (t *trail) asLeaf(i int, at place) float64 {
	l := t.l
	p, h := l.hyper.prior, &l.hyper
	sum := 0.0
	for k := range i {
		v, next := t.nodes[k], t.nodes[k+1]
		m := int(l.node[v].size)
		sum += p.AddPassed(h.c*(l.parentEll(v)-l.node[v].ell)*p.Rate(m), m, 1)
		sum += p.AddFollowed(0, int(l.node[next].size), 1)
	}
	v := t.nodes[i]
	m := int(l.node[v].size)
	sum += h.c*(l.parentEll(v)-at.ell)*p.Rate(m) - p.Total(m+1)
	if at.join {
		return sum + p.Further(int(l.node[v].kids)+1) + p.Total(m)
	}
	return sum + h.lnC + p.Clade(m)
}
