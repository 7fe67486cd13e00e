package sampler

// moveNear proposes a place on the way to a row that is near in the data. It draws a row i of the
// subtree at r, a row j' by its nearness to i, and a place on the way to j' by local evidence and
// prior. moveRegraft does so on the whole tree; this costs O(depth·D). The reverse move needs a row
// too: j, drawn evenly from the m rows below the present place. So the state of the chain is taken
// to be a place with a row below it, whose target has a factor of 1/m; i does not change.
func (c *current) moveNear(r int32) {
	l, t, o := c.Live, &c.trail, &c.options
	i := l.leafBelow(c.rng, r)
	from := l.Detach(r)
	old := l.PlaceOf(from)
	j := l.leafBelow(c.rng, old.Node)
	next := c.near.Draw(c.rng, i, l.Holds)
	if next < 0 {
		l.Restore(from)
		return
	}
	t.start(l, r)
	t.to(j)
	t.way(o)
	at := t.find(old.Node)
	likelihood, prior := t.score(at, old)
	back := c.near.LogShare(i, j) + t.chance(o, old, at)
	t.to(next)
	if t.way(o); len(o.list) == 0 { // all times there are too late to be told from that of the subtree
		l.Restore(from)
		return
	}
	to, at, chance := t.choose(o, c.rng)
	newLikelihood, newPrior := t.score(at, to)
	there := c.near.LogShare(i, next) + chance
	c.settle(from, to, ratio{newLikelihood - likelihood,
		newPrior - l.lnSize(to.Node) - prior + l.lnSize(old.Node), back - there})
}

// way makes the places along the trail the options, weights with the factor 1/m.
func (t *trail) way(o *options) {
	o.clear()
	for i := 0; i < len(t.nodes) && t.usable(i); i++ {
		t.offer(i, o, 1/float64(t.l.Node[t.nodes[i]].Size))
	}
	o.total()
}
