package tree

import "slices"

// mostTogether limits the pairs of groups, times nodes, for which [Tree.Together] finds the order.
const mostTogether = 20_000_000

// Together returns a copy of t in which the children of branch points of two are exchanged wherever that lets the
// leaves of each group lie together: along the leaves as drawn, a group follows another as rarely as exchanges allow,
// and of such orders the one with the fewest exchanges is taken. Branch points of more children keep their order, so
// call it with [Tree.Resolved]. Leaves in no group count as one. It returns t itself if nothing is gained, or where
// nodes times groups² are too many.
//
// It finds the least number of changes for each clade and each pair of groups at its two ends, from its leaves upwards:
// O(NG³) time for G groups, less where a clade has few of them.
func (t *Tree) Together(groups [][]int) *Tree {
	if len(groups) < 2 || len(groups)*len(groups)*t.Nodes() > mostTogether {
		return t
	}
	o := &exchanger{tree: t, of: make([]int, t.Leaves()), at: make([]ends, t.Nodes()), change: t.Nodes() + 1}
	for g, rows := range groups {
		for _, r := range rows {
			o.of[r] = g + 1
		}
	}
	for _, v := range slices.Backward(t.PreOrder()) { // children before their parents
		o.join(v)
	}
	top := &o.at[t.Top]
	best := 0
	for k, c := range top.cost {
		if c < top.cost[best] {
			best = k
		}
	}
	c := t.withChildren()
	w := len(top.groups)
	if !o.exchange(c, t.Top, top.groups[best/w], top.groups[best%w]) {
		return t
	}
	return c
}

// An exchanger finds which children to exchange.
type exchanger struct {
	tree   *Tree
	of     []int // group of each leaf, 0 for none
	at     []ends
	change int // cost of a change of groups; an exchange costs 1
}

// ends are the costs of a clade for each group at its first and at its last leaf.
type ends struct {
	groups []int // in the clade, ascending
	place  map[int]int
	cost   []int // by place of the first and of the last group; unreachable where they cannot be there
}

const unreachable = 1 << 60

// join finds the costs of a clade from those of its children.
func (o *exchanger) join(v int) {
	if o.tree.IsLeaf(v) {
		o.at[v] = ends{groups: []int{o.of[v]}, place: map[int]int{o.of[v]: 0}, cost: []int{0}}
		return
	}
	children := o.tree.Children[v]
	sum := o.at[children[0]]
	for _, c := range children[1:] {
		next := beside(&sum, &o.at[c], o.change)
		if len(children) == 2 {
			other := beside(&o.at[c], &sum, o.change)
			for k, cost := range other.cost {
				next.cost[k] = min(next.cost[k], cost+1)
			}
		}
		sum = next
	}
	o.at[v] = sum
}

// beside returns the costs of two clades beside each other.
func beside(x, y *ends, change int) ends {
	s := ends{place: map[int]int{}}
	for i, j := 0, 0; i < len(x.groups) || j < len(y.groups); {
		switch {
		case j == len(y.groups) || i < len(x.groups) && x.groups[i] < y.groups[j]:
			s.groups = append(s.groups, x.groups[i])
			i++
		case i == len(x.groups) || y.groups[j] < x.groups[i]:
			s.groups = append(s.groups, y.groups[j])
			j++
		default:
			s.groups = append(s.groups, x.groups[i])
			i, j = i+1, j+1
		}
	}
	for k, g := range s.groups {
		s.place[g] = k
	}
	w := len(s.groups)
	s.cost = make([]int, w*w)
	for k := range s.cost {
		s.cost[k] = unreachable
	}
	for a, first := range x.groups {
		row := x.cost[a*len(x.groups) : (a+1)*len(x.groups)]
		for d, last := range y.groups {
			k := s.place[first]*w + s.place[last]
			s.cost[k] = min(s.cost[k], meet(row, x, y, d, change))
		}
	}
	return s
}

// meet returns the least cost of two clades beside each other: x begins with the group of a row of its costs, and y
// ends with its d-th.
func meet(row []int, x, y *ends, d, change int) int {
	left, right, same := unreachable, unreachable, unreachable
	for b, c := range row {
		left = min(left, c)
		if at, is := y.place[x.groups[b]]; is {
			same = min(same, c+y.cost[at*len(y.groups)+d])
		}
	}
	for c := range y.groups {
		right = min(right, y.cost[c*len(y.groups)+d])
	}
	return min(unreachable, same, left+right+change)
}

// exchange exchanges the children below v in c for the costs of given ends, and reports whether there were any.
func (o *exchanger) exchange(c *Tree, v, first, last int) (any bool) {
	t := o.tree
	if t.IsLeaf(v) {
		return false
	}
	children := t.Children[v]
	if len(children) == 2 {
		x, y := children[0], children[1]
		straight, xl, yf := o.between(&o.at[x], &o.at[y], first, last)
		turned, yl, xf := o.between(&o.at[y], &o.at[x], first, last)
		if turned+1 < straight {
			c.Children[v] = []int{y, x}
			below := o.exchange(c, y, first, yl)
			return o.exchange(c, x, xf, last) || below || true
		}
		below := o.exchange(c, x, first, xl)
		return o.exchange(c, y, yf, last) || below
	}
	// The ends between children follow from the last one backwards.
	sums := []ends{o.at[children[0]]}
	for _, u := range children[1:] {
		sums = append(sums, beside(&sums[len(sums)-1], &o.at[u], o.change))
	}
	for k := len(children) - 1; k > 0; k-- {
		_, before, begin := o.between(&sums[k-1], &o.at[children[k]], first, last)
		any = o.exchange(c, children[k], begin, last) || any
		last = before
	}
	return o.exchange(c, children[0], first, last) || any
}

// between returns the least cost of two clades beside each other with given ends, and the groups where they meet.
func (o *exchanger) between(x, y *ends, first, last int) (least, xl, yf int) {
	least = unreachable
	a, inX := x.place[first]
	d, inY := y.place[last]
	if !inX || !inY {
		return least, 0, 0
	}
	for b, g := range x.groups {
		for e, h := range y.groups {
			cost := x.cost[a*len(x.groups)+b] + y.cost[e*len(y.groups)+d]
			if g != h {
				cost += o.change
			}
			if cost < least {
				least, xl, yf = cost, g, h
			}
		}
	}
	return least, xl, yf
}
