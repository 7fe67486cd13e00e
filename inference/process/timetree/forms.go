package timetree

import (
	"math"

	"example.org/espalier/inference/tree"
)

// Empty takes all nodes out of the tree.
func (t *Tree) Empty() {
	for v := range t.Node {
		t.Node[v].Parent, t.Node[v].Next = Absent, -1
	}
	t.Free = t.Free[:0]
	for v := len(t.Node) - 1; v >= t.N; v-- {
		t.Free = append(t.Free, int32(v))
	}
}

// Load reads a complete tree from arrays over slots: each slot's parent, Absent for free ones, its time, and the
// numbers of their children, which follow one another in kids. Its own slots are used in ascending order. Sizes are
// left to the caller.
func (t *Tree) Load(top int32, parent, kidCount, kids []int32, ell, rem []float64) {
	number := make([]int32, len(parent))
	next := int32(t.N)
	for v, p := range parent {
		number[v] = int32(v)
		if v >= t.N && p != Absent {
			number[v] = next
			next++
		}
	}
	t.Top = number[top]
	at := 0
	for v, p := range parent {
		own := kids[at : at+int(kidCount[v])]
		at += len(own)
		if p == Absent {
			continue
		}
		nv := &t.Node[number[v]]
		nv.Parent, nv.Kids = p, int32(len(own))
		if p >= 0 {
			nv.Parent = number[p]
		}
		if v >= t.N {
			nv.Ell, nv.Rem = ell[v], rem[v]
		}
		for i := len(own) - 1; i >= 0; i-- {
			b := number[own[i]]
			t.Node[b].Next = nv.First
			nv.First = b
		}
	}
	t.Free = t.Free[:0]
	for v := int32(len(t.Node)) - 1; v >= next; v-- {
		t.Free = append(t.Free, v)
	}
}

// Drawn returns the tree as a chain keeps it: the parent of each node, −1 for the top one, leaves first and then the
// branch points in the order of their slots, and the times ℓ of the branch points.
func (t *Tree) Drawn() (top int32, parent []int32, ell []float64) {
	number := make([]int32, len(t.Node))
	next := int32(t.N)
	for v := range t.Node {
		number[v] = int32(v)
		if v >= t.N && t.InUse(int32(v)) {
			number[v] = next
			next++
		}
	}
	parent, ell = make([]int32, next), make([]float64, int(next)-t.N)
	for v := range t.Node {
		nv := &t.Node[v]
		if nv.Parent == Absent {
			continue
		}
		parent[number[v]] = -1
		if nv.Parent >= 0 {
			parent[number[v]] = number[nv.Parent]
		}
		if v >= t.N {
			ell[int(number[v])-t.N] = nv.Ell
		}
	}
	return number[t.Top], parent, ell
}

// Publish builds the tree that Drawn has returned, over named leaves, in few allocations.
func Publish(names []string, top int32, parent []int32, ell []float64) *tree.Tree {
	n, nodes := len(names), len(parent)
	t := &tree.Tree{Names: names, Top: int(top), Parent: make([]int, nodes), Children: make([][]int, nodes),
		LogTime: make([]float64, nodes)}
	count := make([]int, nodes)
	for v, p := range parent {
		t.Parent[v] = int(p)
		t.LogTime[v] = math.Inf(1)
		if v >= n {
			t.LogTime[v] = ell[v-n]
		}
		if p >= 0 {
			count[p]++
		}
	}
	all := make([]int, nodes-1)
	for v := n; v < nodes; v++ {
		t.Children[v], all = all[:0:count[v]], all[count[v]:]
	}
	for v, p := range parent {
		if p >= 0 {
			t.Children[p] = append(t.Children[p], v)
		}
	}
	return t
}
