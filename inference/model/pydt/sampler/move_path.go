package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/timetree"
)

// pathDraws is how many paths are simulated before a subtree stays where it is. The probability
// that a path ends in time depends only on what the move does not change, so giving up keeps the
// chain exact.
const pathDraws = 50

// movePath detaches the subtree at r and simulates a path for it from the prior (math 10.1). The
// path is that of a single leaf, so larger subtrees need the corrections of equation 10a; the ratio
// of likelihoods alone, as printed in Knowles (2012), section 4.6.1, is wrong.
func (c *current) movePath(r int32) {
	l, t := c.Live, &c.trail
	from := l.Detach(r)
	at, ok := l.samplePath(c.rng, l.Node[r].Ell)
	if !ok {
		l.Restore(from)
		return
	}
	t.start(l, r)
	old := l.PlaceOf(from)
	i := t.to(old.Node)
	likelihood, prior := t.score(i, old)
	proposal := t.asLeaf(i, old)
	i = t.to(at.Node)
	newLikelihood, newPrior := t.score(i, at)
	c.settle(from, at, ratio{newLikelihood - likelihood, newPrior - prior, proposal - t.asLeaf(i, at)})
}

// settle accepts the new place of a detached subtree or puts the subtree back.
func (c *current) settle(from timetree.Cut, at timetree.Place, r ratio) {
	c.proposed++
	if !c.accept(r) {
		c.Live.Restore(from)
		return
	}
	c.accepted++
	c.Live.Attach(from.Root, at)
}

// samplePath draws where a path of one leaf leaves the tree before time ell (math 2.2).
func (l *live) samplePath(rng *rand.Rand, ell float64) (timetree.Place, bool) {
	p := l.hyper.Prior
	for range pathDraws {
		v, from := l.Top, 0.0
		for {
			nv := &l.Node[v]
			diverges := p.Divergence(l.hyper.C, from, int(nv.Size), rng)
			if diverges < nv.Ell {
				if diverges < ell && diverges <= latestEll {
					return timetree.Place{Node: v, Ell: diverges, Rem: math.Exp(-diverges)}, true
				}
				break
			}
			if nv.Ell >= ell {
				break
			}
			u := p.Choice(int(nv.Size), int(nv.Kids), rng)
			if u < 0 {
				return timetree.Place{Node: v, Join: true, Ell: nv.Ell, Rem: nv.Rem}, true
			}
			v, from = nv.First, nv.Ell
			for l.Node[v].Next >= 0 {
				if u -= p.Share(int(l.Node[v].Size)); u < 0 {
					break
				}
				v = l.Node[v].Next
			}
		}
	}
	return timetree.Place{}, false
}

// grow draws a tree from the prior: every row follows the paths before it until it diverges. It
// reports false if a row diverges later than the latest time that can be represented.
func (l *live) grow(rng *rand.Rand) bool {
	l.Empty()
	l.Top, l.Node[0].Parent = 0, -1
	for v := int32(1); v < int32(l.N); v++ {
		at, ok := l.samplePath(rng, math.Inf(1))
		if !ok {
			return false
		}
		l.Attach(v, at)
	}
	return true
}

// asLeaf returns logπ(at | 1), where at's node is at i: the log density with which samplePath
// proposes, up to terms that all positions share.
func (t *trail) asLeaf(i int, at timetree.Place) float64 {
	l := t.l
	p, h := l.hyper.Prior, &l.hyper
	sum := 0.0
	for k := range i {
		v, next := t.nodes[k], t.nodes[k+1]
		m := int(l.Node[v].Size)
		sum += p.AddPassed(h.C*(l.ParentEll(v)-l.Node[v].Ell)*p.Rate(m), m, 1)
		sum += p.AddFollowed(0, int(l.Node[next].Size), 1)
	}
	v := t.nodes[i]
	m := int(l.Node[v].Size)
	sum += h.C*(l.ParentEll(v)-at.Ell)*p.Rate(m) - p.Total(m+1)
	if at.Join {
		return sum + p.Further(int(l.Node[v].Kids)+1) + p.Total(m)
	}
	return sum + h.LnC + p.Clade(m)
}
