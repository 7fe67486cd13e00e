package trees

import (
	"math"
	"slices"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
)

// withoutWeak is a tree without its branches of little support.
type withoutWeak struct {
	from  *tree.Tree
	below float64
	tree  *tree.Tree
}

// collapsed returns a tree without the branches that the state collapses.
func (t *View) collapsed(from *tree.Tree) *tree.Tree {
	below := t.State().Below
	if from == nil || below <= 0 {
		return from
	}
	if t.strong.from != from || t.strong.below != below {
		t.strong = withoutWeak{from, below, from.CollapseBelow(below)}
	}
	return t.strong.tree
}

// Supported reports whether the tree that is shown has supports.
func (ds *Draws) Supported() bool {
	t := ds.t
	x := t.wholeTree()
	return x != nil && slices.ContainsFunc(x.Support, func(p float64) bool { return !math.IsNaN(p) })
}

// CollapseBelow collapses the branches of less support, in the picture and in exports; none if
// least is 0. Successive calls are one step of the history.
func (ds *Draws) CollapseBelow(least float64) {
	t := ds.t
	s := t.State()
	if least = math.Max(0, math.Min(least, 1)); s.Below == least {
		return
	}
	s.Below = least
	name := "collapse branches below " + plotting.FormatPercent(least)
	if least == 0 {
		name = "show all branches"
	}
	t.do(name, "collapse below", s)
}

// branchPoints returns how many branch points are shown, and how many the tree has.
func (t *View) branchPoints() (shown, all int) {
	x := t.wholeTree()
	if x == nil {
		return 0, 0
	}
	y := t.collapsed(x)
	return y.Nodes() - y.Leaves(), x.Nodes() - x.Leaves()
}

// branchPointsText is "22 of 30 branch points".
func (t *View) branchPointsText() string {
	shown, all := t.branchPoints()
	if shown == all {
		return plotting.Plural(all, "branch point")
	}
	return plotting.FormatCount(shown) + " of " + plotting.Plural(all, "branch point")
}

// countText is "30 branch points · 28 ± 4 expected".
func (t *View) countText() string {
	if t.caption.Expected == "" {
		return t.branchPointsText()
	}
	return t.branchPointsText() + " · " + t.caption.Expected
}
