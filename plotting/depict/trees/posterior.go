package trees

import (
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/dendro"
)

// A Posterior summarises the draws of a run. It is immutable.
type Posterior struct {
	Samples []forest.Draw // all draws kept by the run, burn-in included, by chain
	Draws   int           // of them that are not burn-in
	Chains  int           // that have draws

	Majority *tree.Tree // clades of more than half of the draws and at least Least
	Least    float64
	Credible *tree.Tree // of maximum clade credibility
	// Medoid is the draw with the least mean distance to all, and Best that of the highest
	// objective; their trees have supports.
	Medoid, Best forest.Draw
	Distance     float64 // mean Robinson-Foulds distance of the medoid

	Behind *dendro.TreeSamples // nil unless asked for
	// Membership is the probability that each row belongs to each of Groups; see
	// consensus.Set.Membership.
	Groups     [][]int
	Membership [][]float64

	order []int // of the leaves, alike from one Posterior to the next
}

// Knows reports whether the memberships are those of groups.
func (p *Posterior) Knows(groups []study.Group) bool {
	return slices.EqualFunc(groups, p.Groups, func(g study.Group, rows []int) bool { return slices.Equal(g.Rows, rows) })
}

// Alike reports whether another summary is of the same leaves.
func (p *Posterior) Alike(q *Posterior) bool {
	return p != nil && q != nil && len(p.order) == len(q.order)
}

// A Task is a request for a Posterior.
type Task struct {
	samples []forest.Draw
	burnIn  float64
	least   float64
	groups  [][]int
	behind  bool
	backing *support.Set // that supports are from; nil for the samples
}

// SameDraws reports whether two lists hold the same draws.
func SameDraws(a, b []forest.Draw) bool {
	n := len(a)
	return n == len(b) && (n == 0 || a[0] == b[0] && a[n/2] == b[n/2] && a[n-1] == b[n-1])
}

// A summariser makes Posteriors. It does its work on one goroutine; the support of a
// tree can be asked for on another.
type summariser struct {
	mu  sync.RWMutex // guards set
	set *consensus.Set
	own bool // the set is the summariser's, which keeps it up to date; else it holds the draws already and is only read

	// Of the goroutine that works.
	task Task
	last *Posterior
}

// make returns the Posterior of a task; it computes only the parts that are new. Nil without draws.
func (s *summariser) make(k Task) *Posterior {
	fresh := s.last == nil || !SameDraws(s.task.samples, k.samples) || s.task.burnIn != k.burnIn
	var p Posterior
	if fresh && s.own {
		s.mu.Lock()
		s.set.Back(k.backing)
		s.set.Update(inference.WithoutBurnIn(k.samples, k.burnIn))
		s.mu.Unlock()
	}
	if !fresh {
		p = *s.last
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.task = k
	if s.set.Draws() == 0 {
		s.last = nil
		return nil
	}
	if fresh {
		s.summarise(&p)
	}
	p.Samples = k.samples
	if fresh || p.Least != k.least {
		p.Majority, p.Least = s.set.Majority(k.least).OrderByPosition(p.order), k.least
	}
	if k.behind && p.Behind == nil {
		p.Behind = dendro.NewTreeSamples(s.set.Trees())
	}
	if !k.behind {
		p.Behind = nil
	}
	if fresh || !slices.EqualFunc(p.Groups, k.groups, slices.Equal[[]int]) {
		p.Groups, p.Membership = k.groups, s.set.Membership(k.groups)
	}
	s.last = &p
	return &p
}

// summarise computes the fields that every Posterior has.
func (s *summariser) summarise(p *Posterior) {
	p.Draws = s.set.Draws()
	for _, n := range s.set.Chains() {
		if n > 0 {
			p.Chains++
		}
	}
	p.Credible = s.set.MaximumCladeCredibility()
	// All trees keep their leaves as close as possible to the order in which they were drawn
	// before, so that they do not jump.
	if s.last != nil && len(s.last.order) == p.Credible.Leaves() {
		p.Credible = p.Credible.OrderByPosition(s.last.order)
	}
	p.order = p.Credible.LeafOrder()
	medoid, distance := s.set.Medoid()
	p.Medoid, p.Best, p.Distance = s.set.Draw(medoid), s.set.Draw(s.set.Best()), distance
	for _, d := range []*forest.Draw{&p.Medoid, &p.Best} {
		d.Tree = s.set.Support(d.Tree).OrderByPosition(p.order)
	}
}

// supported returns a draw's tree with its supports and its leaves ordered like those of
// p; ok is false, and the tree has no supports, while the draws are being read.
func (s *summariser) supported(t *tree.Tree, p *Posterior) (x *tree.Tree, ok bool) {
	if len(p.order) == t.Leaves() {
		x = t.OrderByPosition(p.order)
	} else {
		x = t
	}
	if !s.mu.TryRLock() {
		return x, false
	}
	defer s.mu.RUnlock()
	if s.set.Draws() == 0 || len(s.set.Names()) != x.Leaves() {
		return x, false
	}
	return s.set.Support(x), true
}
