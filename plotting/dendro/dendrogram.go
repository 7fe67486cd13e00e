package dendro

import (
	"slices"

	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/things"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"

	"gonum.org/v1/plot/vg"
)

// Shape is the way a tree is drawn in the plane.
type Shape int

// The shapes of a dendrogram.
const (
	// Rectangular has time from left to right and leaves from top to bottom.
	Rectangular Shape = iota
	// Circular has time as radius and leaves clockwise from the top.
	Circular
	// Slanted is as Rectangular, with straight branches from branch point to branch point.
	Slanted
	// Radial has no root: branches run in all directions, the leaves of a clade in an angle that
	// grows with their number.
	Radial
)

// String returns the name of a shape: "circular".
func (s Shape) String() string {
	if s < 0 || int(s) >= len(plotting.TreeShapes) {
		return plotting.TreeShapes[Rectangular]
	}
	return plotting.TreeShapes[s]
}

// Shapes returns all shapes.
func Shapes() []Shape { return []Shape{Rectangular, Circular, Slanted, Radial} }

// ShapeNamed returns the shape of a name; ok is false where there is none.
func ShapeNamed(name string) (s Shape, ok bool) {
	i := slices.Index(plotting.TreeShapes, name)
	return Shape(max(i, 0)), i >= 0
}

// Round reports whether a shape zooms in both directions at once.
func (s Shape) Round() bool { return s == Circular || s == Radial }

// A Dendrogram is the figure of a tree with everything beside it. Its fields alone decide the
// picture. Copies share the prepared tree and the heat map, so a copy with another Window or
// Selection costs nothing.
type Dendrogram struct {
	Tree     *beside.PreparedTree
	Title    string
	Subtitle string // one line on the content
	Level    bool   // the subtitle has the room of two lines even if it takes one: trees side by side begin at one height
	Shape    Shape
	Things   things.Nouns // names of the leaves and of the columns of the heat map
	// Height turns times into heights, from Height at the origin to 0 at time 1, for linkage trees;
	// 0 keeps diffusion times.
	Height float64
	// AxisTitle replaces "diffusion time" or "height".
	AxisTitle  string
	ShowLabels bool
	// Support is the way the support of clades is shown, if the tree has any.
	Support SupportStyle
	// Branches are numbers that colour the branches, in place of support and groups; nil for none.
	Branches *BranchValues
	// Supports is the kind of the supports; the zero value is shares of draws.
	Supports SupportKind
	// Near are draws that tell how near they come to a clade, stray rows forgiven; nil for none.
	Near *support.Set
	// Samples are trees drawn faintly behind; nil for none.
	Samples   *TreeSamples
	Strips    []beside.Strip
	Heat      *beside.Heat                      // nil for none
	Details   func(row, column int) [][2]string // further lines of a cell of the data; nil for none
	Intervals *Intervals                        // of the times of branch points; nil for none
	Collapsed []Clade
	Groups    []beside.Group
	// CutTime in (0,1) draws the line at which the tree is cut into groups; 0 for none.
	CutTime  float64
	CutLabel string // stands at the line: "5 groups"
	// Cut are the clusters into which a model cut the tree, each a clade, at no common time; nil for none.
	Cut [][]int
	// From is the time before which nothing is drawn, for the rectangular shape: a tree that is
	// still being joined from its leaves. 0 draws everything.
	From      float64
	Matches   []int // rows found by a search
	Selection plotting.Selection
	Window    plotting.Window
	Style     plotting.Style

	later *Dendrogram // whose legends have their room; nil for none
}

