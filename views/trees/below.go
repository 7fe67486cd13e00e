package trees

import (
	"example.org/espalier/plotting"
)

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
