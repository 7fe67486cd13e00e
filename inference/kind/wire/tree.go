package wire

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/tree"
)

// A Tree is a tree as it is written, its leaves before its branch points.
type Tree struct {
	_         struct{} `cbor:",toarray"`
	Names     int      // place in a list of lists of names
	Counts    Ints     // children of each branch point
	Children  Ints     // of all branch points, one list after the other, in drawing order
	Times     Floats   // ℓ of each branch point
	LeafTimes Floats   // ℓ of each leaf; nil where all are at time 1
	Support   Floats   // of each node; nil where there is none
}

var atTimeOne = math.Inf(1)

// TreeOf returns the form of a tree, the names of its leaves left out. It fails for a tree that is
// nil, whose leaves have children, or whose lists are of different lengths.
func TreeOf(t *tree.Tree) (*Tree, error) {
	if t == nil {
		return nil, errors.New("a tree that is nil cannot be written")
	}
	n, m := len(t.Names), len(t.Parent)
	if m < n || len(t.Children) != m || len(t.LogTime) != m || t.Support != nil && len(t.Support) != m {
		return nil,
			fmt.Errorf("a tree of %d leaves, %d parents, %d lists of children, %d times and %d supports cannot be written", n, m,
				len(t.Children), len(t.LogTime), len(t.Support))
	}
	p := &Tree{Counts: make(Ints, 0, m-n), Children: make(Ints, 0, m), Times: t.LogTime[n:], Support: t.Support}
	for v, children := range t.Children {
		if v < n {
			if len(children) > 0 {
				return nil, fmt.Errorf("a tree whose leaf %d has children cannot be written", v)
			}
			if t.LogTime[v] != atTimeOne {
				p.LeafTimes = t.LogTime[:n]
			}
			continue
		}
		p.Counts, p.Children = append(p.Counts, len(children)), append(p.Children, children...)
	}
	return p, nil
}

// Tree puts a tree together. The caller must then check its invariants.
func (p *Tree) Tree(names []string) (*tree.Tree, error) {
	n, points := len(names), len(p.Times)
	m := n + points
	if len(p.Counts) != points || m == 0 || len(p.Children) != m-1 || p.LeafTimes != nil && len(p.LeafTimes) != n ||
		p.Support != nil && len(p.Support) != m {
		return nil, errTree
	}
	t := &tree.Tree{Names: names, Parent: make([]int, m), Children: make([][]int, m), LogTime: make([]float64, m),
		Support: p.Support}
	for v := range t.Parent {
		t.Parent[v] = -1
	}
	for v := range n {
		t.LogTime[v] = atTimeOne
	}
	copy(t.LogTime, p.LeafTimes)
	copy(t.LogTime[n:], p.Times)
	rest := []int(p.Children)
	for i, count := range p.Counts {
		if count < 0 || count > len(rest) {
			return nil, errTree
		}
		t.Children[n+i] = rest[:count:count]
		for _, c := range t.Children[n+i] {
			if c < 0 || c >= m || t.Parent[c] >= 0 {
				return nil, errTree
			}
			t.Parent[c] = n + i
		}
		rest = rest[count:]
	}
	// All but one are children of another: that one is the top.
	t.Top = slices.Index(t.Parent, -1)
	if len(rest) > 0 || t.Top < 0 {
		return nil, errTree
	}
	return t, nil
}

var errTree = errors.New("a tree cannot be decoded; the bytes are damaged")
