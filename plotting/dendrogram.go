package plotting

import (
	"image/color"
	"slices"

	"espalier/inference"
	"espalier/inference/tree"

	"gonum.org/v1/plot/vg"
)

// Shape says how a tree is laid flat.
type Shape int

// The shapes of a dendrogram.
const (
	// Rectangular has time from left to right and leaves from top to bottom.
	Rectangular Shape = iota
	// Circular has time as radius and leaves clockwise from the top.
	Circular
)

// A Dendrogram is a tree with all that is shown beside it. Its fields say what is on
// the picture and nothing else does. Copies share the prepared tree and the heat map,
// so a copy with another Window or Highlight costs nothing.
type Dendrogram struct {
	Tree     *PreparedTree
	Title    string
	Subtitle string // one line of what is shown
	Shape    Shape
	// Height makes the axis one of heights, from Height at the origin to 0 at time 1,
	// as linkage trees have it; 0 is the axis of diffusion time.
	Height float64
	// AxisTitle replaces "diffusion time" or "height".
	AxisTitle  string
	ShowLabels bool
	// Support says how the support of clades is shown, where the tree has any.
	Support SupportStyle
	// Samples are trees drawn faintly behind; nil for none.
	Samples   *TreeSamples
	Strips    []Strip
	Heat      *Heat // nil for none
	Collapsed []Clade
	Groups    []Group
	// CutTime in (0,1) draws the line at which the tree is cut into groups; 0 for none.
	CutTime  float64
	CutLabel string // stands at the line: "5 groups"
	// From is the time before which nothing is drawn, of the rectangular shape: a tree that
	// is being joined from its leaves has come so far. 0 draws all.
	From      float64
	Matches   []int // rows found by a search
	Highlight Highlight
	Window    Window
	Style     Style
}

// NewDendrogram returns a rectangular dendrogram of t with labels, on the light style.
func NewDendrogram(t *tree.Tree) *Dendrogram {
	return &Dendrogram{Tree: Prepare(t), ShowLabels: true, Highlight: NoHighlight, Window: All, Style: Light}
}

// A Strip is a column of colour beside the leaves, one cell a leaf.
type Strip struct {
	Annotation inference.Annotation // values by row, which is by leaf
	// Colours of the levels, in order; nil takes the categories of the palette, or a
	// map of magnitudes for numbers of more than eight levels.
	Colours []color.NRGBA
}

// A Clade is a set of leaves shown as one wedge. It is kept by rows because node
// numbers change from one tree to the next; a set that is no clade of the tree is
// shown open.
type Clade struct {
	Rows []int
	Name string // "" is the number of leaves alone
}

// A Group is a set of rows with a name and a colour, such as a cut gives. Its
// branches have its colour and a bar beside the leaves its name.
type Group struct {
	Name   string
	Rows   []int
	Colour color.NRGBA
}

// CategoryGroups names and colours groups of rows in their order: "group 1", ....
func CategoryGroups(rows [][]int) []Group {
	groups := make([]Group, len(rows))
	for i, r := range rows {
		groups[i] = Group{Name: "group " + FormatCount(i+1), Rows: r, Colour: CategorySwatch(i).Color}
	}
	return groups
}

var (
	_ Zoomable = (*Dendrogram)(nil)
	_ Styled   = (*Dendrogram)(nil)
	_ Sheeter  = (*Dendrogram)(nil)
	_ Scene    = (*DendrogramScene)(nil)
)

// GetWindow returns the visible part: X along time (the circular shape: from left to
// right of the disc), Y along the leaves, 0 at the first leaf (the top of the disc).
func (d *Dendrogram) GetWindow() Window { return d.Window.Normal() }

// WithWindow returns a copy that shows w.
func (d *Dendrogram) WithWindow(w Window) Figure {
	c := *d
	c.Window = w.Normal()
	return &c
}

// WithStyle returns a copy in another style.
func (d *Dendrogram) WithStyle(s Style) Figure {
	c := *d
	c.Style = s
	return &c
}

// WithHighlight returns a copy with another selection.
func (d *Dendrogram) WithHighlight(h Highlight) *Dendrogram {
	c := *d
	c.Highlight = h
	return &c
}

// Layout places the dendrogram in a box. It costs what is visible, not the whole tree,
// once the tree is prepared.
func (d *Dendrogram) Layout(size vg.Point) Scene { return d.LayoutTree(size) }

// collapsedNodes maps the collapsed sets of rows to nodes, ascending, with their names.
func (d *Dendrogram) collapsedNodes() ([]int, map[int]string) {
	var nodes []int
	names := map[int]string{}
	for _, c := range d.Collapsed {
		v, exact := d.Tree.Clade(c.Rows)
		if !exact || d.Tree.tree.IsLeaf(v) {
			continue
		}
		if _, again := names[v]; !again {
			nodes = append(nodes, v)
		}
		names[v] = c.Name
	}
	slices.Sort(nodes)
	return nodes, names
}
