package space

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A DiffusionScene is a laid-out [Diffusion].
type DiffusionScene struct {
	f       *Diffusion
	plane   *ink.Plane
	classes *beside.RowClasses
	lines   []pathLine // the visible branches
	points  []vg.Point // of all lines
	labels  []pathLabel
	front   ink.List // within the plot
	over    ink.List // on top of all
}

// pathLine is the visible path of the branch above a node.
type pathLine struct {
	node     int
	from, to int // of the scene's points
	box      vg.Rectangle
}

// pathLabel is the name of a leaf with its place.
type pathLabel struct {
	row int
	at  vg.Point // its left end, half way up the capitals
	box vg.Rectangle
}

// Sizes of the parts beside the paths, in points.
const (
	curveWidth  = 42    // of the density of a new row
	curveFrom   = 420   // least width of a figure that has it
	leaderWidth = 16    // from the end of a path to its name
	pathBudget  = 16000 // points of all paths, roughly
	dataDot     = 2.5

	steppedBack = 0.55 // opacity of other marks while some are selected
)

// Layout implements Figure. The cost grows with the visible part only: each branch gets points by its width in the
// picture, and fewer if many are visible at once.
func (f *Diffusion) Layout(size vg.Point) plotting.Scene { return f.LayoutPaths(size) }

