package views

import (
	"image/color"
	"math"
	"slices"

	"espalier/inference"
	"espalier/inference/tree"
	"espalier/plotting/beside"
)

// CutInto cuts the tree at the latest time that gives at most k groups, which take
// over names and colours of the groups that were there, and returns how many it gave.
func (t *TreeView) CutInto(k int) int {
	p := t.prepared()
	if p == nil || k < 1 {
		return 0
	}
	rows, logTime := p.Tree().CutInto(k)
	t.cut(rows, -math.Expm1(-logTime))
	return len(rows)
}

// CutAtTime cuts the tree at a diffusion time in [0,1) and returns how many groups it gave.
func (t *TreeView) CutAtTime(time float64) int {
	p := t.prepared()
	if p == nil || !(time >= 0 && time < 1) {
		return 0
	}
	rows := p.Tree().CutAt(tree.LogTimeOf(time))
	t.cut(rows, time)
	return len(rows)
}

func (t *TreeView) cut(rows [][]int, time float64) {
	groups := inherit(rows, t.State().Groups)
	t.do("cut into "+plural(len(rows), "group", "groups"), "cut", t.State().WithGroups(groups, time))
}

// CanCutTightest reports whether the data of the tree are there to say which clades are tight.
func (t *TreeView) CanCutTightest() bool {
	p := t.prepared()
	return p != nil && t.data != nil && len(t.data.Rows) == p.Tree().Leaves()
}

// CutTightest cuts the tree into the at most k clades within which rows differ least, see
// [tree.Tree.CutTightest], and returns how many there are, 0 where it cannot.
func (t *TreeView) CutTightest(k int) int {
	if k < 1 || !t.CanCutTightest() {
		return 0
	}
	rows := t.tightest(k)
	groups := inherit(rows, t.State().Groups)
	t.do("cut into "+plural(len(rows), "tightest group", "tightest groups"), "tightest", t.State().WithTightest(groups))
	return len(rows)
}

func (t *TreeView) tightest(k int) [][]int {
	return t.prepared().Tree().CutTightest(k, t.data.X.RawRowView)
}

// CutMore cuts into the next greater number of groups that the tree can give, or the
// next smaller one when more is false, in the way it was cut last.
func (t *TreeView) CutMore(more bool) {
	p := t.prepared()
	if p == nil {
		return
	}
	count := func(k int) int { rows, _ := p.Tree().CutInto(k); return len(rows) }
	cut, most := t.CutInto, p.Tree().Leaves()
	if t.State().Tightest && t.CanCutTightest() {
		count = func(k int) int { return len(t.tightest(k)) }
		cut, most = t.CutTightest, min(most, tree.MostTightGroups)
	}
	now := len(t.State().Groups)
	if now == 0 {
		cut(t.usualGroups())
		return
	}
	if !more {
		if now > 1 {
			cut(now - 1)
		}
		return
	}
	// A multifurcation gives several groups at once, so now+1 may give no more than now.
	for k := now + 1; k <= most; k++ {
		if k == most || count(k) > now {
			cut(k)
			return
		}
	}
}

// usualGroups is into how many groups a tree is cut when nobody says: as many as the
// first strip has levels, or four.
func (t *TreeView) usualGroups() int {
	if t.data != nil {
		for _, name := range t.State().Strips {
			for _, a := range t.data.Annotations {
				if n := len(a.Levels); a.Name == name && n >= 2 && n <= 12 {
					return n
				}
			}
		}
	}
	return 4
}

// GroupSelection makes the selected rows a group. An empty name and a colour without
// opacity are chosen for it. It returns the index of the group, −1 without a selection.
func (t *TreeView) GroupSelection(name string, c color.NRGBA) int {
	s := t.State()
	if len(s.Selection) == 0 {
		return -1
	}
	names, colours := map[string]bool{}, map[color.NRGBA]bool{}
	for _, g := range s.Groups {
		names[g.Name], colours[g.Colour] = true, true
	}
	if name == "" {
		name = freeName(names)
	}
	if c.A == 0 {
		c = freeColour(colours)
	}
	s = s.WithNewGroup(beside.Group{Name: name, Rows: s.Selection, Colour: c})
	t.do("make "+name, "", s)
	return len(s.Groups) - 1
}

// NameGroup renames a group.
func (t *TreeView) NameGroup(i int, name string) {
	s := t.State()
	if i < 0 || i >= len(s.Groups) || s.Groups[i].Name == name || name == "" {
		return
	}
	t.do("name group "+name, "", s.WithGroupName(i, name))
}

// ColourGroup colours a group by hex: "#0072B2".
func (t *TreeView) ColourGroup(i int, hex string) error {
	c, err := ParseColour(hex)
	if err != nil {
		return err
	}
	if s := t.State(); i >= 0 && i < len(s.Groups) && s.Groups[i].Colour != c {
		t.do("colour "+s.Groups[i].Name, "", s.WithGroupColour(i, c))
	}
	return nil
}

// RemoveGroup removes one group.
func (t *TreeView) RemoveGroup(i int) {
	if s := t.State(); i >= 0 && i < len(s.Groups) {
		t.do("remove "+s.Groups[i].Name, "", s.WithoutGroup(i))
	}
}

// ClearGroups removes all groups and the cut.
func (t *TreeView) ClearGroups() {
	if s := t.State(); len(s.Groups) > 0 || s.CutTime > 0 {
		t.do("remove the groups", "", s.WithGroups(nil, 0))
	}
}

// SelectGroup selects the rows of a group and brings them into view.
func (t *TreeView) SelectGroup(i int) {
	if s := t.State(); i >= 0 && i < len(s.Groups) {
		t.Select(s.Groups[i].Rows)
		t.Reveal(s.Groups[i].Rows)
	}
}

// GroupsAsAnnotation returns the groups as an annotation of the rows of the data,
// missing where a row is in none.
func (t *TreeView) GroupsAsAnnotation(name string) inference.Annotation {
	values := make([]string, len(t.names()))
	// Groups that share a name become one level; the order of the groups is that of the levels.
	for _, g := range t.State().Groups {
		for _, r := range g.Rows {
			if r >= 0 && r < len(values) {
				values[r] = g.Name
			}
		}
	}
	return inference.NewAnnotation(name, values)
}

// groupOf returns the index of the group that holds all the rows, or −1.
func groupOf(groups []beside.Group, rows []int) int {
	return slices.IndexFunc(groups, func(g beside.Group) bool {
		return len(rows) > 0 && len(without(rows, g.Rows)) == 0
	})
}
