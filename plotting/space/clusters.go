package space

import (
	"iter"
	"math"
	"strconv"

	"example.org/espalier/inference/things"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// Clusters is the figure of rows over two directions of the data, coloured by cluster, with the
// ellipses of one and two standard deviations of each cluster (Beal 2003, figures 4.3 and 4.6).
type Clusters struct {
	Points    *Points
	Title     string
	Subtitle  string
	Class     []int     // cluster of each row, an index of Ellipses; −1 for none
	Certainty []float64 // of each row's cluster, 0 to 1; nil where there is none to show
	// Shares are the probabilities of the clusters for each row, rows × clusters. The colour of a
	// row mixes those of its clusters by its shares, in a space in which equal steps look equal.
	// Nil gives each row the colour of its cluster.
	Shares *mat.Dense
	// Turned shows three directions at once; nil shows the two of Points.
	Turned   *Turned
	Ellipses []Ellipse    // one a cluster
	Places   ink.Places   // of the clusters among the colours
	Things   things.Nouns // names of the rows
	Ground   *Ground      // density behind the rows, only with two directions; nil for none
	Arrows   []Arrow      // of columns, the most important first; only with two directions
	Edges    [][2]int     // pairs of rows that are joined, behind the rows; nil for none
	// Strip colours the rows by an annotation in place of their clusters.
	Strip      *beside.Strip
	HideLegend bool
	Bare       bool // no axes: only distances mean something
	Selection  plotting.Selection
	Window     plotting.Window
	Style      plotting.Style

	// Of a figure on its way to another; see MotionFrom.
	fresh     []bool    // ellipses that were born
	gone      []Ellipse // that die
	freshness float64   // opacity of the colour that marks both
}

// An Ellipse is the Gaussian of a cluster along the two directions, in working units.
type Ellipse struct {
	Name       string // "cluster 3"
	ID         int    // tells clusters apart from state to state of a fit; 0 where their place does
	Size       float64
	X, Y       float64 // mean
	XX, XY, YY float64 // covariance
	Few        bool    // of too few rows to have an extent: not drawn
	Lines      [][2]string
}

// Points are the rows of a data set along two directions. They are immutable and shared.
type Points struct {
	Names    []string
	X, Y     []float64 // working units; a missing cell counts as 0, its column's mean
	Complete []bool
	Measures [2]ink.Measure
	bounds   [4]float64
}

// NewPoints prepares rows for pictures: O(n).
func NewPoints(names []string, x, y []float64, complete []bool, across, up ink.Measure) *Points {
	p := &Points{Names: names, X: x, Y: y, Complete: complete, Measures: [2]ink.Measure{across, up}}
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := range x {
		low[0], high[0] = min(low[0], x[i]), max(high[0], x[i])
		low[1], high[1] = min(low[1], y[i]), max(high[1], y[i])
	}
	p.bounds[0], p.bounds[1] = ink.Padded(low[0], high[0], 0.12)
	p.bounds[2], p.bounds[3] = ink.Padded(low[1], high[1], 0.12)
	return p
}

var (
	_ plotting.Zoomable = (*Clusters)(nil)
	_ plotting.Styled   = (*Clusters)(nil)
	_ plotting.Sheeter  = (*Clusters)(nil)
	_ plotting.Scene    = (*ClustersScene)(nil)

	_ plotting.Scattered = (*ClustersScene)(nil)
	_ plotting.Scattered = (*DensityScene)(nil)
	_ plotting.Scattered = (*DiffusionScene)(nil)
)

// mostBeyond limits how far the axes extend beyond the rows to show ellipses, as a share of the
// span of the rows.
const mostBeyond = 3

// bounds returns the ranges of the axes: those of the rows, and of ellipses of two standard
// deviations unless they are much larger. They grow in steps, so that the axes stand still while
// ellipses settle.
func (f *Clusters) bounds() [4]float64 {
	b := f.withOrigin(f.Points.bounds)
	for k := range 2 {
		low, high := b[2*k], b[2*k+1]
		step := (high - low) / 20
		below, above := 0.0, 0.0
		for _, e := range f.Ellipses {
			if e.Few {
				continue
			}
			middle, reach := e.X, 2.1*math.Sqrt(max(e.XX, 0))
			if k == 1 {
				middle, reach = e.Y, 2.1*math.Sqrt(max(e.YY, 0))
			}
			below, above = max(below, low-middle+reach), max(above, middle+reach-high)
		}
		most := mostBeyond * (high - low)
		b[2*k] -= step * math.Ceil(min(below, most)/step)
		b[2*k+1] += step * math.Ceil(min(above, most)/step)
	}
	return f.Ground.bounds(b)
}

// mostStretch is how many times wider one range may be than the other for a unit to be equally long
// along both axes; beyond it the figure would be mostly empty.
const mostStretch = 5

// squared returns ranges in which a unit is equally long along both axes, so that round clusters look
// round, where both axes have the same unit.
func (f *Clusters) squared(b [4]float64, size vg.Point, parts ink.PlaneParts) [4]float64 {
	m := f.Points.Measures
	if m[0].Factor != m[1].Factor || !(b[1] > b[0]) || !(b[3] > b[2]) {
		return b
	}
	if ratio := (b[1] - b[0]) / (b[3] - b[2]); ratio > mostStretch || ratio < 1./mostStretch {
		return b
	}
	wide := b
	for range 3 { // the room of the numbers changes with the ranges
		p := ink.NewPlane(f.Style, size, wide[0], wide[1], wide[2], wide[3], parts)
		if !p.Shown() {
			return b
		}
		a := p.Area.Size()
		scale := max((b[1]-b[0])/float64(a.X), (b[3]-b[2])/float64(a.Y)) // units a point
		x, y := (scale*float64(a.X)-(b[1]-b[0]))/2, (scale*float64(a.Y)-(b[3]-b[2]))/2
		wide = [4]float64{b[0] - x, b[1] + x, b[2] - y, b[3] + y}
	}
	return wide
}

// ZoomAxes implements [plotting.ZoomsAlong].
func (*Clusters) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow returns the visible part: X along the first direction, Y along the second from
// the top down.
func (f *Clusters) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow returns a copy that shows w.
func (f Clusters) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Normal(); return &f }

