package tree

import (
	"slices"
	"strconv"
)

// Canonical returns the structure as nested sets of leaf numbers, such as "((0,2),1,3)", with
// children ordered by their least leaf. Two trees over the same rows have the same clades if and
// only if their texts are equal; times, supports and drawing order do not matter. It takes O(N log
// N) time.
func (t *Tree) Canonical() string {
	order := t.PreOrder()
	least := make([]int, len(t.Parent))
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			least[v] = v
			continue
		}
		least[v] = least[t.Children[v][0]]
		for _, c := range t.Children[v] {
			least[v] = min(least[v], least[c])
		}
	}
	sorted := t.sorted(func(a, b int) int { return least[a] - least[b] })
	var out []byte
	sorted.walk(func(v, child int) {
		switch {
		case t.IsLeaf(v):
			out = strconv.AppendInt(out, int64(v), 10)
		case child == 0:
			out = append(out, '(')
		case child < len(t.Children[v]):
			out = append(out, ',')
		default:
			out = append(out, ')')
		}
	})
	return string(out)
}

// walk visits the nodes depth first without recursion: leaf v as (v, 0), branch
// point v as (v, i) before each child i and as (v, number of children) at the end.
func (t *Tree) walk(visit func(v, child int)) {
	type place struct{ v, child int }
	stack := []place{{t.Top, 0}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		v, child := at.v, at.child
		at.child++
		visit(v, child)
		if child >= len(t.Children[v]) {
			stack = stack[:len(stack)-1]
			continue
		}
		stack = append(stack, place{t.Children[v][child], 0})
	}
}

// SharedClades returns the branch points of a and of b that have the same leaves below them, as
// pairs (node of a, node of b) in a's pre-order. Leaves are matched by number; it panics unless
// both trees have equally many. It takes O(N log N) time (Day 1985).
func SharedClades(a, b *Tree) [][2]int {
	n := len(a.Names)
	if len(b.Names) != n {
		panic("tree: SharedClades needs trees over the same leaves")
	}
	// In a's drawing order every clade of a is an interval of places.
	place := make([]int, n)
	for i, leaf := range a.LeafOrder() {
		place[leaf] = i
	}
	type interval struct{ first, last int }
	intervals := func(t *Tree) (span []interval, count []int) {
		span = make([]interval, len(t.Parent))
		for v := range span {
			span[v] = interval{n, -1}
		}
		count = make([]int, len(t.Parent))
		order := t.PreOrder()
		for i := len(order) - 1; i >= 0; i-- {
			v := order[i]
			if t.IsLeaf(v) {
				span[v] = interval{place[v], place[v]}
				count[v] = 1
			}
			if p := t.Parent[v]; p >= 0 {
				span[p].first = min(span[p].first, span[v].first)
				span[p].last = max(span[p].last, span[v].last)
				count[p] += count[v]
			}
		}
		return span, count
	}
	spanB, countB := intervals(b)
	inB := make(map[interval]int, len(b.Parent)-n)
	for v := n; v < len(b.Parent); v++ {
		if spanB[v].last-spanB[v].first+1 == countB[v] {
			inB[spanB[v]] = v
		}
	}
	spanA, _ := intervals(a)
	var shared [][2]int
	for _, v := range a.PreOrder() {
		if a.IsLeaf(v) {
			continue
		}
		if w, ok := inB[spanA[v]]; ok {
			shared = append(shared, [2]int{v, w})
		}
	}
	return shared
}

// RobinsonFoulds returns the number of clades that are in only one of two rooted trees, not
// counting the whole tree and single leaves. Leaves are matched by name; the error says which names
// do not match.
func RobinsonFoulds(a, b *Tree) (distance int, err error) {
	if !slices.Equal(a.Names, b.Names) {
		if b, err = MatchLeaves(b, a.Names); err != nil {
			return 0, err
		}
	}
	inner := len(a.Parent) - len(a.Names) + len(b.Parent) - len(b.Names)
	return inner - 2*len(SharedClades(a, b)), nil
}
