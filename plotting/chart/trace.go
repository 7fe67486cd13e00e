package chart

import (
	"image/color"
	"iter"
	"math"
	"slices"
	"sort"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
)

// A Series is one line of a [Trace]. The slices have one length; Iteration and Seconds never fall.
// A value that is not finite leaves a gap.
type Series struct {
	Name      string // "chain 1"; shown where there are several
	Iteration []int
	Seconds   []float64
	Values    []float64
}

// NewSeries returns a column of a trace as a series that shares its memory, and whether there is
// such a column.
func NewSeries(name string, t inference.Trace, column string) (Series, bool) {
	v := t.Column(column)
	n := min(len(v), len(t.Iteration), len(t.Seconds))
	return Series{name, t.Iteration[:n], t.Seconds[:n], v[:n]}, v != nil
}

// SetChains sets the series to a column of the chains of the snapshot, or of its one trace; none,
// if there is no such column.
func (t *Trace) SetChains(s *inference.Snapshot, column string) {
	t.Series = nil
	chains := s.Chains
	if len(chains) == 0 {
		chains = []inference.Trace{s.Trace}
	}
	for k, c := range chains {
		name := ""
		if len(chains) > 1 {
			name = chainName(k)
		}
		if series, ok := NewSeries(name, c, column); ok && column != "" {
			t.Series = append(t.Series, series)
		}
	}
}

// A Trace is the figure of one or more series against iteration or time. It zooms along its horizontal axis; the
// vertical one fits the visible part.
type Trace struct {
	Title     string // quantity shown, with its unit: "log evidence, nats"; in nats the axis spans one at least
	Subtitle  string // one line below it; may be empty
	Empty     string // the sentence while there are no values; has a default
	Iteration string // name of an iteration: "search step"; has a default
	Series    []Series
	BySeconds bool // against the time
	// NoBest leaves the greatest value unmarked, for quantities that are not an objective.
	NoBest bool
	// BurnIn is the share of each series, in [0,1), that is drawn pale.
	BurnIn float64
	// Epochs of a search differ in the width of the line; see SetEpochs.
	Epochs []Epoch
	// Cursor is the iteration at which the cursor stands, if HasCursor.
	HasCursor bool
	Cursor    int
	Window    plotting.Window
	Style     plotting.Style
}

var (
	_ plotting.Zoomable = Trace{}
	_ plotting.Styled   = Trace{}
	_ plotting.Sheeter  = Trace{}
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (Trace) ZoomAxes() plotting.Axes { return plotting.AlongWidth }

// GetWindow implements Zoomable.
func (t Trace) GetWindow() plotting.Window { return t.Window.Normal() }

// WithWindow implements Zoomable. The vertical part of w is ignored.
func (t Trace) WithWindow(w plotting.Window) plotting.Figure {
	w = w.Normal()
	t.Window = plotting.Window{X0: w.X0, X1: w.X1, Y0: 0, Y1: 1}
	return t
}

// WithStyle implements Styled.
func (t Trace) WithStyle(s plotting.Style) plotting.Figure { t.Style = s; return t }

// Sheets implements Sheeter: series, iteration, seconds and value, one row a point.
func (t Trace) Sheets() []plotting.Sheet {
	if t.points() == 0 {
		return nil
	}
	return []plotting.Sheet{{
		Name:   "trace",
		Header: []string{"series", "iteration", "seconds", "value"},
		Rows: iter.Seq[[]string](func(yield func([]string) bool) {
			row := make([]string, 4)
			for k, s := range t.Series {
				for i, v := range s.Values {
					row[0], row[1], row[2], row[3] = t.name(k), strconv.Itoa(s.Iteration[i]),
						plotting.Cell(s.Seconds[i]), plotting.Cell(v)
					if !yield(row) {
						return
					}
				}
			}
		}),
	}}
}

// points returns the number of values in all series.
func (t Trace) points() int {
	n := 0
	for _, s := range t.Series {
		n += len(s.Values)
	}
	return n
}

// single reports whether no series has two points to draw a line between.
func (t Trace) single() bool {
	return !slices.ContainsFunc(t.Series, func(s Series) bool { return len(s.Values) > 1 })
}

func (t Trace) name(k int) string {
	if n := t.Series[k].Name; n != "" {
		return n
	}
	return strconv.Itoa(k + 1)
}

func (t Trace) iterationName() string {
	if t.Iteration != "" {
		return t.Iteration
	}
	return "iteration"
}

// x returns the horizontal value of point i of a series.
func (t *Trace) x(s *Series, i int) float64 {
	if t.BySeconds {
		return s.Seconds[i]
	}
	return float64(s.Iteration[i])
}

// span returns the ends of the whole horizontal axis.
func (t Trace) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for k := range t.Series {
		if s := &t.Series[k]; len(s.Values) > 0 {
			low, high = min(low, t.x(s, 0)), max(high, t.x(s, len(s.Values)-1))
		}
	}
	if high <= low {
		high = low + 1
	}
	return low, high
}

// within returns the points of a series from low to high, and one more on either side, so that
// lines run to the edges.
func (t Trace) within(s *Series, low, high float64) (from, to int) {
	n := len(s.Values)
	from = sort.Search(n, func(i int) bool { return t.x(s, i) >= low })
	to = sort.Search(n, func(i int) bool { return t.x(s, i) > high })
	return max(from-1, 0), min(to+1, n)
}

// nearest returns the point of a series nearest to x, and whether there is one.
func (t Trace) nearest(s *Series, x float64) (int, bool) {
	n := len(s.Values)
	if n == 0 {
		return 0, false
	}
	i := sort.Search(n, func(i int) bool { return t.x(s, i) >= x })
	if i == n || i > 0 && x-t.x(s, i-1) < t.x(s, i)-x {
		i--
	}
	return i, true
}

// best returns the greatest value of all series and its place.
func (t Trace) best() (series, index int, ok bool) {
	top := math.Inf(-1)
	for k := range t.Series {
		for i, v := range t.Series[k].Values {
			if v > top && !math.IsInf(v, 1) {
				top, series, index, ok = v, k, i, true
			}
		}
	}
	return series, index, ok
}

// seriesColour returns the colour of series k. None is near the amber of a selection.
func seriesColour(s plotting.Style, k int) color.NRGBA {
	colors := [...]color.NRGBA{plotting.Hex(0x0072B2), plotting.Hex(0x009E73), plotting.Hex(0xCC79A7),
		plotting.Hex(0x56B4E9), plotting.Hex(0x8C8C8C), plotting.Hex(0x6A4C93)}
	if s.Dark {
		colors = [...]color.NRGBA{plotting.Hex(0x56B4E9), plotting.Hex(0x2BC297), plotting.Hex(0xCC79A7),
			plotting.Hex(0xB9B9B4), plotting.Hex(0xF0E442), plotting.Hex(0xB79AE0)}
	}
	return colors[k%len(colors)]
}
