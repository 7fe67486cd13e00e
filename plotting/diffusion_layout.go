package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A DiffusionScene is a laid-out [Diffusion].
type DiffusionScene struct {
	f       *Diffusion
	plane   *plane
	classes *rowClasses
	lines   []pathLine // what is drawn of each branch that can be seen
	points  []vg.Point // of all lines
	labels  []pathLabel
	front   drawList // within the plot
	over    drawList // on top of all
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
	curveFrom   = 420   // width of figures that have it
	leaderWidth = 16    // from the end of a path to its name
	pathBudget  = 16000 // points of all paths, about
	dataDot     = 2.5

	steppedBack = 0.55 // opacity of what is not selected while something is
)

// Layout implements Figure. It costs what is visible: each branch gets as many points as
// its width on the page asks for, fewer where many are seen at once.
func (f *Diffusion) Layout(size vg.Point) Scene { return f.LayoutPaths(size) }

// LayoutPaths is Layout with the scene's own type, for its further methods.
func (f *Diffusion) LayoutPaths(size vg.Point) *DiffusionScene {
	s := &DiffusionScene{f: f}
	if f.Paths == nil || len(f.Paths.tree.preorder) == 0 {
		s.plane = &plane{style: f.Style, size: size}
		s.plane.list.box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	s.classes = f.Colours.classes(f.Paths.tree, f.Highlight, f.Style)
	w, m := f.Window.Normal(), f.Paths.measure
	y0, y1 := visible(f.Paths.low, f.Paths.high, w.Y0, w.Y1, true)
	s.plane = newPlane(f.Style, size, w.X0, w.X1, y0, y1, planeParts{
		title: f.Title, subtitle: f.Subtitle, legend: s.classes.legend, xName: "diffusion time", yName: m.Name,
		beside: func(height vg.Length) vg.Length { return s.besideRoom(size.X, height) },
		xTicks: Ticks, yTicks: m.ticks,
	})
	if !s.plane.shown() {
		return s
	}
	s.addBand()
	s.addPaths()
	s.addWalk()
	s.addEnds()
	s.addCursor()
	return s
}

// atEnd reports whether the end of time can be seen, and the paths reach it.
func (s *DiffusionScene) atEnd() bool { return s.plane.x1 >= 1 && s.f.until() == 1 }

// curveRoom is the width that the density of a new row takes.
func (s *DiffusionScene) curveRoom(width vg.Length) vg.Length {
	if width < curveFrom || s.f.Window.Normal().X1 < 1 || s.f.Paths.density == nil {
		return 0
	}
	return curveWidth
}

// besideRoom is the width of what stands at the right of the paths.
func (s *DiffusionScene) besideRoom(width, _ vg.Length) vg.Length {
	room := s.curveRoom(width) + 2*dataDot
	if s.f.ShowLabels && s.f.Window.Normal().X1 >= 1 {
		widest := vg.Length(s.f.Paths.tree.widestName()) * s.f.Style.LabelSize
		room += leaderWidth + min(widest, 0.2*width) + 1
	}
	return room
}

// step returns the width in points of the pieces of the paths of leaves: finer where few can be seen.
func (s *DiffusionScene) step() vg.Length {
	p, t := s.plane, s.f.Paths.tree
	sum := 0.0 // of the widths of all branches
	for _, node := range t.preorder {
		t0 := 0.0
		if u := t.tree.Parent[node]; u >= 0 {
			t0 = t.time[u]
		}
		sum += max(0, min(t.time[node], p.x1)-max(t0, p.x0))
	}
	width := sum / (p.x1 - p.x0) * float64(p.area.Max.X-p.area.Min.X)
	return vg.Length(min(max(width/pathBudget, 2), 24))
}

// addPaths makes the lines of all branches that can be seen, one path a colour.
func (s *DiffusionScene) addPaths() {
	p, f, paths := s.plane, s.f, s.f.Paths
	t := paths.tree
	class := s.classes.nodes(t)
	for _, v := range s.wayTo(f.Highlight.Rows) {
		class[v] = selectedClass
	}
	items := map[int]*strokeItem{}
	width := f.Style.Stroke
	switch n := len(t.order); {
	case n > 1000:
		width *= 0.8
	case n <= 60:
		width *= 1.25
	}
	for _, k := range s.classes.order() {
		items[k] = &strokeItem{colour: s.classes.ink(k), width: width}
	}
	items[selectedClass].width = max(f.Style.SelectedStroke, width)
	if len(f.Highlight.Rows) > 0 { // the others step back
		for k, i := range items {
			if k != selectedClass {
				i.colour = Fade(i.colour, steppedBack)
			}
		}
	}
	step, until := float64(s.step()), f.until()
	perTime := float64(p.area.Max.X-p.area.Min.X) / (p.x1 - p.x0)
	perPlace := float64(p.area.Max.Y-p.area.Min.Y) / (p.y1 - p.y0)
	counts := map[int]int{} // of points of each class
	s.points = make([]vg.Point, 0, pathBudget)
	s.lines = make([]pathLine, 0, len(t.preorder))
	var heads map[int]*fillItem
	if until < 1 {
		heads = map[int]*fillItem{}
	}
	for _, node := range t.preorder {
		v := int(node)
		b := paths.bridge(v)
		if b.T0 > p.x1 || b.T1 < p.x0 || b.T0 > until || b.T0 == until && until > 0 && b.T1 > b.T0 {
			continue
		}
		// The branches of large clades are few, and can be fine.
		fine := max(2, step*(1-math.Log(float64(t.Size(v)))/math.Log(float64(len(t.order)+1))))
		from := len(s.points)
		var before [2]float64
		ended := false
		paths.points(v, func(t0, t1, deviation float64) bool {
			return !paths.straight && t0 < until && t1 > p.x0 && t0 < p.x1 && (t1-t0)*perTime > fine && deviation*perPlace > 0.3
		}, func(t, x float64) {
			if t > until && !ended {
				ended = true
				share := (until - before[0]) / (t - before[0])
				t, x = until, before[1]+share*(x-before[1])
				s.points = append(s.points, p.at(t, x))
			} else if !ended {
				s.points = append(s.points, p.at(t, x))
			}
			before = [2]float64{t, x}
		})
		line := pathLine{v, from, len(s.points), boxOf(s.points[from:])}
		if !boxesMeet(line.box, p.area) {
			s.points = s.points[:from]
			continue
		}
		s.lines = append(s.lines, line)
		counts[class[v]] += line.to - line.from
		if until < 1 && b.T1 >= until {
			h := heads[class[v]]
			if h == nil {
				h = &fillItem{colour: items[class[v]].colour}
				heads[class[v]] = h
			}
			h.path = append(h.path, Disc(s.points[len(s.points)-1], dataDot)...)
		}
	}
	for _, k := range s.classes.order() {
		items[k].path = make(vg.Path, 0, counts[k])
	}
	for _, l := range s.lines {
		item := items[class[l.node]]
		item.path = s.appendLine(item.path, l)
	}
	for _, k := range s.classes.order() {
		s.front.add(items[k])
	}
	for _, k := range s.classes.order() {
		if h := heads[k]; h != nil {
			s.front.add(*h)
		}
	}
}

// addWalk adds the path under way.
func (s *DiffusionScene) addWalk() {
	w := s.f.Walk
	if w == nil || len(w.T) == 0 {
		return
	}
	line := &strokeItem{colour: s.f.Style.Selection, width: 1.5 * s.f.Style.SelectedStroke}
	for i, t := range w.T {
		q := s.plane.at(t, w.X[i])
		if i == 0 {
			line.path.Move(q)
		} else {
			line.path.Line(q)
		}
	}
	s.front.add(line)
	last := len(w.T) - 1
	s.over.add(fillItem{s.f.Style.Selection, Disc(s.plane.at(w.T[last], w.X[last]), dataDot+2)})
}

// appendLine appends what is drawn of a branch to a path.
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

// bandLimit is the number of branches whose bands are drawn at most.
const bandLimit = 600

// addBand shades the location ± 2 s.d. along the paths to the selected rows.
func (s *DiffusionScene) addBand() {
	nodes := s.wayTo(s.f.Highlight.Rows)
	var path vg.Path
	for _, v := range nodes[:min(len(nodes), bandLimit)] {
		path = append(path, s.band(v)...)
	}
	s.front.add(fillItem{Fade(s.f.Style.Selection, 0.16), path})
}

// wayTo returns the nodes on the paths from the origin to the rows, parents first.
func (s *DiffusionScene) wayTo(rows []int) (nodes []int) {
	t := s.f.Paths.tree
	on := make([]bool, len(t.preorder))
	for _, row := range rows {
		if row < 0 || row >= len(t.order) {
			continue
		}
		for v := row; v >= 0 && !on[v]; v = t.tree.Parent[v] {
			on[v] = true
		}
	}
	for _, node := range t.preorder {
		if on[node] {
			nodes = append(nodes, int(node))
		}
	}
	return nodes
}

// band is the outline of the location ± 2 s.d. along the branch above v.
func (s *DiffusionScene) band(v int) vg.Path {
	p, paths := s.plane, s.f.Paths
	if paths.trails != nil {
		return nil
	}
	t0, t1 := 0.0, s.f.Paths.tree.time[v]
	if u := s.f.Paths.tree.tree.Parent[v]; u >= 0 {
		t0 = s.f.Paths.tree.time[u]
	}
	t0, t1 = max(t0, p.x0), min(t1, p.x1, s.f.until())
	if t1 <= t0 {
		return nil
	}
	steps := int(min(max(float64(p.x(t1)-p.x(t0))/6, 2), 24))
	var upper, lower []vg.Point
	for i := range steps + 1 {
		t := t0 + (t1-t0)*float64(i)/float64(steps)
		g := paths.posterior(v, t)
		spread := 2 * math.Sqrt(g.XX)
		upper = append(upper, p.at(t, g.X+spread))
		lower = append(lower, p.at(t, g.X-spread))
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
