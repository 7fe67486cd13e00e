package pydt

import "math"

// among returns the probability of the clade of v among the three that its two children and its sibling can form
// two by two, with the times of v and of its parent integrated out and all else as it is (math 5.6). Where branch points
// have two children no branch can be weighed against its collapse. v is a branch point and not the top one.
func (c *collapser) among(v int32) float64 {
	s := c.s
	p := s.parent[v]
	a, b, beside := s.kids[v][0], s.kids[v][1], s.kids[p][0]
	if beside == v {
		beside = s.kids[p][1]
	}
	here := c.joined(p, s.rem[v], a, b, beside)
	var sum logSum
	for _, log := range [3]float64{here, c.joined(p, s.rem[v], a, beside, b), c.joined(p, s.rem[v], b, beside, a)} {
		sum.add(log)
	}
	return math.Min(math.Exp(here-sum.value()), 1)
}

// joined returns the logarithm of evidence times prior, up to what all three have in common, where a and b meet below p
// and beside is the other child of p. rem is about the time that remains where they meet.
func (c *collapser) joined(p int32, rem float64, a, b, beside int32) float64 {
	s := c.s
	prior := s.hyper.prior
	size := s.size[a] + s.size[b]
	log := prior.Clade(int(size)) - prior.Total(int(size))
	if s.rem[p] < latestRem { // the noise hides such times, so the prior alone decides
		return log - math.Log(prior.Harmonic(int(size)-1))
	}
	if low := math.Max(s.rem[a], s.rem[b]); !(rem > low) {
		rem = 0.5 * (low + s.rem[p])
	}
	c.arrange(p, rem, []int32{beside}, []int32{a, b}, size)
	return log + c.apart()
}
