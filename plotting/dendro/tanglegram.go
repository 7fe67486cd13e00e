package dendro

import (
	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/things"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"

	"gonum.org/v1/plot/vg"
)

// A Tanglegram is the figure of two trees of the same leaves face to face, with lines between equal
// leaves. Branches of clades that both trees have are solid and end in a dot; those of clades of
// one tree alone are pale and dashed. Leaf i of the left tree is leaf i of the right one.
type Tanglegram struct {
	Tangle   *Tangle
	Title    string
	Subtitle string // one line on the content
	// Names stand over the left and the right tree.
	Names      [2]string
	Things     things.Nouns // names of the leaves
	Axes       [2]TimeAxis
	ShowLabels bool
	// Colour colours the lines by an annotation of the leaves. Nil colours them by whether the leaf
	// keeps its place in the order.
	Colour *beside.Strip
	// Facts are further lines of the sheet "summary", such as scores under a model.
	Facts     [][2]string
	Selection plotting.Selection // Rows are leaves; Node and Columns are not used
	Window    plotting.Window    // Y along the leaves; X is not used
	Style     plotting.Style
}

// A TimeAxis is the axis of a tree: the meaning of its times, from 0 to 1.
type TimeAxis struct {
	Origin, End float64 // meaning of times 0 and 1
	Title       string
	Word        string // before a value in a text: "t =", "height"
	Blank       bool   // the times mean nothing: no numbers
}

// DiffusionAxis is the axis of diffusion time.
func DiffusionAxis() TimeAxis { return TimeAxis{0, 1, "diffusion time", "t =", false} }

// HeightAxis is the axis of a tree of heights, with the origin at the given one.
func HeightAxis(origin float64) TimeAxis { return TimeAxis{origin, 0, "height", "height", false} }

// lengthAxis is the axis of a tree whose branch lengths were divided by scale.
func lengthAxis(scale float64) TimeAxis {
	return TimeAxis{0, scale, "distance from the root", "distance", false}
}

// branchingAxis is the axis of a tree without branch lengths.
func branchingAxis() TimeAxis {
	return TimeAxis{0, 1, "order of branching, no lengths given", "", true}
}

// AxisOf returns the axis of a tree from a file: diffusion time if it runs from 0 to leaves at 1,
// otherwise lengths in its own unit, or blank without lengths.
func AxisOf(t tree.Parsed) TimeAxis {
	switch {
	case !t.Lengths:
		return branchingAxis()
	case t.Timed():
		return DiffusionAxis()
	}
	return lengthAxis(t.Scale)
}

// text formats a time in [0,1] in the units of the axis; "" if the times mean nothing.
func (a TimeAxis) text(t float64) string {
	switch {
	case a.Blank:
		return ""
	case a.Origin == 0 && a.End == 1:
		return a.Word + " " + plotting.FormatTime(t)
	}
	return a.Word + " " + plotting.FormatNumber(a.Origin+(a.End-a.Origin)*t)
}

// A Tangle holds the matching that every drawing of two trees needs. It is made once for a pair and is safe for
// concurrent use.
type Tangle struct {
	trees      [2]*beside.PreparedTree
	Comparison *compare.Comparison
	// Moved leaves are out of order: without them no lines would cross.
	Moved     []bool
	Crossings int
	// Entanglement is 0 if all lines are level and 1 if one tree is upside down.
	Entanglement float64
	unique       [2][]bool // of each node
	moved        int
}

// NewTangle prepares two trees of the same leaves, in O(N log N). It panics if they differ in their
// number of leaves.
func NewTangle(left, right *tree.Tree) *Tangle {
	k := &Tangle{
		trees: [2]*beside.PreparedTree{beside.Prepare(left), beside.Prepare(right)}, Comparison: compare.Clades(left, right),
		Moved: compare.Moved(left, right), Crossings: compare.Crossings(left, right),
		Entanglement: compare.Entanglement(left, right),
	}
	for i, partner := range [2][]int{k.Comparison.PartnerA, k.Comparison.PartnerB} {
		k.unique[i] = make([]bool, len(partner))
		for v, w := range partner {
			k.unique[i][v] = w < 0
		}
	}
	for _, m := range k.Moved {
		if m {
			k.moved++
		}
	}
	return k
}

// Tree returns the left (0) or the right (1) tree.
func (k *Tangle) Tree(side int) *beside.PreparedTree { return k.trees[side] }

// Partner returns the node of the other tree that has the same leaves as node v of the tree of a
// side, or −1.
func (k *Tangle) Partner(side, v int) int {
	if side == 0 {
		return k.Comparison.PartnerA[v]
	}
	return k.Comparison.PartnerB[v]
}

// MovedLeaves is the number of leaves out of order.
func (k *Tangle) MovedLeaves() int { return k.moved }

var (
	_ plotting.Zoomable = (*Tanglegram)(nil)
	_ plotting.Styled   = (*Tanglegram)(nil)
	_ plotting.Sheeter  = (*Tanglegram)(nil)
	_ plotting.Scene    = (*TanglegramScene)(nil)
)

// GetWindow returns the visible part.
func (f *Tanglegram) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow returns a copy that shows the leaves of w; both trees zoom together.
func (f Tanglegram) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Upright(); return &f }

// Selects implements [plotting.Selecting].
func (f *Tanglegram) Selects() bool { return !f.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (f Tanglegram) Unselected() plotting.Figure { f.Selection = plotting.NoSelection; return &f }

// WithStyle returns a copy in another style.
func (f Tanglegram) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Layout places the figure in a box.
func (f *Tanglegram) Layout(size vg.Point) plotting.Scene { return f.LayoutTrees(size) }
