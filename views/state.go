package views

import (
	"fmt"
	"image/color"
	"slices"

	"espalier/plotting/beside"
	"espalier/plotting/dendro"
	"espalier/plotting/ink"
)

// An Ordering says in which order the children of branch points are drawn.
type Ordering struct {
	Kind OrderingKind
	Name string // of the column or annotation
}

// OrderingKind is a way to order children.
type OrderingKind string

// The orderings.
const (
	AsFound      OrderingKind = ""           // as the model gives them
	Ladder       OrderingKind = "ladder"     // fewest leaves first
	ByColumn     OrderingKind = "column"     // by the mean of a column of the data
	ByAnnotation OrderingKind = "annotation" // by the mean place of an annotation's levels
)

// A TreeState is what the user did to a tree. It is a value: every change makes a new
// one, and the slices of a published one are never written. Clades are sets of rows of
// the data in ascending order, never node numbers, so that a state holds from one tree
// to the next; a set that is no clade of the tree shown is kept, without effect, until
// a tree has it again.
type TreeState struct {
	Best      int     // which of the trees is shown, 0 the best
	Shown     Choice  // of draws
	Selection []int   // rows
	Columns   []int   // selected columns
	Factors   []int   // IDs of selected factors
	Collapsed [][]int // clades drawn as one wedge
	Rotated   [][]int // clades whose children stand in reversed order
	Order     Ordering
	Search    string
	Match     int // which of the matches was gone to last, −1 for none
	Groups    []beside.Group
	CutTime   float64 // in (0,1), where the tree was cut; 0 for nowhere
	Tightest  bool    // the groups are the tightest clades, not those of a time

	Shape        dendro.Shape
	Labels       bool
	Strips       []string // annotations shown as strips, in order
	Heat         bool
	ColumnsOrder beside.ColumnOrder
	Support      dendro.SupportStyle
	Behind       bool // draws are shown faintly behind the tree
}

// NewTreeState returns the state of a tree that nobody has touched: labels, the given
// strips and the heat map with clustered columns.
func NewTreeState(strips []string) TreeState {
	return TreeState{Match: -1, Labels: true, Strips: slices.Clone(strips), Heat: true, ColumnsOrder: beside.Clustered}
}

// normalRows returns rows ascending, each once.
func normalRows(rows []int) []int {
	if len(rows) == 0 {
		return nil
	}
	r := slices.Clone(rows)
	slices.Sort(r)
	return slices.Compact(r)
}

// toggled returns sets with one added, or taken out if it is there.
func toggled(sets [][]int, rows []int) ([][]int, bool) {
	rows = normalRows(rows)
	if i := indexOf(sets, rows); i >= 0 {
		return slices.Delete(slices.Clone(sets), i, i+1), false
	}
	return append(slices.Clone(sets), rows), true
}

func indexOf(sets [][]int, rows []int) int {
	return slices.IndexFunc(sets, func(s []int) bool { return slices.Equal(s, rows) })
}

// WithSelection selects rows.
func (s TreeState) WithSelection(rows []int) TreeState {
	s.Selection = normalRows(rows)
	s.Columns, s.Factors = nil, nil
	return s
}

// WithColumns selects columns of the data.
func (s TreeState) WithColumns(columns []int) TreeState {
	s.Columns = normalRows(columns)
	return s
}

// IsCollapsed reports whether a clade is drawn as a wedge.
func (s TreeState) IsCollapsed(rows []int) bool { return indexOf(s.Collapsed, normalRows(rows)) >= 0 }

// WithCollapsed collapses or expands a clade.
func (s TreeState) WithCollapsed(rows []int, collapsed bool) TreeState {
	if s.IsCollapsed(rows) != collapsed {
		s.Collapsed, _ = toggled(s.Collapsed, rows)
	}
	return s
}

// WithAllExpanded expands every clade.
func (s TreeState) WithAllExpanded() TreeState { s.Collapsed = nil; return s }

// withOpen expands the clades that hide a row.
func (s TreeState) withOpen(row int) TreeState {
	hides := func(rows []int) bool { _, in := slices.BinarySearch(rows, row); return in }
	if slices.ContainsFunc(s.Collapsed, hides) {
		s.Collapsed = slices.DeleteFunc(slices.Clone(s.Collapsed), hides)
	}
	return s
}

// WithRotation reverses the children of a clade's branch point, or puts them back.
func (s TreeState) WithRotation(rows []int) TreeState {
	s.Rotated, _ = toggled(s.Rotated, rows)
	return s
}

// WithOrder orders the children of all branch points anew, forgetting rotations.
func (s TreeState) WithOrder(o Ordering) TreeState {
	s.Order, s.Rotated = o, nil
	return s
}

// WithSearch looks for a text; "" ends the search.
func (s TreeState) WithSearch(text string) TreeState {
	s.Search, s.Match = text, -1
	return s
}

// WithGroups sets the groups and where the tree was cut for them, 0 for nowhere.
func (s TreeState) WithGroups(groups []beside.Group, cutTime float64) TreeState {
	s.Groups, s.CutTime, s.Tightest = groups, cutTime, false
	return s
}

