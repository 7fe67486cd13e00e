package branches

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/timetree"
)

// A Supporter finds the probability of each branch of a tree against its collapse. It can stop
// after any branch and continue later.
type Supporter struct {
	S        *posterior.State
	Weighing Weighing
	Rivals   bool // branches are weighed against other clades, not against their collapse
	order    []int32
	at       int
	Present  []float64 // by slot; NaN for leaves and free ones; nil until begun
	// known holds probabilities found earlier for branches with the same ends as some here. Other
	// branches and the times have changed too little since to find them again.
	Known map[uint64]float64
}

// ends returns a hash of a branch: of the clades of both ends and the children of the lower one.
func ends(s *posterior.State, v int32) uint64 {
	p := s.Parent[v]
	key := special.Mix64(s.Clad[v]+special.Golden64) ^ special.Mix64(s.Clad[p]+uint64(len(s.Kids[p]))+special.Golden64)
	for _, k := range s.Kids[v] {
		key += special.Mix64(s.Clad[k] + special.Golden64)
	}
	return key
}

// Weighed returns the known probabilities of the branches of the state.
func Weighed(s *posterior.State, present []float64) map[uint64]float64 {
	known := map[uint64]float64{}
	for v := s.N; v < len(s.Parent); v++ {
		if s.Parent[v] >= 0 && !math.IsNaN(present[v]) {
			known[ends(s, int32(v))] = present[v]
		}
	}
	return known
}

// branchNodes is how many nodes of other work a branch is worth.
const branchNodes = 40

// Advance does about `most` nodes of work and reports whether all branches are done.
func (p *Supporter) Advance(most int) bool {
	s := p.S
	if p.Present == nil {
		s.Cavities()
		p.order = append(p.order, s.Order...)
		p.Present = make([]float64, len(s.Parent))
		for v := range p.Present {
			p.Present[v] = math.NaN()
		}
		most -= 4 * len(p.order)
	}
	var unknown []int32
	for ; p.at < len(p.order) && most > 0; p.at++ {
		v := p.order[p.at]
		if s.IsLeaf(v) {
			continue
		}
		p.Present[v] = 1 // the top branch has nothing above to be joined with
		if s.Parent[v] >= 0 {
			old, ok := p.Known[ends(s, v)]
			if ok {
				p.Present[v] = old
				most--
				continue
			}
			unknown = append(unknown, v)
			most -= branchNodes + (len(s.Kids[v])+len(s.Kids[s.Parent[v]]))*8
		}
	}
	p.Weighing.do(s, len(unknown), func(c *Collapser, i int) {
		if v := unknown[i]; p.Rivals {
			p.Present[v] = c.Among(v)
		} else {
			p.Present[v] = c.Present(v)
		}
	})
	return p.at == len(p.order)
}

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
	if s.Rem[p] < timetree.LatestRem { // the noise hides such times, so the prior alone decides
		return log - math.Log(prior.Harmonic(int(size)-1))
	}
	if low := math.Max(s.Rem[a], s.Rem[b]); !(rem > low) {
		rem = 0.5 * (low + s.Rem[p])
	}
	c.arrange(p, rem, []int32{beside}, []int32{a, b}, size)
	return log + c.Apart()
}
