// Package density finds clusters of rows that lie closely together, apart from sparse ground, at every density
// at once
// (Campello, Moulavi and Sander 2013, Density-based clustering based on hierarchical density estimates).
package density

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
)

// An Edge joins two rows at their mutual reachability distance, the greatest of the distance between them and the
// core distances of both.
type Edge struct {
	A, B     int
	Distance float64
}

// Core returns the core distances of rows a piece at a time: that of a row to the k-th nearest, itself counted as the
// first. +Inf where fewer rows can be compared with it.
type Core struct {
	Distances []float64 // of the rows that are done
	ruler     *linkage.Ruler
	k         int
	all       []float64
}

// NewCore prepares the core distances of n rows.
func NewCore(ruler *linkage.Ruler, n, k int) *Core {
	return &Core{ruler: ruler, k: min(max(k, 1), n), all: make([]float64, n)}
}

// Advance does one row and reports whether it was the last. O(n·d + n ln n).
func (c *Core) Advance() bool {
	c.ruler.From(len(c.Distances), c.all)
	slices.Sort(c.all)
	c.Distances = append(c.Distances, c.all[c.k-1])
	return len(c.Distances) == len(c.all)
}

// A Spanning grows the tree of least sum of mutual reachability distances, a row at a time (Prim 1957). It stores no
// distances between rows.
type Spanning struct {
	Edges []Edge // of the rows reached so far
	ruler *linkage.Ruler
	core  []float64
	near  []float64 // of each row to the tree, +Inf before
	from  []int     // the row of the tree that is that near; −1 before
	done  []bool
	last  int // the row reached last
	all   []float64
}

// NewSpanning prepares the tree from the first row that has a core distance.
func NewSpanning(ruler *linkage.Ruler, core []float64) *Spanning {
	n := len(core)
	s := &Spanning{ruler: ruler, core: core, near: make([]float64, n), from: make([]int, n), done: make([]bool, n),
		all: make([]float64, n)}
	for i := range n {
		s.near[i], s.from[i] = math.Inf(1), -1
	}
	s.last = slices.IndexFunc(core, func(v float64) bool { return !math.IsInf(v, 1) })
	if s.last >= 0 {
		s.done[s.last] = true
	}
	return s
}

// Done is the share of the rows that the tree has.
func (s *Spanning) Done() float64 { return float64(len(s.Edges)+1) / float64(len(s.core)) }

// Advance adds a row and reports whether the tree is complete: it reaches all rows that can be reached. O(n·d).
func (s *Spanning) Advance() bool {
	if s.last < 0 {
		return true
	}
	s.ruler.From(s.last, s.all)
	next := -1
	for j, d := range s.all {
		if s.done[j] {
			continue
		}
		if d = max(d, s.core[j], s.core[s.last]); d < s.near[j] {
			s.near[j], s.from[j] = d, s.last
		}
		if s.from[j] >= 0 && (next < 0 || s.near[j] < s.near[next]) {
			next = j
		}
	}
	if next < 0 {
		s.last = -1
		return true
	}
	s.Edges = append(s.Edges, Edge{s.from[next], next, s.near[next]})
	s.done[next], s.last = true, next
	return false
}

// Least is the smallest distance above 0 among edges; 0 for none.
func Least(edges []Edge) (least float64) {
	for _, e := range edges {
		if e.Distance > 0 && (least == 0 || e.Distance < least) {
			least = e.Distance
		}
	}
	return least
}

// sorted returns edges from the shortest on; of edges as long the first ones first.
func sorted(edges []Edge) []Edge {
	list := slices.Clone(edges)
	slices.SortStableFunc(list, func(a, b Edge) int { return cmp.Compare(a.Distance, b.Distance) })
	return list
}