// WithTightest sets the groups to the tightest clades.
func (s TreeState) WithTightest(groups []beside.Group) TreeState {
	s.Groups, s.CutTime, s.Tightest = groups, 0, true
	return s
}

// WithGroupName renames a group. An index out of range changes nothing.
func (s TreeState) WithGroupName(i int, name string) TreeState {
	if i >= 0 && i < len(s.Groups) {
		s.Groups = slices.Clone(s.Groups)
		s.Groups[i].Name = name
	}
	return s
}

// WithGroupColour colours a group. An index out of range changes nothing.
func (s TreeState) WithGroupColour(i int, c color.NRGBA) TreeState {
	if i >= 0 && i < len(s.Groups) {
		s.Groups = slices.Clone(s.Groups)
		s.Groups[i].Colour = c
	}
	return s
}

// WithNewGroup makes rows a group of their own, taking them out of others; groups left
// empty go. The cut no longer tells the groups, so its line goes.
func (s TreeState) WithNewGroup(g beside.Group) TreeState {
	g.Rows = normalRows(g.Rows)
	var groups []beside.Group
	for _, old := range s.Groups {
		old.Rows = without(old.Rows, g.Rows)
		if len(old.Rows) > 0 {
			groups = append(groups, old)
		}
	}
	s.Groups, s.CutTime, s.Tightest = append(groups, g), 0, false
	return s
}

// WithoutGroup removes a group.
func (s TreeState) WithoutGroup(i int) TreeState {
	if i >= 0 && i < len(s.Groups) {
		s.Groups, s.CutTime, s.Tightest = slices.Delete(slices.Clone(s.Groups), i, i+1), 0, false
	}
	return s
}

// WithStrip shows or hides an annotation.
func (s TreeState) WithStrip(name string, on bool) TreeState {
	i := slices.Index(s.Strips, name)
	switch {
	case on && i < 0:
		s.Strips = append(slices.Clone(s.Strips), name)
	case !on && i >= 0:
		s.Strips = slices.Delete(slices.Clone(s.Strips), i, i+1)
	}
	return s
}

// without returns the rows of a, ascending, that are not in b, ascending.
func without(a, b []int) []int {
	var left []int
	for _, r := range a {
		if _, in := slices.BinarySearch(b, r); !in {
			left = append(left, r)
		}
	}
	return left
}

// inherit gives new groups the names and colours of old ones: a group that is equal to
// an old one takes both, then every new group takes those of the old one that shares
// most of its rows, each used once. The rest get names and colours not yet in use.
func inherit(rows [][]int, old []beside.Group) []beside.Group {
	groups := make([]beside.Group, len(rows))
	taken := make([]bool, len(old))
	owner := map[int]int{}
	for i, g := range old {
		for _, r := range g.Rows {
			owner[r] = i
		}
	}
	type pair struct{ new, old, shared int }
	var pairs []pair
	for i, set := range rows {
		groups[i].Rows = normalRows(set)
		shared := map[int]int{}
		for _, r := range set {
			if o, ok := owner[r]; ok {
				shared[o]++
			}
		}
		for o, n := range shared {
			pairs = append(pairs, pair{i, o, n})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.shared != b.shared {
			return b.shared - a.shared
		}
		if a.old != b.old {
			return a.old - b.old
		}
		return a.new - b.new
	})
	named := make([]bool, len(rows))
	usedNames, usedColours := map[string]bool{}, map[color.NRGBA]bool{}
	for _, p := range pairs {
		if named[p.new] || taken[p.old] {
			continue
		}
		named[p.new], taken[p.old] = true, true
		groups[p.new].Name, groups[p.new].Colour = old[p.old].Name, old[p.old].Colour
		usedNames[old[p.old].Name], usedColours[old[p.old].Colour] = true, true
	}
	for i := range groups {
		if !named[i] {
			groups[i].Name = freeName(usedNames)
			groups[i].Colour = freeColour(usedColours)
			usedNames[groups[i].Name], usedColours[groups[i].Colour] = true, true
		}
	}
	return groups
}

func freeName(used map[string]bool) string {
	for i := 1; ; i++ {
		if n := fmt.Sprintf("group %d", i); !used[n] {
			return n
		}
	}
}

// freeColour returns the first category colour not in use; when all are, paler and
// then darker ones.
func freeColour(used map[color.NRGBA]bool) color.NRGBA {
	for round := 0; ; round++ {
		for i := range ink.PlainCategories {
			if c := shade(ink.CategorySwatch(i).Color, round); !used[c] {
				return c
			}
		}
		if round == 8 {
			return ink.CategorySwatch(ink.Categories).Color
		}
	}
}

// shade mixes a colour with white in odd rounds and with black in even ones, more in
// each; round 0 leaves it.
func shade(c color.NRGBA, round int) color.NRGBA {
	if round == 0 {
		return c
	}
	to, share := 255.0, 0.25+0.1*float64(round)
	if round%2 == 0 {
		to = 0
	}
	mix := func(x uint8) uint8 { return uint8(float64(x)*(1-share) + to*share + 0.5) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: c.A}
}