// LayoutPaths is Layout with the concrete type of the scene, for its further methods.
func (f *Diffusion) LayoutPaths(size vg.Point) *DiffusionScene {
	s := &DiffusionScene{f: f}
	if f.Paths == nil || len(f.Paths.tree.Preorder) == 0 {
		s.plane = &ink.Plane{Style: f.Style, Size: size}
		s.plane.List.Box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	s.classes = f.Colours.Classes(f.Paths.tree, f.Selection, f.Style)
	w, m := f.Window.Normal(), f.Paths.measure
	y0, y1 := ink.Visible(f.Paths.low, f.Paths.high, w.Y0, w.Y1, true)
	s.plane = ink.NewPlane(f.Style, size, w.X0, w.X1, y0, y1, ink.PlaneParts{
		Title: f.Title, Subtitle: f.Subtitle, Legend: s.classes.Legend, XName: "diffusion time", YName: m.Name,
		Beside: func(height vg.Length) vg.Length { return s.besideRoom(size.X, height) },
		XTicks: ink.Ticks, YTicks: m.Ticks,
	})
	if !s.plane.Shown() {
		return s
	}
	s.addBand()
	s.addPaths()
	s.addWalk()
	s.addEnds()
	s.addCursor()
	return s
}

// atEnd reports whether the end of time is visible and the paths reach it.
func (s *DiffusionScene) atEnd() bool { return s.plane.X1 >= 1 && s.f.until() == 1 }

// curveRoom returns the width of the density of a new row.
func (s *DiffusionScene) curveRoom(width vg.Length) vg.Length {
	if width < curveFrom || s.f.Window.Normal().X1 < 1 || s.f.Paths.density == nil {
		return 0
	}
	return curveWidth
}

// besideRoom returns the width of the parts to the right of the paths.
func (s *DiffusionScene) besideRoom(width, _ vg.Length) vg.Length {
	room := s.curveRoom(width) + 2*dataDot
	if s.f.ShowLabels && s.f.Window.Normal().X1 >= 1 {
		widest := vg.Length(s.f.Paths.tree.WidestName(s.f.Style.Typeface)) * s.f.Style.LabelSize
		room += leaderWidth + min(widest, 0.2*width) + 1
	}
	return room
}

// step returns the width in points of the pieces of the paths of leaves: finer if few are visible.
func (s *DiffusionScene) step() vg.Length {
	p, t := s.plane, s.f.Paths.tree
	sum := 0.0 // of the widths of all branches
	for _, node := range t.Preorder {
		t0 := 0.0
		if u := t.Tree().Parent[node]; u >= 0 {
			t0 = t.Time[u]
		}
		sum += max(0, min(t.Time[node], p.X1)-max(t0, p.X0))
	}
	width := sum / (p.X1 - p.X0) * float64(p.Area.Max.X-p.Area.Min.X)
	return vg.Length(min(max(width/pathBudget, 2), 24))
}

// addPaths makes the lines of all visible branches, one path for each colour.
func (s *DiffusionScene) addPaths() {
	p, f, paths := s.plane, s.f, s.f.Paths
	t := paths.tree
	class := s.classes.Nodes(t)
	for _, v := range s.wayTo(f.Selection.Rows) {
		class[v] = beside.SelectedClass
	}
	items := map[int]*ink.Stroke{}
	width := f.Style.Stroke
	switch n := len(t.Order()); {
	case n > 1000:
		width *= 0.8
	case n <= 60:
		width *= 1.25
	}
	for _, k := range s.classes.Order() {
		items[k] = &ink.Stroke{Colour: s.classes.Ink(k), Width: width}
	}
	items[beside.SelectedClass].Width = max(f.Style.SelectedStroke, width)
	if len(f.Selection.Rows) > 0 { // the others step back
		for k, i := range items {
			if k != beside.SelectedClass {
				i.Colour = plotting.Fade(i.Colour, steppedBack)
			}
		}
	}
	step, until := float64(s.step()), f.until()
	perTime := float64(p.Area.Max.X-p.Area.Min.X) / (p.X1 - p.X0)
	perPlace := float64(p.Area.Max.Y-p.Area.Min.Y) / (p.Y1 - p.Y0)
	counts := map[int]int{}                      // of points of each class
	s.points = make([]vg.Point, 0, 2*pathBudget) // about their number
	s.lines = make([]pathLine, 0, len(t.Preorder))
	var heads map[int]*ink.Fill
	if until < 1 {
		heads = map[int]*ink.Fill{}
	}
	for _, node := range t.Preorder {
		v := int(node)
		b := paths.bridge(v)
		if b.T0 > p.X1 || b.T1 < p.X0 || b.T0 > until || b.T0 == until && until > 0 && b.T1 > b.T0 {
			continue
		}
		// Large clades have few branches, so these can be fine.
		fine := max(2, step*(1-math.Log(float64(t.Size(v)))/math.Log(float64(len(t.Order())+1))))
		from := len(s.points)
		var before [2]float64
		ended := false
		paths.points(v, func(t0, t1, deviation float64) bool {
			return !paths.straight && t0 < until && t1 > p.X0 && t0 < p.X1 && (t1-t0)*perTime > fine && deviation*perPlace > 0.3
		}, func(t, x float64) {
			if t > until && !ended {
				ended = true
				share := (until - before[0]) / (t - before[0])
				t, x = until, before[1]+share*(x-before[1])
				s.points = append(s.points, p.At(t, x))
			} else if !ended {
				s.points = append(s.points, p.At(t, x))
			}
			before = [2]float64{t, x}
		})
		line := pathLine{v, from, len(s.points), boxOf(s.points[from:])}
		if !boxesMeet(line.box, p.Area) {
			s.points = s.points[:from]
			continue
		}
		s.lines = append(s.lines, line)
		counts[class[v]] += line.to - line.from
		if until < 1 && b.T1 >= until {
			h := heads[class[v]]
			if h == nil {
				h = &ink.Fill{Colour: items[class[v]].Colour}
				heads[class[v]] = h
			}
			h.Path = append(h.Path, ink.Disc(s.points[len(s.points)-1], dataDot)...)
		}
	}
	for _, k := range s.classes.Order() {
		items[k].Path = make(vg.Path, 0, counts[k])
	}
	for _, l := range s.lines {
		item := items[class[l.node]]
		item.Path = s.appendLine(item.Path, l)
	}
	for _, k := range s.classes.Order() {
		s.front.Add(items[k])
	}
	for _, k := range s.classes.Order() {
		if h := heads[k]; h != nil {
			s.front.Add(*h)
		}
	}
}

// addWalk adds the unfinished path.
func (s *DiffusionScene) addWalk() {
	w := s.f.Walk
	if w == nil || len(w.T) == 0 {
		return
	}
	line := &ink.Stroke{Colour: s.f.Style.Selection, Width: 1.5 * s.f.Style.SelectedStroke}
	for i, t := range w.T {
		q := s.plane.At(t, w.X[i])
		if i == 0 {
			line.Path.Move(q)
		} else {
			line.Path.Line(q)
		}
	}
	s.front.Add(line)
	last := len(w.T) - 1
	s.over.Add(ink.Fill{Colour: s.f.Style.Selection, Path: ink.Disc(s.plane.At(w.T[last], w.X[last]), dataDot+2)})
}

// appendLine appends the visible part of a branch to a path.
func (s *DiffusionScene) appendLine(path vg.Path, l pathLine) vg.Path {
	for i, q := range s.points[l.from:l.to] {
		kind := vg.LineComp
		if i == 0 {
			kind = vg.MoveComp
		}
		path = append(path, vg.PathComp{Type: kind, Pos: q})
	}
	return path
}

func boxOf(points []vg.Point) vg.Rectangle {
	r := vg.Rectangle{Min: points[0], Max: points[0]}
	for _, q := range points[1:] {
		r.Min.X, r.Min.Y = min(r.Min.X, q.X), min(r.Min.Y, q.Y)
		r.Max.X, r.Max.Y = max(r.Max.X, q.X), max(r.Max.Y, q.Y)
	}
	return r
}

func boxesMeet(a, b vg.Rectangle) bool {
	return a.Min.X <= b.Max.X && a.Max.X >= b.Min.X && a.Min.Y <= b.Max.Y && a.Max.Y >= b.Min.Y
}

// bandLimit limits the branches that get bands.
const bandLimit = 600

// addBand shades the location ± 2 s.d. along the paths to the selected rows.
func (s *DiffusionScene) addBand() {
	nodes := s.wayTo(s.f.Selection.Rows)
	var path vg.Path
	for _, v := range nodes[:min(len(nodes), bandLimit)] {
		path = append(path, s.band(v)...)
	}
	s.front.Add(ink.Fill{Colour: plotting.Fade(s.f.Style.Selection, 0.16), Path: path})
}

// wayTo returns the nodes on the paths from the origin to the rows, parents first.
func (s *DiffusionScene) wayTo(rows []int) (nodes []int) {
	t := s.f.Paths.tree
	on := make([]bool, len(t.Preorder))
	for _, row := range rows {
		if row < 0 || row >= len(t.Order()) {
			continue
		}
		for v := row; v >= 0 && !on[v]; v = t.Tree().Parent[v] {
			on[v] = true
		}
	}
	for _, node := range t.Preorder {
		if on[node] {
			nodes = append(nodes, int(node))
		}
	}
	return nodes
}

// band returns the outline of the location ± 2 s.d. along the branch above v.
func (s *DiffusionScene) band(v int) vg.Path {
	p, paths := s.plane, s.f.Paths
	if paths.trails != nil {
		return nil
	}
	t0, t1 := 0.0, s.f.Paths.tree.Time[v]
	if u := s.f.Paths.tree.Tree().Parent[v]; u >= 0 {
		t0 = s.f.Paths.tree.Time[u]
	}
	t0, t1 = max(t0, p.X0), min(t1, p.X1, s.f.until())
	if t1 <= t0 {
		return nil
	}
	steps := int(min(max(float64(p.X(t1)-p.X(t0))/6, 2), 24))
	var upper, lower []vg.Point
	for i := range steps + 1 {
		t := t0 + (t1-t0)*float64(i)/float64(steps)
		g := paths.posterior(v, t)
		spread := 2 * math.Sqrt(g.XX)
		upper = append(upper, p.At(t, g.X+spread))
		lower = append(lower, p.At(t, g.X-spread))
	}
	var path vg.Path
	path.Move(upper[0])
	for _, q := range upper[1:] {
		path.Line(q)
	}
	for i := len(lower) - 1; i >= 0; i-- {
		path.Line(lower[i])
	}
	path.Close()
	return path
}
