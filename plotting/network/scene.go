package network

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Scene is a laid-out [Network].
type Scene struct {
	f       *Network
	ready   *prepared
	plane   *ink.Plane
	front   ink.List
	colours *beside.StripColours
	chosen  []bool
	root    []bool      // of the best tree
	some    bool        // something is selected
	points  []vg.Point  // of the nodes
	middle  vg.Length   // radius of a node of usual size
	plain   color.NRGBA // of nodes without a colour of their own
	many    bool        // so many edges that each has less ink
}

// manyEdges is from how many edges on each has less ink, the less the more there are, and fewer shades.
const manyEdges = 1200

// Layout implements Figure.
func (f *Network) Layout(size vg.Point) plotting.Scene {
	s := &Scene{f: f, ready: f.ready, chosen: make([]bool, len(f.Names)), many: len(f.Edges) > manyEdges}
	if len(f.Names) == 0 {
		s.plane = &ink.Plane{Style: f.Style, Size: size}
		s.plane.List.Box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	if s.ready == nil {
		s.ready = prepare(f)
	}
	if f.Strip != nil {
		rows := make([]int32, len(f.Names))
		for i := range rows {
			rows[i] = int32(i)
		}
		s.colours = beside.NewStripColours(f.Strip, rows, 0, f.Style.Look)
	}
	selected := f.Selection.Rows
	if f.Columns {
		selected = f.Selection.Columns
	}
	for _, r := range selected {
		if r >= 0 && r < len(s.chosen) {
			s.chosen[r], s.some = true, true
		}
	}
	s.root = make([]bool, len(f.Names))
	for _, u := range f.Roots {
		s.root[u] = true
	}
	s.plain, s.middle = s.onGround(ink.CategoryColours[0]), f.radius()
	s.place(size)
	if s.plane.Shown() {
		s.points = make([]vg.Point, len(f.Names))
		for u := range s.points {
			s.points[u] = s.plane.At(f.X[u], f.Y[u])
		}
		s.middle = min(s.middle*s.grown(), s.apart())
		s.fill()
	}
	return s
}

// place makes the plane, a unit of which is equally long along both axes unless they are of the data.
func (s *Scene) place(size vg.Point) {
	f := s.f
	b := f.bounds()
	bare := f.Across == nil || f.Up == nil
	if bare { // few nodes do not fill the figure, and two not at all
		b[0], b[1] = atLeast(b[0], b[1], leastWide)
		b[2], b[3] = atLeast(b[2], b[3], leastHigh)
	}
	x0, x1 := ink.Padded(b[0], b[1], 0.06)
	y0, y1 := ink.Padded(b[2], b[3], 0.06)
	parts := ink.PlaneParts{Title: f.Title, Subtitle: f.Subtitle, Legend: s.legend, Bare: bare}
	if !parts.Bare {
		parts.XName, parts.YName, parts.XTicks, parts.YTicks = f.Across.Name, f.Up.Name, f.Across.Ticks, f.Up.Ticks
	}
	whole := ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
	w := f.Window.Normal()
	if bare {
		if whole.Shown() && s.says() {
			y0 -= (y1 - y0) * float64(noteRoom/max(whole.Area.Size().Y-noteRoom, noteRoom))
			whole = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
		}
		whole = whole.Squared(parts)
	}
	if w == plotting.All {
		s.plane = whole
		return
	}
	x0, x1 = ink.Visible(whole.X0, whole.X1, w.X0, w.X1, false)
	y0, y1 = ink.Visible(whole.Y0, whole.Y1, w.Y0, w.Y1, true)
	s.plane = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
}

// Least extents of a picture whose places mean nothing, in lengths of an edge.
const (
	leastWide = 2.0
	leastHigh = 1.4
)

// noteRoom is the height of the sentence below nodes without an edge.
const noteRoom vg.Length = 56

// mostNote is the greatest width of that sentence.
const mostNote vg.Length = 420

// says reports whether a sentence stands for the edges that there are not.
func (s *Scene) says() bool { return len(s.f.Edges) == 0 && s.f.Empty != "" }

// atLeast widens a range about its middle.
func atLeast(low, high, least float64) (float64, float64) {
	if by := (least - (high - low)) / 2; by > 0 {
		return low - by, high + by
	}
	return low, high
}

// bounds are those given, or of the nodes.
func (f *Network) bounds() [4]float64 {
	if f.Bounds == ([4]float64{}) {
		return [4]float64{slices.Min(f.X), slices.Max(f.X), slices.Min(f.Y), slices.Max(f.Y)}
	}
	return f.Bounds
}

// fill draws the network on the plane.
func (s *Scene) fill() {
	s.front.Group("edges", s.addEdges)
	s.front.Group("nodes", s.addNodes)
	s.front.Group("labels", s.addNames)
	if s.says() {
		box := s.plane.Area
		box.Max.Y = box.Min.Y + min(noteRoom, box.Size().Y)
		if room := (box.Max.X - box.Min.X - mostNote) / 2; room > 0 {
			box.Min.X, box.Max.X = box.Min.X+room, box.Max.X-room
		}
		s.front.Add(ink.NoteItem{Style: s.f.Style, Box: box, Text: s.f.Empty})
	}
}

func (s *Scene) at(u int) vg.Point { return s.points[u] }

// hidden reports whether a node is not shown.
func (f *Network) hidden(u int) bool { return f.Hidden != nil && f.Hidden[u] }

// radius is that of a node of usual size.
func (f *Network) radius() vg.Length {
	n := len(f.Names)
	r := vg.Length(4.5)
	switch {
	case n > 1500:
		r = 1.6
	case n > 400:
		r = 2.2
	case n > 120:
		r = 3.2
	}
	w := f.Window.Normal()
	return r * f.Style.Enlargement() * vg.Length(min(math.Sqrt(1/math.Max(w.X1-w.X0, 0.05)), 2))
}

// grown is how many times as large as usual nodes are that are few in a large figure.
func (s *Scene) grown() vg.Length {
	most := vg.Length(1)
	switch n := len(s.f.Names); {
	case n <= 12:
		most = 1.55
	case n <= 40:
		most = 1.2
	}
	const usual = 240 // the least side of a figure from which on nodes grow
	side := min(s.plane.Area.Size().X, s.plane.Area.Size().Y)
	return min(max(side/(usual*s.f.Style.Enlargement()), 1), most)
}

// apart is the radius at which nodes around a circle just do not touch, but for one that can still be seen.
func (s *Scene) apart() vg.Length {
	if !s.f.Outward {
		return vg.Length(math.Inf(1))
	}
	b := s.f.bounds()
	around := math.Pi * float64(s.plane.At(b[1], b[2]).X-s.plane.At(b[0], b[2]).X)
	return max(vg.Length(0.45*around/float64(len(s.points))), 0.8*s.f.Style.Enlargement())
}

// sizes is how many sizes of nodes there are.
const sizes = 6

// radius is that of node u.
func (s *Scene) radius(u int) vg.Length {
	if s.f.Sizes == nil {
		return s.middle
	}
	share := math.Round(min(max(s.f.Sizes[u], 0), 1)*(sizes-1)) / (sizes - 1)
	return s.middle * vg.Length(math.Sqrt(0.4+4*share))
}

// Draw implements plotting.Scene.
func (s *Scene) Draw(c vg.Canvas) {
	s.plane.List.Draw(c)
	if s.plane.Shown() {
		plotting.Clip(c, s.plane.Area, func() { s.front.Draw(c) })
		s.plane.Frame.Draw(c)
	}
}

// Size implements plotting.Scene.
func (s *Scene) Size() vg.Point { return s.plane.Size }

// PlotArea implements plotting.Scene.
func (s *Scene) PlotArea() vg.Rectangle { return s.plane.Area }

// Value returns the place that a point of the scene has among those of the nodes.
func (s *Scene) Value(p vg.Point) (x, y float64, ok bool) {
	if !s.plane.Shown() {
		return 0, 0, false
	}
	x, y = s.plane.Value(p)
	return x, y, true
}

// glides is how many nodes move to new places at most; more jump.
const glides = 500

// MotionFrom implements [plotting.Moving]: nodes glide to their new places.
func (s *Scene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(*Scene)
	n := len(s.points)
	if !ok || n == 0 || n > glides || len(was.points) != n || was.plane.Size != s.plane.Size ||
		was.f.Window != s.f.Window ||
		slices.Equal(was.f.X, s.f.X) && slices.Equal(was.f.Y, s.f.Y) || !slices.Equal(was.f.Names, s.f.Names) {
		return nil
	}
	return func(share float64) plotting.Scene {
		c := *s
		c.front = ink.List{}
		c.points = make([]vg.Point, n)
		for u, a := range was.points {
			b, k := s.points[u], vg.Length(share)
			c.points[u] = vg.Point{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y)}
		}
		c.fill()
		return &c
	}
}