// NewDendrogram returns a rectangular dendrogram of t with labels, in the light style.
func NewDendrogram(t *tree.Tree) *Dendrogram {
	return &Dendrogram{Tree: beside.Prepare(t), ShowLabels: true, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
}

// A Clade is a set of leaves shown as one wedge. It is kept by rows, because node numbers change
// from one tree to the next. A set that is no clade of the tree is shown open.
type Clade struct {
	Rows []int
	Name string // "" shows the number of leaves
}

var (
	_ plotting.Zoomable = (*Dendrogram)(nil)
	_ plotting.Styled   = (*Dendrogram)(nil)
	_ plotting.Sheeter  = (*Dendrogram)(nil)
	_ plotting.Early    = (*Dendrogram)(nil)
	_ plotting.Scene    = (*DendrogramScene)(nil)
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (d *Dendrogram) ZoomAxes() plotting.Axes {
	if d.Shape.Round() {
		return plotting.AlongBoth
	}
	return plotting.AlongRows
}

// GetWindow returns the visible part: X along time (for the circular shape, across the disc), Y
// along the leaves, 0 at the first leaf (the top of the disc).
func (d *Dendrogram) GetWindow() plotting.Window { return d.Window.Normal() }

// WithWindow returns a copy that shows w.
func (d Dendrogram) WithWindow(w plotting.Window) plotting.Figure { d.Window = w.Normal(); return &d }

// Selects implements [plotting.Selecting].
func (d *Dendrogram) Selects() bool { return !d.Selection.Empty() || len(d.Matches) > 0 }

// Unselected implements [plotting.Selecting].
func (d Dendrogram) Unselected() plotting.Figure {
	d.Selection, d.Matches = plotting.NoSelection, nil
	return &d
}

// WithStyle returns a copy in another style.
func (d Dendrogram) WithStyle(s plotting.Style) plotting.Figure {
	d.Style = s
	if shape, ok := ShapeNamed(s.Look.TreeShape); ok {
		d.Shape = shape
	}
	return &d
}

// Before implements [plotting.Early]: legends of the branches of a later tree have their room already.
func (d Dendrogram) Before(later plotting.Figure) plotting.Figure {
	d.later, _ = later.(*Dendrogram)
	return &d
}

// Controls implements [plotting.Controlled].
func (d *Dendrogram) Controls() []string {
	names := append(slices.Clone(plotting.Common), "row-names", "row-italics", "tree-shape", "branch-lengths",
		"node-times", "legend", "legend-order", "legend-first")
	if len(d.Groups) > 0 {
		names = append(names, "group-ranges")
	}
	if d.Shape == Rectangular || d.Shape == Slanted {
		names = append(names, "row-height")
	}
	if d.Heat != nil {
		names = append(names, "missing")
	}
	if d.Heat != nil && !d.Shape.Round() {
		names = append(names, "heat-gaps", "heat-form")
	}
	if d.Heat != nil && d.Shape != Radial { // which has none
		names = append(append(names, d.Heat.Controls()...), "columns", "column-names")
		if d.Shape != Circular {
			names = append(names, "cell-numbers")
		}
		if len(d.Heat.Annotations) > 0 {
			names = append(names, "columns-by")
		}
		if d.Shape == Rectangular || d.Shape == Slanted {
			names = append(names, "heat-share")
		}
	}
	return names
}

// RowCount returns how many leaves there are.
func (d *Dendrogram) RowCount() int { return len(d.Tree.Order()) }

// Coded implements [plotting.Annotated].
func (d *Dendrogram) Coded() []plotting.Coded {
	return beside.CodedOf(d.Strips, d.Tree.Order(), d.Style.Look)
}

// looking returns the dendrogram that the look of its style makes of it.
func (d *Dendrogram) looking() *Dendrogram {
	c, k := *d, d.Style.Look
	if c.Heat != nil {
		c.Heat = c.Heat.In(k).Toned(d.Style)
	}
	if k.Cladogram { // nothing that has a time
		c.Intervals, c.Samples, c.CutTime, c.From, c.Style.Look.Times = nil, nil, 0, 0, false
	}
	c.ShowLabels = c.ShowLabels && k.Rows != plotting.NoNames
	return &c
}

// WithHighlight returns a copy with another selection.
func (d Dendrogram) WithHighlight(h plotting.Selection) *Dendrogram { d.Selection = h; return &d }

// Layout places the dendrogram in a box. Once the tree is prepared, the cost is that of the visible
// part.
func (d *Dendrogram) Layout(size vg.Point) plotting.Scene { return d.LayoutTree(size) }

// collapsedNodes returns the nodes of the collapsed sets of rows, ascending, with their names.
func (d *Dendrogram) collapsedNodes() ([]int, map[int]string) {
	var nodes []int
	names := map[int]string{}
	for _, c := range d.Collapsed {
		v, exact := d.Tree.Clade(c.Rows)
		if !exact || d.Tree.Tree().IsLeaf(v) {
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
