package pydt

import (
	"math"
	"slices"
)

// A balancer gives a tree the number of branch points that it is expected to have. It collapses
// branches and splits branch points in the order of their odds, until every branch present has
// higher odds than every branch absent (math 6.4). The odds of a branch against its collapse are
// found by quadrature, on several threads. If no number is expected, it keeps the branches that are more probable than
// not. It can stop after any node and continue later.
type balancer struct {
	s         *state
	want      int     // branches wanted between branch points; negative: the threshold is given
	threshold float64 // log odds of the branches that stay
	rounds    int     // left
	sweeps    int     // left in this round
	sweeper   sweeper
	sweeping  bool
	weighing  weighing
	begun     bool // this round
	order     []int32
	at        int
	found     []option
}

// An option is a branch of the tree, or one that would arise if two children of a branch point got
// a branch point of their own.
type option struct {
	node   int32 // the lower end of the branch, or the branch point with the two children
	a, b   int32 // the children; absent for a branch of the tree
	rem    float64
	odds   float64 // logarithm of the odds for the branch
	splits bool
}

const (
	balanceRounds = 12
	balanceSweeps = 2
	balanceSlack  = 0.05 // log odds within this of the threshold change nothing
	mostThreshold = 8    // log odds
	splitWork     = 64e6 // multiply-adds of the search for the closest pair of children
)

// newBalancer returns a balancer of s for a number of branch points. NaN balances at even odds.
func newBalancer(s *state, points float64, threads int) *balancer {
	b := &balancer{s: s, want: -1, weighing: weighing{threads: threads}, rounds: balanceRounds, sweeps: balanceSweeps}
	if !math.IsNaN(points) {
		b.want = max(int(math.Round(points))-1, 0)
	}
	return b
}

// advance does about `most` nodes of work and reports whether the tree is balanced.
func (b *balancer) advance(most int) bool {
	s := b.s
	if b.rounds == 0 || s.isLeaf(s.top) {
		return true
	}
	if b.sweeps > 0 {
		if !b.sweeping {
			b.sweeper = sweeper{}
			b.sweeper.start(s)
			b.sweeping = true
		}
		if !b.sweeper.advance(most) {
			return false
		}
		b.sweeping = false
		b.sweeps--
		return false
	}
	if !b.begun {
		s.cavities()
		b.order = append(b.order[:0], s.order...)
		b.at, b.found, b.begun = 0, b.found[:0], true
	}
	var points []int32
	for ; b.at < len(b.order) && most > 0; b.at++ {
		if v := b.order[b.at]; !s.isLeaf(v) {
			points = append(points, v)
			most -= b.work(v)
		}
	}
	b.weigh(points)
	if b.at < len(b.order) {
		return false
	}
	b.begun = false
	b.rounds--
	b.sweeps = balanceSweeps
	if !b.apply() {
		b.rounds = 0
	}
	return b.rounds == 0
}

// splittable reports whether a split of v is looked for.
func (b *balancer) splittable(v int32) bool {
	k := len(b.s.kids[v])
	return k >= 3 && float64(k)*float64(k)*float64(b.s.d) <= splitWork
}

// work returns how many nodes of work it is to weigh v, about.
func (b *balancer) work(v int32) (nodes int) {
	if b.s.parent[v] >= 0 {
		nodes += branchNodes
	}
	if b.splittable(v) {
		nodes += branchNodes + 8*len(b.s.kids[v])
	}
	return nodes
}

// weigh finds the odds of the branches above these branch points and of the likeliest split of each.
func (b *balancer) weigh(points []int32) {
	s := b.s
	found := make([][]option, len(points))
	b.weighing.do(s, len(points), func(c *collapser, i int) {
		v := points[i]
		if s.parent[v] >= 0 {
			found[i] = append(found[i], option{node: v, a: absent, b: absent, odds: c.odds(v)})
		}
		if !b.splittable(v) {
			return
		}
		if first, second, rem := closest(s, v); first >= 0 && rem >= latestRem {
			o := option{node: v, a: s.kids[v][first], b: s.kids[v][second], rem: rem, splits: true}
			o.odds = c.oddsOf(o, v, []int32{o.a, o.b})
			found[i] = append(found[i], o)
		}
	})
	b.found = append(b.found, slices.Concat(found...)...)
}

// part gives two children of a branch point a branch point of their own and returns it. It leaves
// messages to the caller.
func part(s *state, o option) int32 {
	u := s.take()
	v := o.node
	s.parent[u], s.parent[o.a], s.parent[o.b] = v, u, u
	s.kids[u] = append(s.kids[u][:0], o.a, o.b)
	s.kids[v][indexOf(s.kids[v], o.a)] = u
	s.kids[v] = without(s.kids[v], indexOf(s.kids[v], o.b))
	s.setRem(u, o.rem)
	return u
}

// dissolve removes branch point v, which is not the top one, and gives its children to its parent.
func dissolve(s *state, v int32) {
	p := s.parent[v]
	i := indexOf(s.kids[p], v)
	for _, k := range s.kids[v] {
		s.parent[k] = p
	}
	s.kids[p] = slices.Concat(s.kids[p][:i], s.kids[v], s.kids[p][i+1:])
	s.release(v)
}

// dissolvable reports whether the prior allows the children of v beside those of its parent. Where α is below 0, two
// collapses may be possible each and not both.
func dissolvable(s *state, v int32) bool {
	k := len(s.kids[s.parent[v]]) + len(s.kids[v]) - 1
	return s.hyper.prior.CanJoin(k - 1)
}

// apply collapses and splits what lies on the wrong side of the threshold, and reports whether the tree changed.
func (b *balancer) apply() (changed bool) {
	s := b.s
	if b.want >= 0 {
		b.threshold = b.settle()
	}
	gone := map[int32]bool{}
	for i := len(b.found) - 1; i >= 0; i-- { // from the leaves up
		if o := b.found[i]; !o.splits && o.odds < b.threshold-balanceSlack && dissolvable(s, o.node) {
			dissolve(s, o.node)
			gone[o.node], changed = true, true
		}
	}
	for _, o := range b.found {
		if o.splits && o.odds > b.threshold+balanceSlack && !gone[o.node] && !gone[o.a] && !gone[o.b] {
			part(s, o)
			changed = true
		}
	}
	if changed {
		s.recompute()
	}
	return changed
}

// settle returns the log odds that as many options exceed as branches are wanted.
func (b *balancer) settle() float64 {
	all := make([]float64, len(b.found))
	for i, o := range b.found {
		all[i] = math.Max(-mostThreshold, math.Min(mostThreshold, o.odds))
	}
	slices.Sort(all)
	slices.Reverse(all)
	threshold := 0.0
	switch {
	case len(all) == 0:
	case b.want == 0:
		threshold = all[0] + 1
	case b.want >= len(all):
		threshold = all[len(all)-1] - 1
	default:
		threshold = (all[b.want-1] + all[b.want]) / 2
	}
	return math.Max(-mostThreshold, math.Min(mostThreshold, threshold))
}
