package trees

import (
	"image/color"
	"slices"

	"example.org/espalier/inference/study"
)

// A State holds a person's view of trees: the selection, the groups, the edits and the look, all of the rows and
// columns of the data. It is a value: every change makes a new one, and the slices of a published one are never
// written.
type State struct {
	Selection study.Selection
	Groups    []study.Group
	study.Edits
	Look
}

// NewState returns the state of a new tree.
func NewState(strips []string) State { return State{Look: NewLook(strips)} }

// WithSelection selects rows, and nothing else.
func (s State) WithSelection(rows []int) State {
	s.Selection = study.Selection{Rows: study.SetOf(rows)}
	return s
}

// WithColumns selects columns of the data.
func (s State) WithColumns(columns []int) State {
	s.Selection.Columns = study.SetOf(columns)
	return s
}

// WithCollapsed collapses or expands a clade.
func (s State) WithCollapsed(rows []int, collapsed bool) State {
	s.Edits = s.Edits.WithCollapsed(rows, collapsed)
	return s
}

// WithColumnsCollapsed collapses or expands a clade of columns.
func (s State) WithColumnsCollapsed(columns []int, collapsed bool) State {
	if set := study.SetOf(columns); (study.IndexOf(s.ColumnsShut, set) >= 0) != collapsed {
		s.ColumnsShut = study.ToggledIn(s.ColumnsShut, set)
	}
	return s
}

// WithAllExpanded expands every clade, of rows and of columns.
func (s State) WithAllExpanded() State { s.Collapsed, s.ColumnsShut = nil, nil; return s }

// WithRotation reverses the children of a clade's branch point, or puts them back.
func (s State) WithRotation(rows []int) State {
	s.Edits = s.Edits.WithRotation(rows)
	return s
}

// WithOrder orders the children of all branch points again and forgets rotations.
func (s State) WithOrder(o study.Ordering) State {
	s.Edits = s.Edits.WithOrder(o)
	return s
}

// WithSearch looks for a text; "" ends the search.
func (s State) WithSearch(text string) State {
	s.Search, s.Match = text, -1
	return s
}

// WithGroups sets the groups and where the tree was cut for them, 0 for nowhere.
func (s State) WithGroups(groups []study.Group, cutTime float64) State {
	s.Groups, s.CutTime, s.Tightest, s.Branches = groups, cutTime, false, false
	return s
}

// WithTightest sets the groups to the tightest clades.
func (s State) WithTightest(groups []study.Group) State {
	s.Groups, s.CutTime, s.Tightest, s.Branches = groups, 0, true, false
	return s
}

// WithBranches sets the groups to those of branches removed.
func (s State) WithBranches(groups []study.Group) State {
	s.Groups, s.CutTime, s.Tightest, s.Branches = groups, 0, false, true
	return s
}

// together returns the groups that lie together where the tree allows it.
func (s State) together() (groups [][]int) {
	for _, g := range s.Groups {
		groups = append(groups, g.Rows)
	}
	return groups
}

// WithGroupName renames a group. An index out of range changes nothing.
func (s State) WithGroupName(i int, name string) State {
	if i >= 0 && i < len(s.Groups) {
		s.Groups = slices.Clone(s.Groups)
		s.Groups[i].Name = name
	}
	return s
}

// WithGroupColour colours a group. An index out of range changes nothing.
func (s State) WithGroupColour(i int, c color.NRGBA) State {
	if i >= 0 && i < len(s.Groups) {
		s.Groups = slices.Clone(s.Groups)
		s.Groups[i].Colour = c
	}
	return s
}

// WithNewGroup makes rows a group of their own, see [study.WithGroup]. The cut no longer gives the
// groups, so its line goes.
func (s State) WithNewGroup(g study.Group, free study.Palette) State {
	s.Groups, s.CutTime, s.Tightest, s.Branches = study.WithGroup(s.Groups, g, free), 0, false, false
	return s
}

// WithoutGroup removes a group.
func (s State) WithoutGroup(i int) State {
	if i >= 0 && i < len(s.Groups) {
		s.Groups, s.CutTime, s.Tightest, s.Branches = slices.Delete(slices.Clone(s.Groups), i, i+1), 0, false, false
	}
	return s
}

// WithStrip shows or hides an annotation.
func (s State) WithStrip(name string, on bool) State {
	i := slices.Index(s.Strips, name)
	switch {
	case on && i < 0:
		s.Strips = append(slices.Clone(s.Strips), name)
	case !on && i >= 0:
		s.Strips = slices.Delete(slices.Clone(s.Strips), i, i+1)
	}
	return s
}
