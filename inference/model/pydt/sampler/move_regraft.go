package sampler

// moveRegraft chooses among all branches and branch points of the remaining tree by local evidence
// and prior. The choice approximates the integrals over the branches; a Metropolis-Hastings step
// corrects for that (math 6.1 and 10.1). The reverse move has the same options. One pass over the
// tree, O(N·D).
func (c *current) moveRegraft(r int32) {
	l, t, o := c.Live, &c.trail, &c.options
	from := l.Detach(r)
	t.start(l, r)
	old := l.PlaceOf(from)
	o.clear()
	t.push(l.Top)
	for v := l.Top; ; {
		i := len(t.nodes) - 1
		t.offer(i, o, 1)
		// Go to the next node in order, skipping branches that begin too late.
		if next := l.Node[v].First; next >= 0 && l.Node[v].Ell < l.Node[r].Ell {
			t.push(next)
			v = next
			continue
		}
		for i >= 0 && l.Node[t.nodes[i]].Next < 0 {
			i--
		}
		if i < 0 {
			break
		}
		v = l.Node[t.nodes[i]].Next
		t.cut(i)
		t.push(v)
	}
	o.total()
	at, i, there := t.choose(o, c.rng)
	newLikelihood, newPrior := t.score(i, at)
	i = t.to(old.Node)
	likelihood, prior := t.score(i, old)
	back := t.chance(o, old, i)
	c.settle(from, at, ratio{newLikelihood - likelihood, newPrior - prior, back - there})
}
