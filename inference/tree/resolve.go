package tree

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
)

// Resolved returns t with the children of every branch point of more than two joined two by two: again and again the
// two whose union adds least to the sum of squared distances from the means, as in Ward's linkage. t makes no claim
// about the order in which these children diverged; the unions are for reading it, for the order of its leaves, and for
// scores. Nodes of t keep their numbers, and those added follow them, at the time of their branch point and without
// support (NaN). A tree without such branch points is returned as it is. The two parts of a union stand in the order of
// t.
//
// row returns the values of a leaf, all of one length; NaN marks a missing cell. Of more than 4,000
// children the largest are joined so, and each of the others first joins the one to which it adds
// least. It takes O((N + m²)D) time for m children.
func (t *Tree) Resolved(row func(leaf int) []float64) *Tree {
	if !slices.ContainsFunc(t.Children, func(c []int) bool { return len(c) > 2 }) {
		return t
	}
	r := &Tree{Names: t.Names, Top: t.Top, Parent: slices.Clone(t.Parent), Children: slices.Clone(t.Children),
		LogTime: slices.Clone(t.LogTime)}
	if t.Support != nil {
		r.Support = slices.Clone(t.Support)
	}
	r.Before = slices.Clone(t.Before)
	sums := make([]*scatter, t.Nodes())
	order := t.PreOrder()
	for _, v := range slices.Backward(order) {
		if t.IsLeaf(v) {
			sums[v] = newScatter(row(v))
			continue
		}
		family := t.Children[v]
		of := make([]*scatter, len(family))
		for i, c := range family {
			of[i], sums[c] = sums[c], nil
		}
		if len(family) > 2 {
			r.joinChildren(v, of)
		} else {
			for _, s := range of[1:] {
				of[0].add(s)
			}
		}
		sums[v] = of[0]
	}
	return r
}

// joinChildren puts binary nodes between v and its children, whose sums are used up; the first becomes
// that of all.
func (t *Tree) joinChildren(v int, sums []*scatter) {
	now := slices.Clone(t.Children[v])
	union := func(a, b int) {
		w := len(t.Parent)
		t.Parent = append(t.Parent, v)
		t.Children = append(t.Children, []int{now[a], now[b]})
		t.LogTime = append(t.LogTime, t.LogTime[v])
		if t.Support != nil {
			t.Support = append(t.Support, math.NaN())
		}
		if t.Before != nil {
			t.Before = append(t.Before, nil)
		}
		t.Parent[now[a]], t.Parent[now[b]] = w, w
		now[a], now[b] = w, -1
	}
	joinSmall(sums, union)
	join(sums, 2, union)
	last := make([]int, 0, 2)
	for i, s := range sums {
		if s != nil {
			last = append(last, now[i])
			if i > 0 {
				sums[0].add(s)
			}
		}
	}
	t.Children[v] = last
	for _, c := range last {
		t.Parent[c] = v
	}
}

// How many children are joined pair by pair, and for how many multiplications they may be.
const (
	mostResolved  = 4000
	resolvingWork = 8e9
)

// joinSmall joins the smallest of very many children with the nearest of the others, so that few enough are left for
// [join].
func joinSmall(sums []*scatter, union func(a, b int)) {
	most := min(max(int(resolvingWork/float64(len(sums)*max(len(sums[0].sum), 1))), 64), mostResolved)
	if len(sums) <= most {
		return
	}
	order := make([]int, len(sums))
	for i := range order {
		order[i] = i
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(sums[b].size(), sums[a].size()) })
	large := order[:most]
	nearest := make([]int, len(sums))
	for _, k := range order[most:] {
		least := math.Inf(1)
		nearest[k] = large[0]
		for _, i := range large {
			if c := sums[i].costOf(sums[k]); c < least {
				nearest[k], least = i, c
			}
		}
	}
	// The nearest are found before any is joined: the order of the children does not matter.
	at := make([]int, len(sums)) // where the union with a large child stands: at the first of its members
	for i := range at {
		at[i] = i
	}
	for _, k := range order[most:] {
		i := at[nearest[k]]
		a, b := min(i, k), max(i, k)
		sums[a].add(sums[b])
		sums[b] = nil
		at[nearest[k]] = a
		union(a, b)
	}
}

// OrderedAs returns a copy of t whose children stand as those of r do, a tree that [Tree.Resolved] made of t and whose
// children may have been sorted since: t with its leaves in the order of r. It panics if r does not have the nodes of
// t.
func (t *Tree) OrderedAs(r *Tree) *Tree {
	if r == t {
		return t
	}
	if r.Nodes() < t.Nodes() || r.Leaves() != t.Leaves() {
		panic("tree: OrderedAs needs a tree with the same nodes")
	}
	place := make([]int, r.Nodes())
	for i, v := range r.PreOrder() {
		place[v] = i
	}
	return t.sorted(func(a, b int) int { return place[a] - place[b] })
}
