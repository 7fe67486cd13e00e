package tree

import (
	"math"
	"math/bits"
)

// Restrict returns the tree of the given leaves alone. Branch points left with one child are
// removed; times and supports stay. Leaf i of the result is leaf rows[i] of t. It panics if rows is
// empty, repeats a leaf or contains a number that is not a leaf.
func (t *Tree) Restrict(rows []int) *Tree {
	if len(rows) == 0 {
		panic("tree: Restrict needs at least one leaf")
	}
	number := make([]int, len(t.Parent)) // number in the result, of the node or of the one that replaces it
	for v := range number {
		number[v] = -1
	}
	r := &Tree{Names: make([]string, len(rows)), LogTime: make([]float64, len(rows)), Children: make([][]int, len(rows))}
	if t.Support != nil {
		r.Support = make([]float64, len(rows))
	}
	copyNode := func(to, v int) {
		r.LogTime[to] = t.LogTime[v]
		if t.Support != nil {
			r.Support[to] = t.Support[v]
		}
	}
	for i, v := range rows {
		if v < 0 || v >= len(t.Names) || number[v] >= 0 {
			panic("tree: Restrict needs distinct leaves of the tree")
		}
		number[v] = i
		r.Names[i] = t.Names[v]
		copyNode(i, v)
	}
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			continue
		}
		var kept []int
		for _, c := range t.Children[v] {
			if number[c] >= 0 {
				kept = append(kept, number[c])
			}
		}
		switch len(kept) {
		case 0:
		case 1:
			number[v] = kept[0]
		default:
			number[v] = len(r.LogTime)
			r.LogTime = append(r.LogTime, 0)
			r.Children = append(r.Children, kept)
			if t.Support != nil {
				r.Support = append(r.Support, 0)
			}
			copyNode(number[v], v)
		}
	}
	r.Top = number[t.Top]
	r.Parent = make([]int, len(r.LogTime))
	r.Parent[r.Top] = -1
	for v, children := range r.Children {
		for _, c := range children {
			r.Parent[c] = v
		}
	}
	return r
}

// rescaled returns a copy of t with all times multiplied by one factor that brings the latest leaf
// to time 1, so the proportions stay. It returns t itself if the latest leaf is there already, or
// all leaves are at time 0.
func (t *Tree) rescaled() *Tree {
	latestLeaf := 0.0
	for v := range t.Names {
		latestLeaf = max(latestLeaf, t.Time(v))
	}
	if latestLeaf == 1 || latestLeaf == 0 {
		return t
	}
	c := *t
	c.LogTime = make([]float64, len(t.LogTime))
	for _, v := range t.PreOrder() {
		l, above := LogTimeOf(min(1, t.Time(v)/latestLeaf)), 0.0
		if p := t.Parent[v]; p >= 0 {
			above = c.LogTime[p]
		}
		// Rounding must not merge two nodes of a path, nor move a branch point to time 1.
		switch {
		case t.IsLeaf(v):
			l = max(l, above)
		case math.IsInf(l, 1):
			l = max(latest, above+1)
		case v != t.Top && l <= above:
			l = math.Nextafter(above, math.Inf(1))
		}
		c.LogTime[v] = max(0, l)
	}
	return &c
}

// AtTimeOne reports whether every leaf is at time 1.
func (t *Tree) AtTimeOne() bool {
	for v := range t.Names {
		if !math.IsInf(t.LogTime[v], 1) {
			return false
		}
	}
	return true
}

// Ancestors finds the most recent common ancestor of any two leaves in constant time. It takes O(N
// log N) memory.
type Ancestors struct {
	place []int     // position of each leaf in drawing order
	table [][]int32 // table[p][i]: the highest of the 2ᵖ branch points between neighbours from i on
	level []int32
}

// ancestors prepares t for such queries.
func (t *Tree) ancestors() *Ancestors {
	n := len(t.Names)
	a := &Ancestors{place: make([]int, n), level: make([]int32, len(t.Parent))}
	gaps := make([]int32, 0, max(0, n-1))
	at := 0
	t.walk(func(v, child int) {
		if child == 0 && t.Parent[v] >= 0 {
			a.level[v] = a.level[t.Parent[v]] + 1
		}
		switch {
		case t.IsLeaf(v):
			a.place[v] = at
			at++
		case child > 0 && child < len(t.Children[v]):
			gaps = append(gaps, int32(v)) // neighbours in drawing order part at v
		}
	})
	a.table = [][]int32{gaps}
	for width := 1; 2*width <= len(gaps); width *= 2 {
		last := a.table[len(a.table)-1]
		next := make([]int32, len(gaps)-2*width+1)
		for i := range next {
			next[i] = a.higher(last[i], last[i+width])
		}
		a.table = append(a.table, next)
	}
	return a
}

func (a *Ancestors) higher(v, w int32) int32 {
	if a.level[w] < a.level[v] {
		return w
	}
	return v
}

// Common returns the most recent common ancestor of leaves i and j; i itself if they are the same.
func (a *Ancestors) Common(i, j int) int {
	if i == j {
		return i
	}
	first, last := a.place[i], a.place[j]
	if first > last {
		first, last = last, first
	}
	p := bits.Len(uint(last-first)) - 1
	return int(a.higher(a.table[p][first], a.table[p][last-1<<p]))
}
