package space

import (
	"iter"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Diffusion is the figure of the paths of a diffusion tree along one direction of the
// data: time from left to right, location upwards, each branch a Brownian bridge between
// the locations of its ends (Knowles 2012, figures 4.1 and 4.2).
type Diffusion struct {
	Paths    *Paths
	Title    string
	Subtitle string // one line on the content
	Colours  beside.RowColours
	// ShowLabels names the leaves at the right.
	ShowLabels bool
	// Until is the time at which drawn paths end, in (0,1]; 0 means 1.
	Until float64
	// Cursor draws a handle at Until, for dragging.
	Cursor bool
	// Walk is an unfinished path, drawn in the colour of the selection with a dot at its end; nil
	// for none.
	Walk      *diffusion.Trail
	Selection plotting.Selection
	Window    plotting.Window
	Style     plotting.Style
}

// Paths are the locations of a tree's nodes along a direction, with everything that their pictures
// need and no window changes. They are immutable and shared.
type Paths struct {
	tree     *beside.PreparedTree
	diffuser *diffusion.Diffuser
	measure  ink.Measure
	at       []float64         // of each node
	straight bool              // branches are drawn straight: at are means
	trails   []diffusion.Trail // of the branches above the nodes, where they are known; then there is no diffuser
	seed     uint64
	observed []float64 // of each row; NaN where a cell is missing
	low      float64   // of all locations and data
	high     float64
	density  []vg.Point // of a new row: X density over its greatest, Y location
}

// Along names the direction.
func (s *Paths) Along() string { return s.measure.Name }

// NewPaths draws the locations of the nodes from their posterior, by the seed, with bridges between
// them. The direction is the first of d. O(N).
func NewPaths(p *beside.PreparedTree, d *diffusion.Diffuser, m ink.Measure, seed uint64) *Paths {
	at, _ := d.Sample(inference.Streams{Seed: seed})
	return newPaths(p, d, m, at, seed)
}

// NewMeanPaths uses the posterior means of the locations; the mean path between two nodes is a
// straight line.
func NewMeanPaths(p *beside.PreparedTree, d *diffusion.Diffuser, m ink.Measure) *Paths {
	at, _ := d.Means()
	paths := newPaths(p, d, m, at, 0)
	paths.straight = true
	return paths
}

// NewTrailPaths uses known paths: the trail of the branch above each node. All pictures show places
// from low to high.
func NewTrailPaths(p *beside.PreparedTree, trails []diffusion.Trail, m ink.Measure, low, high float64) *Paths {
	s := &Paths{tree: p, measure: m, trails: trails, at: make([]float64, len(trails)), low: low, high: high}
	for v, t := range trails {
		s.at[v] = t.X[len(t.X)-1]
	}
	s.observed = s.at[:len(p.Order())]
	return s
}

func newPaths(p *beside.PreparedTree, d *diffusion.Diffuser, m ink.Measure, at []float64, seed uint64) *Paths {
	s := &Paths{tree: p, diffuser: d, measure: m, at: at, seed: seed, observed: make([]float64, len(p.Order()))}
	s.low, s.high = min(0, slices.Min(at)), max(0, slices.Max(at))
	for row := range s.observed {
		x, _, complete := d.Observed(row)
		if !complete {
			s.observed[row] = math.NaN()
			continue
		}
		s.observed[row] = x
		s.low, s.high = min(s.low, x), max(s.high, x)
	}
	for v := range at { // between its ends a bridge wanders; one in fifty goes further than this
		b := s.bridge(v)
		reach, middle := 1.4*math.Sqrt(b.Variance*(b.T1-b.T0)), (b.X0+b.X1)/2
		s.low, s.high = min(s.low, middle-reach), max(s.high, middle+reach)
	}
	s.low, s.high = ink.Padded(s.low, s.high, 0.04)
	s.density = densityCurve(d.Predictive(), s.low, s.high)
	return s
}

// densityCurve returns a density along one direction, relative to its greatest value.
func densityCurve(m *diffusion.Mixture, low, high float64) []vg.Point {
	const cells = 160
	density := m.Curve(low, high, cells)
	most := slices.Max(density)
	curve := make([]vg.Point, cells)
	for i, f := range density {
		if most > 0 {
			curve[i].X = vg.Length(f / most)
		}
		curve[i].Y = vg.Length(low + (high-low)*(float64(i)+0.5)/cells)
	}
	return curve
}

var (
	_ plotting.Zoomable = (*Diffusion)(nil)
	_ plotting.Styled   = (*Diffusion)(nil)
	_ plotting.Sheeter  = (*Diffusion)(nil)
	_ plotting.Scene    = (*DiffusionScene)(nil)
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (*Diffusion) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow returns the visible part: X along time, Y along the locations from the top down.
func (f *Diffusion) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow returns a copy that shows w.
func (f Diffusion) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Normal(); return &f }

// Selects implements [plotting.Selecting].
func (f *Diffusion) Selects() bool { return !f.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (f Diffusion) Unselected() plotting.Figure { f.Selection = plotting.NoSelection; return &f }

// WithStyle returns a copy in another style.
func (f Diffusion) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Diffusion) Controls() []string { return plotting.Legended }

// until returns the time at which drawn paths end.
func (f *Diffusion) until() float64 {
	if f.Until > 0 && f.Until < 1 {
		return f.Until
	}
	return 1
}

// bridge returns the path of the branch above node v.
func (s *Paths) bridge(v int) diffusion.Bridge {
	b := diffusion.Bridge{T1: s.tree.Time[v], X1: s.at[v]}
	if p := s.tree.Tree().Parent[v]; p >= 0 {
		b.T0, b.X0 = s.tree.Time[p], s.at[p]
	}
	if s.trails == nil {
		b.Seed, b.Variance = s.seed^s.diffuser.Key(v), s.diffuser.Variance()
	}
	return b
}

// points calls yield for points of the branch above node v, as [diffusion.Bridge.Points] does.
func (s *Paths) points(v int, split func(t0, t1, deviation float64) bool, yield func(t, x float64)) {
	if s.trails == nil {
		s.bridge(v).Points(split, yield)
		return
	}
	for i, t := range s.trails[v].T {
		yield(t, s.trails[v].X[i])
	}
}

// posterior returns the location at a time on the branch above node v.
func (s *Paths) posterior(v int, time float64) diffusion.Normal {
	if s.trails == nil {
		return s.diffuser.Along(v, time)
	}
	return diffusion.Normal{X: s.trails[v].At(time)}
}

// Sheets returns the nodes with the posterior of their locations ("locations") and the paths drawn
// at steps of 1/256 of a branch at least ("paths"), in the units of the axis.
func (f *Diffusion) Sheets() []plotting.Sheet {
	if f.Paths == nil {
		return nil
	}
	s := f.Paths
	return []plotting.Sheet{
		{Name: "locations", Header: []string{"node", "parent", "name", "time", "mean", "standard_deviation", "drawn",
			"observed"}, Rows: s.locationRows()},
		{Name: "paths", Header: []string{"node", "time", "location"}, Rows: s.pathRows()},
	}
}

func (s *Paths) locationRows() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, node := range s.tree.Preorder {
			v := int(node)
			parent, name, seen := "", "", ""
			if p := s.tree.Tree().Parent[v]; p >= 0 {
				parent = strconv.Itoa(p)
			}
			if s.tree.Tree().IsLeaf(v) {
				name, seen = s.tree.Tree().Names[v], plotting.Cell(s.measure.Value(s.observed[v]))
			}
			g := s.posterior(v, s.tree.Time[v])
			if !yield([]string{strconv.Itoa(v), parent, name, plotting.Cell(s.tree.Time[v]), plotting.Cell(s.measure.Value(g.X)),
				plotting.Cell(math.Abs(s.measure.Factor) * math.Sqrt(g.XX)), plotting.Cell(s.measure.Value(s.at[v])), seen}) {
				return
			}
		}
	}
}

func (s *Paths) pathRows() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		going := true
		for _, node := range s.tree.Preorder {
			s.points(int(node),
				func(t0, t1, _ float64) bool { return going && !s.straight && t1-t0 > 1.0/256 }, func(t, x float64) {
					going = going && yield([]string{strconv.Itoa(int(node)), plotting.Cell(t), plotting.Cell(s.measure.Value(x))})
				})
		}
	}
}
