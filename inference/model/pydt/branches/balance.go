package branches

import (
	"math"
	"slices"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/process/timetree"
)

// A Balancer gives a tree the number of branch points that it is expected to have. It collapses
// branches and splits branch points in the order of their odds, until every branch present has
// higher odds than every branch absent (math 6.4). The odds of a branch against its collapse are
// found by quadrature, on several threads. If no number is expected, it keeps the branches that are more probable than
// not. It can stop after any node and continue later.
type Balancer struct {
	s         *posterior.State
	want      int     // branches wanted between branch points; negative: the threshold is given
	Threshold float64 // log odds of the branches that stay
	Rounds    int     // left
	sweeps    int     // left in this round
	sweeper   times.Sweeper
	sweeping  bool
	weighing  Weighing
	begun     bool // this round
	order     []int32
	at        int
	Found     []Option
}

// An Option is a branch of the tree, or one that would arise if two children of a branch point got
// a branch point of their own.
type Option struct {
	Node   int32 // the lower end of the branch, or the branch point with the two children
	A, B   int32 // the children; absent for a branch of the tree
	Rem    float64
	Odds   float64 // logarithm of the odds for the branch
	Splits bool
}

const (
	balanceRounds = 12
	balanceSweeps = 2
	balanceSlack  = 0.05 // log odds within this of the threshold change nothing
	mostThreshold = 8    // log odds
	splitWork     = 64e6 // multiply-adds of the search for the closest pair of children
)

// NewBalancer returns a balancer of s for a number of branch points. NaN balances at even odds.
func NewBalancer(s *posterior.State, points float64, threads int) *Balancer {
	b := &Balancer{s: s, want: -1, weighing: Weighing{Threads: threads}, Rounds: balanceRounds, sweeps: balanceSweeps}
	if !math.IsNaN(points) {
		b.want = max(int(math.Round(points))-1, 0)
	}
	return b
}

// Advance does about `most` nodes of work and reports whether the tree is balanced.
func (b *Balancer) Advance(most int) bool {
	s := b.s
	if b.Rounds == 0 || s.IsLeaf(s.Top) {
		return true
	}
	if b.sweeps > 0 {
		if !b.sweeping {
			b.sweeper = times.Sweeper{}
			b.sweeper.Start(s)
			b.sweeping = true
		}
		if !b.sweeper.Advance(most) {
			return false
		}
		b.sweeping = false
		b.sweeps--
		return false
	}
	if !b.begun {
		s.Cavities()
		b.order = append(b.order[:0], s.Order...)
		b.at, b.Found, b.begun = 0, b.Found[:0], true
	}
	var points []int32
	for ; b.at < len(b.order) && most > 0; b.at++ {
		if v := b.order[b.at]; !s.IsLeaf(v) {
			points = append(points, v)
			most -= b.work(v)
		}
	}
	b.Weigh(points)
	if b.at < len(b.order) {
		return false
	}
	b.begun = false
	b.Rounds--
	b.sweeps = balanceSweeps
	if !b.apply() {
		b.Rounds = 0
	}
	return b.Rounds == 0
}

// splittable reports whether a split of v is looked for.
func (b *Balancer) splittable(v int32) bool {
	k := len(b.s.Kids[v])
	return k >= 3 && float64(k)*float64(k)*float64(b.s.D) <= splitWork
}

// work returns how many nodes of work it is to weigh v, about.
func (b *Balancer) work(v int32) (nodes int) {
	if b.s.Parent[v] >= 0 {
		nodes += branchNodes
	}
	if b.splittable(v) {
		nodes += branchNodes + 8*len(b.s.Kids[v])
	}
	return nodes
}

// Weigh finds the odds of the branches above these branch points and of the likeliest split of each.
func (b *Balancer) Weigh(points []int32) {
	s := b.s
	found := make([][]Option, len(points))
	b.weighing.do(s, len(points), func(c *Collapser, i int) {
		v := points[i]
		if s.Parent[v] >= 0 {
			found[i] = append(found[i], Option{Node: v, A: timetree.Absent, B: timetree.Absent, Odds: c.Odds(v)})
		}
		if !b.splittable(v) {
			return
		}
		if first, second, rem := times.Closest(s, v); first >= 0 && rem >= timetree.LatestRem {
			o := Option{Node: v, A: s.Kids[v][first], B: s.Kids[v][second], Rem: rem, Splits: true}
			o.Odds = c.oddsOf(o, v, []int32{o.A, o.B})
			found[i] = append(found[i], o)
		}
	})
	b.Found = append(b.Found, slices.Concat(found...)...)
}

// Part gives two children of a branch point a branch point of their own and returns it. It leaves
// messages to the caller.
func Part(s *posterior.State, o Option) int32 {
	u := s.Take()
	v := o.Node
	s.Parent[u], s.Parent[o.A], s.Parent[o.B] = v, u, u
	s.Kids[u] = append(s.Kids[u][:0], o.A, o.B)
	s.Kids[v][timetree.IndexOf(s.Kids[v], o.A)] = u
	s.Kids[v] = timetree.Without(s.Kids[v], timetree.IndexOf(s.Kids[v], o.B))
	s.SetRem(u, o.Rem)
	return u
}

// Dissolve removes branch point v, which is not the top one, and gives its children to its parent.
func Dissolve(s *posterior.State, v int32) {
	p := s.Parent[v]
	i := timetree.IndexOf(s.Kids[p], v)
	for _, k := range s.Kids[v] {
		s.Parent[k] = p
	}
	s.Kids[p] = slices.Concat(s.Kids[p][:i], s.Kids[v], s.Kids[p][i+1:])
	s.Release(v)
}

// dissolvable reports whether the prior allows the children of v beside those of its parent. Where α is below 0, two
// collapses may be possible each and not both.
func dissolvable(s *posterior.State, v int32) bool {
	k := len(s.Kids[s.Parent[v]]) + len(s.Kids[v]) - 1
	return s.Hyper.Prior.CanJoin(k - 1)
}

// apply collapses and splits what lies on the wrong side of the threshold, and reports whether the tree changed.
func (b *Balancer) apply() (changed bool) {
	s := b.s
	if b.want >= 0 {
		b.Threshold = b.settle()
	}
	gone := map[int32]bool{}
	for i := len(b.Found) - 1; i >= 0; i-- { // from the leaves up
		if o := b.Found[i]; !o.Splits && o.Odds < b.Threshold-balanceSlack && dissolvable(s, o.Node) {
			Dissolve(s, o.Node)
			gone[o.Node], changed = true, true
		}
	}
	for _, o := range b.Found {
		if o.Splits && o.Odds > b.Threshold+balanceSlack && !gone[o.Node] && !gone[o.A] && !gone[o.B] {
			Part(s, o)
			changed = true
		}
	}
	if changed {
		s.Recompute()
	}
	return changed
}

// settle returns the log odds that as many options exceed as branches are wanted.
func (b *Balancer) settle() float64 {
	all := make([]float64, len(b.Found))
	for i, o := range b.Found {
		all[i] = math.Max(-mostThreshold, math.Min(mostThreshold, o.Odds))
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
