package trees

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
)

// Pane is the name of the look among the states of panes.
const Pane = "tree"

// A Look holds the user's view of trees: the one shown, the parts around it, the search, and the cut. It refers to no
// rows of the data. It is a value.
type Look struct {
	Best     int   // which of the trees is shown, 0 the best
	Shown    Which // of draws
	Search   string
	Match    int     // which of the matches was gone to last, −1 for none
	CutTime  float64 // in (0,1), where the groups were cut; 0 for nowhere
	Tightest bool    // the groups are the tightest clades, not those of a time
	Branches bool    // the groups are those of branches removed, not those of a time

	Shape        dendro.Shape
	Labels       bool
	Strips       []string // annotations shown as strips, in order
	Heat         bool
	ColumnsOrder plotting.ColumnOrder
	ColumnsShut  []study.Set // clades of columns drawn as one, of the tree above the heat map
	Support      dendro.SupportStyle
	Below        float64 // branches of less support are collapsed; 0 for none
	Behind       bool    // draws are shown faintly behind the tree
	Silhouettes  bool    // a strip that says how well each row lies in its group
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
	other.Support, other.Behind, other.Intervals, other.Silhouettes = l.Support, l.Behind, l.Intervals, l.Silhouettes
	return other
}

// LookOf returns how the user looks at the trees of a sheet, kept under the name of a pane; ok is false if nobody has
// looked.
func LookOf(panes study.Panes, name string) (l Look, ok bool) {
	if l, ok = study.PaneOf[Look](panes, name); !ok {
		return l, false
	}
	return l.Mended(), true
}

// Mended returns a look that may come from a foreign file, with the usual values in place of impossible ones.
func (l Look) Mended() Look {
	if !slices.Contains(dendro.Shapes(), l.Shape) {
		l.Shape = dendro.Rectangular
	}
	if l.Support < 0 || l.Support > dendro.SupportBoth {
		l.Support = dendro.SupportWidth
	}
	if !l.ColumnsOrder.Known() {
		l.ColumnsOrder = plotting.UsualOrder
	}
	if !slices.Contains(kinds, l.Shown.Kind) {
		l.Shown = Which{}
	}
	l.Below, l.CutTime, l.Best = min(max(l.Below, 0), 1), min(max(l.CutTime, 0), 1), max(l.Best, 0)
	return l
}