// Selects implements [plotting.Selecting].
func (f *Clusters) Selects() bool { return !f.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (f Clusters) Unselected() plotting.Figure { f.Selection = plotting.NoSelection; return &f }

// WithStyle returns a copy in another style.
func (f Clusters) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Clusters) Controls() []string { return plotting.Legended }

// Coded implements [plotting.Annotated].
func (f *Clusters) Coded() []plotting.Coded {
	if f.Strip == nil || f.Points == nil {
		return nil
	}
	rows := make([]int32, len(f.Points.X))
	for i := range rows {
		rows[i] = int32(i)
	}
	return beside.CodedOf([]beside.Strip{*f.Strip}, rows, f.Style.Look)
}

// Sheets returns the rows with their clusters ("rows") and the clusters ("clusters"), in
// the units of the axes.
func (f *Clusters) Sheets() []plotting.Sheet {
	if f.Points == nil {
		return nil
	}
	if f.Turned != nil {
		return []plotting.Sheet{f.Turned.sheet(f)}
	}
	if f.Ground != nil {
		return []plotting.Sheet{
			{Name: "rows", Header: []string{"row", "x", "y", "cluster"}, Rows: f.rowSheet()},
			{Name: "density", Header: []string{"x", "y", "log_density"}, Rows: f.Ground.rows(f.Points.Measures)},
		}
	}
	if len(f.Arrows) > 0 {
		return []plotting.Sheet{
			{Name: "rows", Header: []string{"row", "x", "y", "cluster"}, Rows: f.rowSheet()},
			{Name: "arrows", Header: []string{"column", "x", "y"}, Rows: f.arrowSheet()},
		}
	}
	return []plotting.Sheet{
		{Name: "rows", Header: []string{"row", "x", "y", "cluster"}, Rows: f.rowSheet()},
		{Name: "clusters", Header: []string{"cluster", "size", "mean_x", "mean_y", "standard_deviation_x",
			"standard_deviation_y", "correlation"}, Rows: f.ellipseSheet()},
	}
}

func (f *Clusters) rowSheet() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		p := f.Points
		for i, name := range p.Names {
			cluster := ""
			if k := f.class(i); k >= 0 {
				cluster = f.Ellipses[k].Name
			}
			if !yield([]string{name, plotting.Cell(p.Measures[0].Value(p.X[i])),
				plotting.Cell(p.Measures[1].Value(p.Y[i])), cluster}) {
				return
			}
		}
	}
}

func (f *Clusters) ellipseSheet() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		a, b := f.Points.Measures[0], f.Points.Measures[1]
		for _, e := range f.Ellipses {
			sx, sy := math.Abs(a.Factor)*math.Sqrt(e.XX), math.Abs(b.Factor)*math.Sqrt(e.YY)
			correlation := math.Copysign(1, a.Factor*b.Factor) * e.XY / math.Sqrt(e.XX*e.YY)
			if !yield([]string{e.Name, plotting.Cell(e.Size), plotting.Cell(a.Value(e.X)),
				plotting.Cell(b.Value(e.Y)), plotting.Cell(sx), plotting.Cell(sy), plotting.Cell(correlation)}) {
				return
			}
		}
	}
}

// class returns the cluster of a row, −1 for none.
func (f *Clusters) class(row int) int {
	if row < len(f.Class) && f.Class[row] < len(f.Ellipses) {
		return f.Class[row]
	}
	return -1
}

// Layout implements Figure.
func (f *Clusters) Layout(size vg.Point) plotting.Scene {
	s := &ClustersScene{f: f}
	if f.Points == nil || len(f.Points.X) == 0 {
		s.plane = &ink.Plane{Style: f.Style, Size: size}
		s.plane.List.Box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	s.paint()
	if f.Turned != nil {
		s.turn(size)
		return s
	}
	s.arrowScale = f.arrowScale()
	w, m := f.Window.Normal(), f.Points.Measures
	parts := ink.PlaneParts{
		Title: f.Title, Subtitle: f.Subtitle, Legend: s.legend, XName: m[0].Name, YName: m[1].Name,
		XTicks: m[0].Ticks, YTicks: m[1].Ticks, Bare: f.Bare,
	}
	b := f.squared(f.bounds(), size, parts)
	x0, x1 := ink.Visible(b[0], b[1], w.X0, w.X1, false)
	y0, y1 := ink.Visible(b[2], b[3], w.Y0, w.Y1, true)
	s.plane = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
	if s.plane.Shown() {
		if f.Ground != nil {
			f.Ground.add(&s.front, s.plane, f.Style)
		}
		s.addEdges()
		s.addPoints()
		s.addEllipses()
		s.addChanges()
		s.addArrows()
	}
	return s
}

// rowName returns the name of a row, or its number if it has none.
func (p *Points) rowName(i int) string {
	if i < len(p.Names) {
		return p.Names[i]
	}
	return "row " + strconv.Itoa(i+1)
}
