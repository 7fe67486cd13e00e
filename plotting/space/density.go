package space

import (
	"context"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Density is the figure of the predictive density of a new row over two directions of
// the data, with the rows as points and the tree drawn between the posterior means of its
// locations (Knowles 2012, figures 7.2 and 7.3).
type Density struct {
	Places   *Places
	Title    string
	Subtitle string // one line on the content
	// Field is the density to draw, made by [Places.Field] for this window or another; nil draws
	// none.
	Field    *diffusion.Field
	Colours  beside.RowColours
	HideTree bool
	// Rows is the number of rows drawn, from the first; 0 draws all.
	Rows       int
	HideLegend bool
	// Square makes a unit equally long along both axes: the plot is narrower, or lower, than its room.
	Square bool
	// Bold paints the density in a stronger tone, with fewer contours and smaller points, for
	// pictures in which the density matters most.
	Bold      bool
	Selection plotting.Selection
	Window    plotting.Window
	Style     plotting.Style
}

// Places are the locations of a tree's nodes and rows along two directions, with the
// predictive density. They are immutable, shared and safe for concurrent use.
type Places struct {
	tree     *beside.PreparedTree
	diffuser *diffusion.Diffuser
	mixture  *diffusion.Mixture
	measures [2]ink.Measure
	x, y     []float64 // posterior means of the nodes
	rowX     []float64 // of the rows; where a cell is missing, its posterior mean
	rowY     []float64
	complete []bool
	bounds   [4]float64 // x0, x1, y0, y1
	scale    sync.Once
	whole    *diffusion.Field // coarse
	levels   []float64        // log density around the shares of densityShares
	low      float64          // log density at the ends of the colours
	high     float64
	painted  paintedField // the one shown last
}

// densityShares are the probabilities inside the contours.
var densityShares = []float64{0.5, 0.8, 0.95, 0.99}

// coarse is the number of cells along each axis of the field that sets scales and levels.
const coarse = 72

// Over names the directions across and upwards.
func (s *Places) Over() (x, y string) { return s.measures[0].Name, s.measures[1].Name }

// NewPlaces prepares a tree for pictures over the two directions of d. O(N).
func NewPlaces(p *beside.PreparedTree, d *diffusion.Diffuser, x, y ink.Measure) *Places {
	s := &Places{tree: p, diffuser: d, mixture: d.Predictive(), measures: [2]ink.Measure{x, y}}
	s.x, s.y = d.Means()
	n := len(p.Order())
	s.rowX, s.rowY, s.complete = make([]float64, n), make([]float64, n), make([]bool, n)
	for row := range n {
		s.rowX[row], s.rowY[row], s.complete[row] = d.Observed(row)
	}
	g := s.mixture.Moments()
	extent := func(a, b []float64, mean, variance float64) (low, high float64) {
		low, high = ink.Padded(min(slices.Min(a), slices.Min(b), 0), max(slices.Max(a), slices.Max(b), 0), 0.18)
		spread := 2.6 * math.Sqrt(variance) // with few rows, most of the density should still be visible
		return min(low, mean-spread), max(high, mean+spread)
	}
	s.bounds[0], s.bounds[1] = extent(s.x, s.rowX, g.X, g.XX)
	s.bounds[2], s.bounds[3] = extent(s.y, s.rowY, g.Y, g.YY)
	return s
}

// visible returns the part of the plane that a window shows.
func (s *Places) visible(w plotting.Window) (x0, x1, y0, y1 float64) {
	w = w.Normal()
	x0, x1 = ink.Visible(s.bounds[0], s.bounds[1], w.X0, w.X1, false)
	y0, y1 = ink.Visible(s.bounds[2], s.bounds[3], w.Y0, w.Y1, true)
	return x0, x1, y0, y1
}

// WindowOf returns the window that shows the given ranges, as much of them as there is.
func (s *Places) WindowOf(x0, x1, y0, y1 float64) plotting.Window {
	b := s.bounds
	share := func(v, low, high float64) float64 { return min(max((v-low)/(high-low), 0), 1) }
	return plotting.Window{X0: share(x0, b[0], b[1]), X1: share(x1, b[0], b[1]), Y0: 1 - share(y1, b[2], b[3]),
		Y1: 1 - share(y0, b[2], b[3])}
}

// Field computes the density for a window, with the given number of cells along each axis; a window
// that does not show all gets a margin. It is slow; cancelling ctx ends it early with an error.
func (s *Places) Field(ctx context.Context, w plotting.Window, cells int) (*diffusion.Field, error) {
	s.prepare()
	if w.IsAll() && cells <= coarse {
		return s.whole, nil
	}
	x0, x1, y0, y1 := s.visible(w)
	if !w.IsAll() {
		mx, my := 0.15*(x1-x0), 0.15*(y1-y0)
		x0, x1, y0, y1 = x0-mx, x1+mx, y0-my, y1+my
	}
	return s.FieldIn(ctx, x0, x1, y0, y1, cells)
}

// FieldIn computes the density in the given ranges, which may be wider than a window can show.
func (s *Places) FieldIn(ctx context.Context, x0, x1, y0, y1 float64, cells int) (*diffusion.Field, error) {
	s.prepare()
	return s.mixture.Field(ctx, x0, x1, y0, y1, cells, cells)
}

// Shows reports whether a field covers a window with at least the given number of cells.
func (s *Places) Shows(f *diffusion.Field, w plotting.Window, cells int) bool {
	if f == nil || f.NX < cells {
		return false
	}
	x0, x1, y0, y1 := s.visible(w)
	const slack = 1e-9
	inside := f.X0 <= x0+slack && f.X1 >= x1-slack && f.Y0 <= y0+slack && f.Y1 >= y1-slack
	return inside && f.X1-f.X0 <= 1.6*(x1-x0) && f.Y1-f.Y0 <= 1.6*(y1-y0)
}

// prepare computes the coarse field of the whole, which sets contours and colours independently of
// the window.
func (s *Places) prepare() {
	s.scale.Do(func() {
		b := s.bounds
		s.whole, _ = s.mixture.Field(context.Background(), b[0], b[1], b[2], b[3], coarse, coarse)
		levels := s.whole.Levels(append([]float64{0.02}, densityShares...)...)
		s.levels = levels[1:]
		s.high = levels[0]
		s.low = s.high - 12
		for _, l := range levels {
			if !math.IsInf(l, -1) {
				s.low = min(l-2, s.high-4)
			}
		}
	})
}

// contourNote names the probabilities inside the contours that are drawn.
func (s *Places) contourNote() string {
	s.prepare()
	return sharesNote(s.levels)
}

// sharesNote names the probabilities inside the lines of levels, in the order of densityShares.
func sharesNote(levels []float64) string {
	var shares []string
	for i, level := range levels {
		if !math.IsInf(level, -1) {
			shares = append(shares, strconv.FormatFloat(100*densityShares[i], 'f', 0, 64))
		}
	}
	if len(shares) == 0 {
		return ""
	}
	return "lines hold " + strings.Join(shares, ", ") + " %"
}

// shift returns the difference between a log density in working units and that in the units of
// the axes.
func (s *Places) shift() float64 {
	return -math.Log(math.Abs(s.measures[0].Factor * s.measures[1].Factor))
}

var (
	_ plotting.Zoomable = (*Density)(nil)
	_ plotting.Styled   = (*Density)(nil)
	_ plotting.Sheeter  = (*Density)(nil)
	_ plotting.Scene    = (*DensityScene)(nil)
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (*Density) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow returns the visible part: X along the first direction, Y along the second from
// the top down.
func (f *Density) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow returns a copy that shows w.
func (f Density) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Normal(); return &f }

// Selects implements [plotting.Selecting].
func (f *Density) Selects() bool { return !f.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (f Density) Unselected() plotting.Figure { f.Selection = plotting.NoSelection; return &f }

// WithStyle returns a copy in another style.
func (f Density) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Density) Controls() []string { return plotting.Legended }

// Sheets returns the nodes with the posterior of their locations ("locations"), and the
// log density at the cells of the field ("density"), in the units of the axes.
func (f *Density) Sheets() []plotting.Sheet {
	if f.Places == nil {
		return nil
	}
	s := f.Places
	sheets := []plotting.Sheet{{Name: "locations", Header: []string{"node", "parent", "name", "time", "mean_x", "mean_y",
		"standard_deviation_x", "standard_deviation_y", "x", "y"}, Rows: s.locationRows()}}
	if f.Field != nil {
		sheets = append(sheets,
			plotting.Sheet{Name: "density", Header: []string{"x", "y", "log_density"}, Rows: s.fieldRows(f.Field)})
	}
	return sheets
}

func (s *Places) locationRows() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		a, b := s.measures[0], s.measures[1]
		for _, node := range s.tree.Preorder {
			v := int(node)
			parent, name, x, y := "", "", "", ""
			if p := s.tree.Tree().Parent[v]; p >= 0 {
				parent = strconv.Itoa(p)
			}
			if s.tree.Tree().IsLeaf(v) {
				name = s.tree.Tree().Names[v]
				if s.complete[v] {
					x, y = plotting.Cell(a.Value(s.rowX[v])), plotting.Cell(b.Value(s.rowY[v]))
				}
			}
			g := s.diffuser.At(v)
			if !yield([]string{strconv.Itoa(v), parent, name, plotting.Cell(s.tree.Time[v]), plotting.Cell(a.Value(g.X)),
				plotting.Cell(b.Value(g.Y)),
				plotting.Cell(math.Abs(a.Factor) * math.Sqrt(g.XX)), plotting.Cell(math.Abs(b.Factor) * math.Sqrt(g.YY)), x, y}) {
				return
			}
		}
	}
}

func (s *Places) fieldRows(f *diffusion.Field) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for k, v := range f.Log {
			x, y := fieldPlace(f, k%f.NX, k/f.NX)
			if !yield([]string{plotting.Cell(s.measures[0].Value(x)), plotting.Cell(s.measures[1].Value(y)),
				plotting.Cell(v + s.shift())}) {
				return
			}
		}
	}
}

// fieldPlace returns the middle of a cell.
func fieldPlace(f *diffusion.Field, i, j int) (x, y float64) {
	return f.X0 + (float64(i)+0.5)*(f.X1-f.X0)/float64(f.NX), f.Y0 + (float64(j)+0.5)*(f.Y1-f.Y0)/float64(f.NY)
}

// Layout implements Figure.
func (f *Density) Layout(size vg.Point) plotting.Scene { return f.LayoutPlaces(size) }
