package trees

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
)

// A Look is how the user looks at trees: which one, what stands around it, the search, and the cut.
// It refers to no rows of the data. It is a value.
type Look struct {
	Best     int    // which of the trees is shown, 0 the best
	Shown    Choice // of draws
	Search   string
	Match    int     // which of the matches was gone to last, −1 for none
	CutTime  float64 // in (0,1), where the groups were cut; 0 for nowhere
	Tightest bool    // the groups are the tightest clades, not those of a time
	Branches bool    // the groups are those of branches removed, not those of a time

	Shape        dendro.Shape
	Labels       bool
	Strips       []string // annotations shown as strips, in order
	Heat         bool
	ColumnsOrder beside.ColumnOrder
	ColumnsShut  []study.Set // clades of columns drawn as one, of the tree above the heat map
	Support      dendro.SupportStyle
	Below        float64 // branches of less support are collapsed; 0 for none
	Behind       bool    // draws are shown faintly behind the tree
	Intervals    bool    // bars show between which times branch points lie
}

// NewLook returns the look of a new tree: labels, the given strips and the heat map with its columns in the
// usual order.
func NewLook(strips []string) Look {
	return Look{Match: -1, Labels: true, Strips: slices.Clone(strips), Heat: true}
}

// mostStrips limits how many annotations are strips by default.
const mostStrips = 3

// For returns the look for trees of other data: the same style, with the first annotations that group rows as
// strips, and without search, cut or choices. Nil data have no strips.
func (l Look) For(data *inference.Dataset) Look {
	other := NewLook(nil)
	if data != nil {
		for _, a := range data.Annotations {
			if a.Groups() && len(other.Strips) < mostStrips {
				other.Strips = append(other.Strips, a.Name)
			}
		}
	}
	other.Shape, other.Labels, other.Heat, other.ColumnsOrder = l.Shape, l.Labels, l.Heat, l.ColumnsOrder
	other.Support, other.Behind, other.Intervals = l.Support, l.Behind, l.Intervals
	return other
}

// A State is what a [View] shows besides the tree: the selection, the groups, the
// edits and the look, all of the rows and columns of its data. It is a value: every change
// makes a new one, and the slices of a published one are never written.
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

// How far apart in OKLab the colours of groups are from each other and from that of the selection; how
// grey they are at most, how light and, for lines in a dark window, how dark.
const (
	leastApart  = 0.11
	leastChroma = 0.06
	mostLight   = 0.86
	mostDark    = 0.5
)

// FreeColour returns the first colour of a category that is unlike those in use and that of the selection,
// neither grey, nor too light for lines on paper, nor too dark for a dark window. If there is none, it returns one that is not in use.
func FreeColour(used map[color.NRGBA]bool) color.NRGBA {
	free := func(c color.NRGBA) bool {
		k := ink.ToOKLab(c)
		if math.Hypot(k.A, k.B) < leastChroma || k.L > mostLight || k.L < mostDark || alike(c, plotting.Light.Selection) || alike(c, plotting.Dark.Selection) {
			return false
		}
		for u := range used {
			if alike(c, u) {
				return false
			}
		}
		return true
	}
	for i := range ink.ManyCategories {
		if c := ink.CategoryInk(i); free(c) {
			return c
		}
	}
	for _, unlike := range []bool{true, false} {
		for round := range shades {
			for i := range ink.PlainCategories {
				if c := shade(ink.CategorySwatch(i).Color, round); unlike && free(c) || !unlike && !used[c] {
					return c
				}
			}
		}
	}
	return ink.CategorySwatch(ink.Categories).Color
}

// alike reports whether two colours are hard to tell apart.
func alike(a, b color.NRGBA) bool {
	x, y := ink.ToOKLab(a), ink.ToOKLab(b)
	return math.Hypot(math.Hypot(x.L-y.L, x.A-y.A), x.B-y.B) < leastApart
}

// shades is how many shades of a colour there are, itself included.
const shades = 9

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
