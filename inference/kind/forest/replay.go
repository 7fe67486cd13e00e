package forest

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// Present implements inference.Replayed: the last draw of the first chain or, of a search, the best tree.
func (f *Forest) Present() inference.Part {
	if len(f.Draws) > 0 {
		first := f.Draws[0].Chain
		last := f.Draws[0]
		for _, d := range f.Draws {
			if d.Chain == first {
				last = d
			}
		}
		return one(last.Tree, last.Objective)
	}
	if len(f.Trees) == 0 {
		return &Forest{}
	}
	return one(f.Trees[0].Tree, f.Trees[0].Objective)
}

func one(t *tree.Tree, objective float64) *Forest {
	return &Forest{Trees: []Weighted{{Tree: t, Objective: objective, Weight: 1}}}
}

// only returns the tree of a state; nil where it has none.
func only(p inference.Part) *tree.Tree {
	if f, ok := p.(*Forest); ok && len(f.Trees) > 0 {
		return f.Trees[0].Tree
	}
	return nil
}

// Change implements inference.Replayed: the mean of the share of branch points that only one of the trees has, and of
// how far those of both moved in time.
func (f *Forest) Change(from inference.Part) float64 {
	a, b := only(from), only(f)
	switch {
	case a == nil || b == nil || a.Leaves() != b.Leaves():
		return 1
	case a == b:
		return 0
	}
	inner := a.Nodes() + b.Nodes() - 2*a.Leaves()
	shared := tree.SharedClades(a, b)
	if inner == 0 || len(shared) == 0 {
		return 0 // of one leaf
	}
	moved := 0.0
	for _, pair := range shared {
		moved += math.Abs(a.Time(pair[0])-b.Time(pair[1])) / float64(len(shared))
	}
	return (1 - 2*float64(len(shared))/float64(inner) + min(moved, 1)) / 2
}

// Toward implements inference.Replayed: siblings are turned so that the leaves stand as near as can be to where they
// stand in the later tree.
func (f *Forest) Toward(later inference.Part) inference.Part {
	a, b := only(f), only(later)
	if a == nil || b == nil || a.Leaves() != b.Leaves() {
		return f
	}
	return one(a.OrderByPosition(b.LeafOrder()), f.Trees[0].Objective)
}

// Growing returns states of one tree as it grows from its leaves: in each, the branch points later than a time are
// there, and their clades hang from the top. There are at most so many, the last being the tree itself. It is how a
// tree that was made at once can be watched.
func Growing(t *tree.Tree, most int) []*Forest {
	inner := t.Nodes() - t.Leaves()
	most = min(most, inner)
	if most < 2 {
		return nil
	}
	rank := latest(t)
	out := make([]*Forest, most)
	for i := range out {
		stays := 1 + (inner-1)*i/(most-1) // the top among them
		c := *t
		c.Support = make([]float64, t.Nodes())
		for at, v := range rank {
			if at < stays-1 {
				c.Support[v] = 1
			}
		}
		g := *c.CollapseBelow(0.5)
		g.Support = nil
		out[i] = one(&g, math.NaN())
	}
	out[most-1] = one(t, math.NaN())
	return out
}

// latest returns the branch points but for the top, the latest first; one that is no later than the branch point above
// it comes before it.
func latest(t *tree.Tree) []int {
	order := t.PreOrder()
	slices.Reverse(order)
	order = slices.DeleteFunc(order, func(v int) bool { return t.IsLeaf(v) || v == t.Top })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.LogTime[b], t.LogTime[a]) })
	return order
}
