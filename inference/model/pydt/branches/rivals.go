package branches

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/posterior"
)

// Among returns the probability of the clade of v among the three that its two children and its sibling can form
// two by two, with the times of v and of its parent integrated out and all else as it is (math 5.6). Where branch
// points have two children no branch can be weighed against its collapse. v is a branch point and not the top one.
func (c *Collapser) Among(v int32) float64 {
	s := c.s
	p := s.Parent[v]
	a, b, beside := s.Kids[v][0], s.Kids[v][1], s.Kids[p][0]
	if beside == v {
		beside = s.Kids[p][1]
	}
	here := c.joined(p, s.Rem[v], a, b, beside)
	var sum special.LogSum
	for _, log := range [3]float64{here, c.joined(p, s.Rem[v], a, beside, b), c.joined(p, s.Rem[v], b, beside, a)} {
		sum.Add(log)
	}
	return math.Min(math.Exp(here-sum.Value()), 1)
}

// joined returns the logarithm of evidence times prior, up to what all three have in common, where a and b meet below p
// and beside is the other child of p. rem is about the time that remains where they meet.
func (c *Collapser) joined(p int32, rem float64, a, b, beside int32) float64 {
	s := c.s
	prior := s.Hyper.Prior
	size := s.Size[a] + s.Size[b]
	log := prior.Clade(int(size)) - prior.Total(int(size))
	if s.Rem[p] < posterior.LatestRem { // the noise hides such times, so the prior alone decides
		return log - math.Log(prior.Harmonic(int(size)-1))
	}
	if low := math.Max(s.Rem[a], s.Rem[b]); !(rem > low) {
		rem = 0.5 * (low + s.Rem[p])
	}
	c.arrange(p, rem, []int32{beside}, []int32{a, b}, size)
	return log + c.Apart()
}
