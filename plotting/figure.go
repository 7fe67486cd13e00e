package plotting

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// A Figure is a picture that can be laid out in a box. It is a value: it is not
// modified by Layout, and Layout may be called from any goroutine.
type Figure interface {
	// Layout places the marks in a box of the given size, in points (see the package comment). It
	// works for every size and omits what has no room.
	Layout(size vg.Point) Scene
}

// A Scene is a figure whose marks have positions. It is immutable and may be drawn
// and searched from several goroutines at once.
type Scene interface {
	// Size returns the size it was laid out for, in points.
	Size() vg.Point
	// Draw draws everything, including the background.
	Draw(c vg.Canvas)
	// Hit returns the mark under p, in points from the bottom left. It reads the
	// positions that Draw draws.
	Hit(p vg.Point) (Mark, bool)
	// PlotArea returns the part that zooms; it is empty if nothing does.
	PlotArea() vg.Rectangle
}

// A Panelled scene has several parts that zoom together.
type Panelled interface {
	Scene
	// PlotAreaAt returns the part nearest to a point.
	PlotAreaAt(p vg.Point) vg.Rectangle
}

// A Moving scene can show the transition from another.
type Moving interface {
	Scene
	// MotionFrom returns the scenes of the transition from another by their share in [0,1]. It is
	// nil if the change has no motion.
	MotionFrom(from Scene) func(share float64) Scene
}

// An Early figure can leave the room that a later one of its kind needs, so that nothing jumps when that comes.
type Early interface {
	Figure
	// Before returns the figure with room for marks that only a later one has.
	Before(later Figure) Figure
}

// Motion returns the scenes of the transition between two by their share in [0,1], nil if the
// change has no motion. Trees move when their branches find new places, and matrices when their
// columns do.
func Motion(from, to Scene) func(share float64) Scene {
	if m, ok := to.(Moving); ok {
		return m.MotionFrom(from)
	}
	return nil
}

// A Mark is something in a scene that can be pointed at.
type Mark struct {
	Kind   MarkKind
	Node   int   // of the tree; -1 where it does not apply
	Row    int   // of the data; -1 where it does not apply
	Column int   // of the data; -1 where it does not apply
	Index  int   // within a series or list; -1 where it does not apply
	Rows   []int // of the data that an entry of a legend stands for; nil for other marks

	Title  string
	Lines  [][2]string // label and value, for the tooltip and the inspector
	Anchor vg.Point    // where a tooltip should point
}

// NewMark returns a mark of the given kind with every number -1.
func NewMark(kind MarkKind) Mark { return Mark{Kind: kind, Node: -1, Row: -1, Column: -1, Index: -1} }

// A Window is the visible part of the zooming area, in fractions of the whole. X runs from left to
// right and Y from the top down, like the leaves of a tree.
type Window struct{ X0, X1, Y0, Y1 float64 }

// All is the Window that shows everything.
var All = Window{0, 1, 0, 1}

// IsAll reports whether w shows everything. The zero value does too.
func (w Window) IsAll() bool { return w == All || w == Window{} }

// Upright returns the vertical part of w and the whole across: the window of figures that zoom along
// their rows only.
func (w Window) Upright() Window {
	w = w.Normal()
	return Window{X0: 0, X1: 1, Y0: w.Y0, Y1: w.Y1}
}

// leastShare is the smallest share of the whole that a window can show along an axis.
const leastShare = 1e-7

// Normal returns w with its ends in order and inside the whole, at least 1e-7 wide
// along each axis; the zero value becomes All.
func (w Window) Normal() Window {
	if w == (Window{}) {
		return All
	}
	w.X0, w.X1 = normalSpan(w.X0, w.X1)
	w.Y0, w.Y1 = normalSpan(w.Y0, w.Y1)
	return w
}

// normalSpan moves a span into [0,1], keeping its length if it can. NaN gives the whole.
func normalSpan(a, b float64) (float64, float64) {
	if a > b {
		a, b = b, a
	}
	if !(b-a < 1) {
		return 0, 1
	}
	if b-a < leastShare {
		m := (a + b) / 2
		a, b = m-leastShare/2, m+leastShare/2
	}
	if a < 0 {
		return 0, b - a
	}
	if b > 1 {
		return 1 - (b - a), 1
	}
	return a, b
}

