package seating

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// A Proposal splits a cluster, or merges two: see [Seating.Propose].
type Proposal struct {
	s           *Seating
	i, j        int // the items that are told apart
	a, b        int // their slots
	others      []int
	left, right *Cluster
	moved       []int // to the right
	at          int   // of others
	logDeal     float64
}

// Propose proposes to split the cluster of two random items, or to merge their clusters (Dahl 2003); nil where
// there are not two. The other items are dealt out one after another in random order, with odds n_A e^{m(A+k)−m(A)}
// : n_B e^{m(B+k)−m(B)}. The reverse of a split is certain; that of a merge has the probability that this deal, in
// that order, would have given the present clusters.
func (s *Seating) Propose(rng *rand.Rand) *Proposal {
	n := len(s.Z)
	if n < 2 {
		return nil
	}
	i, j := rng.IntN(n), rng.IntN(n-1)
	if j >= i {
		j++
	}
	p := &Proposal{s: s, i: i, j: j, a: s.Z[i], b: s.Z[j]}
	for r, k := range s.Z {
		if (k == p.a || k == p.b) && r != i && r != j {
			p.others = append(p.others, r)
		}
	}
	rng.Shuffle(len(p.others), func(x, y int) { p.others[x], p.others[y] = p.others[y], p.others[x] })
	p.left, p.right = s.Fresh(), s.Fresh()
	s.add(p.left, i)
	s.add(p.right, j)
	return p
}

// split reports whether the proposal is to split a cluster.
func (p *Proposal) split() bool { return p.a == p.b }

// Deal deals out the next items, at most so many, and reports whether all are dealt.
func (p *Proposal) Deal(most int, rng *rand.Rand) (done bool) {
	s := p.s
	end := min(len(p.others), p.at+most)
	for _, r := range p.others[p.at:end] {
		s.joined = s.joined[:0]
		from, own := s.cells(r)
		odds := math.Log(float64(p.left.Size)) + s.with(p.left, from, own)
		middle := len(s.joined)
		odds -= math.Log(float64(p.right.Size)) + s.with(p.right, from, own)
		goes := s.Z[r] == p.a
		if p.split() {
			goes = rng.Float64() < 1/(1+math.Exp(-odds))
		}
		if goes {
			p.logDeal -= special.LogAdd(0, -odds)
			s.join(p.left, from, own, s.joined)
			continue
		}
		p.logDeal -= special.LogAdd(0, odds)
		s.join(p.right, from, own, s.joined[middle:])
		p.moved = append(p.moved, r)
	}
	p.at = end
	return end == len(p.others)
}

// Decide accepts the proposal, once all items are dealt, or not, and reports which.
func (p *Proposal) Decide(rng *rand.Rand) (accepted bool) {
	s, left, right := p.s, p.left, p.right
	whole := s.Clusters[p.a]
	if !p.split() {
		whole = s.union(left, right)
	}
	nl, nr := float64(left.Size), float64(right.Size)
	logRatio := math.Log(s.Alpha) + special.LogGamma(nl) + special.LogGamma(nr) - special.LogGamma(nl+nr) +
		left.Log() + right.Log() - whole.Log() - p.logDeal
	if !p.split() {
		logRatio = -logRatio
	}
	if !(math.Log(rng.Float64()) < logRatio) {
		return false
	}
	if p.split() {
		b := s.open()
		s.Clusters[p.a], s.Clusters[b] = left, right
		for _, r := range append(p.moved, p.j) {
			s.Z[r] = b
		}
		return true
	}
	s.Clusters[p.a] = whole
	for r, k := range s.Z {
		if k == p.b {
			s.Z[r] = p.a
		}
	}
	s.Close(p.b)
	return true
}

// union returns the cluster of the items of two.
func (s *Seating) union(a, b *Cluster) *Cluster {
	c := s.Fresh()
	for p, l := range s.laws {
		l.Merge(c.Stats[p], a.Stats[p])
		l.Merge(c.Stats[p], b.Stats[p])
		c.logs[p] = l.LogTogether(c.Stats[p], s.none[p])
	}
	c.Size = a.Size + b.Size
	return c
}

// SplitMerge makes a proposal and decides it. It reports whether it was accepted.
func (s *Seating) SplitMerge(rng *rand.Rand) bool {
	p := s.Propose(rng)
	if p == nil {
		return false
	}
	p.Deal(len(p.others), rng)
	return p.Decide(rng)
}
