// Package support says how far trees that were drawn support the clades of another: how many have a clade, and how near
// they come to it.
package support

import (
	"example.org/espalier/inference/algorithm/special"
	"math"
	"slices"
	"sync"

	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/tree"
)

// A Set holds trees that were drawn. Any number of goroutines may use it.
type Set struct {
	mu    sync.Mutex
	asked *tree.Tree // the last one that Near was asked of
	near  []float64

	rows  int
	draws []shape
	count map[key]int // draws that have a clade
	leaf  []key
}

// A shape is a tree with the number of leaves below each node.
type shape struct {
	parent []int
	size   []int32
}

// A key is the sum of a random number for each leaf of a clade.
type key struct{ a, b uint64 }

// Of returns the set of the draws of witnesses; nil without any.
func Of(w *witness.Witnesses) *Set {
	if w == nil || len(w.Parents) == 0 {
		return nil
	}
	s := &Set{rows: w.Rows, count: map[key]int{}, leaf: make([]key, w.Rows)}
	for i := range s.leaf {
		s.leaf[i] = key{special.Mix64(special.Golden64 * (2*uint64(i) + 1)),
			special.Mix64(special.Golden64 * (2*uint64(i) + 2))}
	}
	for _, parent := range w.Parents {
		size, keys := s.clades(parent)
		s.draws = append(s.draws, shape{parent, size})
		for _, k := range keys[s.rows:] {
			s.count[k]++
		}
	}
	return s
}

// clades returns the number of leaves below each node of a tree, and their keys.
func (s *Set) clades(parent []int) (size []int32, keys []key) {
	size, keys = make([]int32, len(parent)), make([]key, len(parent))
	copy(keys, s.leaf)
	for i := range s.rows {
		size[i] = 1
	}
	for _, v := range bottomUp(parent, s.rows) {
		if u := parent[v]; u >= 0 {
			size[u] += size[v]
			keys[u].a += keys[v].a
			keys[u].b += keys[v].b
		}
	}
	return size, keys
}

// bottomUp returns the nodes of a tree of n leaves, children before their parents.
func bottomUp(parent []int, n int) []int {
	left := make([]int, len(parent))
	for _, u := range parent {
		if u >= 0 {
			left[u]++
		}
	}
	order := make([]int, 0, len(parent))
	for v := range n {
		order = append(order, v)
	}
	for i := 0; i < len(order); i++ {
		if u := parent[order[i]]; u >= 0 {
			if left[u]--; left[u] == 0 {
				order = append(order, u)
			}
		}
	}
	return order
}

// Exact returns, for each node of a tree over the same rows, the share of the draws that have its clade; NaN for
// leaves. It takes O(N) time.
func (s *Set) Exact(t *tree.Tree) []float64 {
	_, keys := s.clades(t.Parent)
	out := make([]float64, len(keys))
	for v, k := range keys {
		if out[v] = float64(s.count[k]) / float64(len(s.draws)); t.IsLeaf(v) {
			out[v] = math.NaN()
		}
	}
	return out
}

// mostSteps limits the steps of [Set.Near].
const mostSteps = 2e8

// Near returns, for each node of a tree over the same rows, the transfer support of its clade, which forgives stray
// rows: for a clade of k rows the mean over the draws of 1 − δ/(k−1), where δ is the least number of rows to take out
// of a clade of the draw or to put into it that makes the two equal (Lemoine and others 2018, Nature 556, 452–456,
// there of bipartitions). It is NaN for leaves. It takes O(N·depth²) time for a draw; where all would take too long it
// asks fewer, evenly spaced, and returns nil where it could ask less than ten.
func (s *Set) Near(t *tree.Tree) []float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked != t {
		s.asked, s.near = t, s.nearest(t)
	}
	return s.near
}

func (s *Set) nearest(t *tree.Tree) []float64 {
	// of all clades of the tree; the mean of all draws: each leaf of each clade climbs to the top
	leaves, depth := 0.0, 0.0
	for _, n := range t.LeafCounts()[s.rows:] {
		leaves += float64(n)
	}
	for _, d := range s.draws {
		for _, n := range d.size[s.rows:] {
			depth += float64(n) / float64(s.rows*len(s.draws))
		}
	}
	asked := slices.Clone(s.draws)
	if most := int(mostSteps / (leaves * depth)); most < len(asked) {
		if most < min(10, len(asked)) {
			return nil
		}
		for i := range most {
			asked[i] = asked[i*len(s.draws)/most]
		}
		asked = asked[:most]
	}
	out := make([]float64, len(t.Parent))
	for v := range s.rows {
		out[v] = math.NaN()
	}
	both := make([]int32, 2*s.rows)
	for v := s.rows; v < len(t.Parent); v++ {
		rows := t.LeavesBelow(v)
		apart := 0
		for _, d := range asked {
			apart += int(d.distance(rows, both))
		}
		out[v] = 1 - float64(apart)/float64((len(rows)-1)*len(asked))
	}
	return out
}

// distance returns the least number of rows that a clade of the tree and the given rows, two or more, do not have in
// common. both is 0 for every node, and so it is again after.
func (d *shape) distance(rows []int, both []int32) int32 {
	k := int32(len(rows))
	least := k - 1 // to one of the rows
	for _, r := range rows {
		for v := r; v >= 0; v = d.parent[v] {
			both[v]++
		}
	}
	for _, r := range rows {
		for v := r; v >= 0 && both[v] > 0; v = d.parent[v] {
			least = min(least, k+d.size[v]-2*both[v])
			both[v] = 0
		}
	}
	return least
}
