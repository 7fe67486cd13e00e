package trees

import (
	"math"
	"slices"

	"example.org/espalier/plotting"
)

// Supported reports whether the tree that is shown has supports.
func (ds *Draws) Supported() bool {
	t := ds.t
	x := t.of.Whole(t.state.Look)
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
	x := t.of.Whole(t.state.Look)
	if x == nil {
		return 0, 0
	}
	y := t.of.Collapsed(x, t.state.Look)
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
	if t.of.Caption.Expected == "" {
		return t.branchPointsText()
	}
	return t.branchPointsText() + " · " + t.of.Caption.Expected
}