// Zoom returns w magnified by factors fx and fy (> 1 shows less) about the point
// that lies at the fractions (px, py) of the visible part, px from the left and py
// from the top; that point stays where it is as far as the whole allows.
func (w Window) Zoom(fx, fy, px, py float64) Window {
	w = w.Normal()
	x, y := w.X0+px*(w.X1-w.X0), w.Y0+py*(w.Y1-w.Y0)
	dx, dy := (w.X1-w.X0)/fx, (w.Y1-w.Y0)/fy
	return Window{x - px*dx, x + (1-px)*dx, y - py*dy, y + (1-py)*dy}.Normal()
}

// Pan returns w moved by fractions of its own width and height: positive dx moves it to the right, positive dy down.
func (w Window) Pan(dx, dy float64) Window {
	w = w.Normal()
	x, y := dx*(w.X1-w.X0), dy*(w.Y1-w.Y0)
	return Window{w.X0 + x, w.X1 + x, w.Y0 + y, w.Y1 + y}.Normal()
}

// Zoomable is a Figure that can show a part of itself larger.
type Zoomable interface {
	Figure
	GetWindow() Window
	// WithWindow returns a copy that shows w. A figure that zooms along one axis
	// only ignores the other.
	WithWindow(w Window) Figure
}

// Axes are those along which a figure zooms.
type Axes int

// The axes.
const (
	AlongRows  Axes = iota // both, usually along the rows or leaves
	AlongBoth              // both at once: a tree laid out as a disc, a plane, a matrix
	AlongWidth             // the horizontal one only: a trace
)

// A ZoomsAlong is a figure that zooms along other axes than its rows.
type ZoomsAlong interface {
	ZoomAxes() Axes
}

// Styled is a Figure whose style can be changed, as the export of a dark figure does.
type Styled interface {
	Figure
	WithStyle(s Style) Figure
}

// InStyle returns the figure in a style if it can change its style.
func InStyle(f Figure, s Style) Figure {
	if k, ok := f.(Styled); ok {
		return k.WithStyle(s)
	}
	return f
}

// Through returns the figure seen through a window if it zooms.
func Through(f Figure, w Window) Figure {
	if z, ok := f.(Zoomable); ok {
		return z.WithWindow(w)
	}
	return f
}

// ForPrint returns the figure in the style of paper if it can change its style.
func ForPrint(f Figure) Figure { return InStyle(f, Print) }

// Blank is a Figure that may have nothing to show, and then is a sentence.
type Blank interface {
	Figure
	IsBlank() bool
}

// Sheeter is a Figure that can return the numbers behind it.
type Sheeter interface {
	Figure
	Sheets() []Sheet
}

// A Selection lists the marks that a figure shows as selected, in amber.
type Selection struct {
	Rows    []int // of the data
	Columns []int // of the data
	Node    int   // a branch point whose clade is selected; -1 for none
}

// Selecting is a Figure that marks the selection.
type Selecting interface {
	Figure
	// Selects reports whether something is marked.
	Selects() bool
	// Unselected returns a copy without the marks.
	Unselected() Figure
}

// NoSelection selects nothing.
var NoSelection = Selection{Node: -1}

// Empty reports whether nothing is selected.
func (s Selection) Empty() bool { return len(s.Rows) == 0 && len(s.Columns) == 0 && s.Node < 0 }

// Equal reports whether both select the same.
func (s Selection) Equal(o Selection) bool {
	return s.Node == o.Node && slices.Equal(s.Rows, o.Rows) && slices.Equal(s.Columns, o.Columns)
}

// A Grouper is a canvas that groups the marks of one part of a figure under a name, for files that a drawing program
// opens. Groups nest, also with clips.
type Grouper interface {
	Group(name string)
	Ungroup()
}

// Group calls draw with the drawing on c in a group of that name where c is a [Grouper].
func Group(c vg.Canvas, name string, draw func()) {
	g, ok := c.(Grouper)
	if !ok {
		draw()
		return
	}
	g.Group(name)
	defer g.Ungroup()
	draw()
}

// A Clipper is a canvas that can confine drawing to a rectangle, given in the
// coordinates that hold when Clip is called. Clips nest: the part drawn is the
// intersection of all of them. Clip and Unclip pair up, and Push and Pop between
// them must pair up too. The clip is not part of the state that Push saves.
type Clipper interface {
	Clip(r vg.Rectangle)
	Unclip()
}

// Clip calls draw with drawing on c confined to r where c is a [Clipper], and
// unconfined otherwise.
func Clip(c vg.Canvas, r vg.Rectangle, draw func()) {
	k, ok := c.(Clipper)
	if !ok {
		draw()
		return
	}
	k.Clip(r)
	defer k.Unclip()
	draw()
}

// Eased returns how far something has moved at a share of its time: slow, fast, slow.
func Eased(share float64) float64 { return share * share * (3 - 2*share) }
