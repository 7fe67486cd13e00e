package dendro

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// fan is the plot of the radial shape: a tree without a root, its branches in all directions.
type fan struct {
	l       *dendrogramLayout
	r       *beside.Radial
	area    vg.Rectangle
	middle  vg.Point  // where the top of the tree is
	scale   float64   // points for a unit of time
	room    vg.Length // length of labels
	tips    []tip
	corners []vg.Rectangle // no label stands there
	above   vg.Length      // where the scale in the corner ends
}

// Sizes of the radial shape.
const (
	tipApart = 4.0 // between a leaf, its marks and its label
	tipMark  = 5.5 // side of the mark of an annotation
)

// layoutRadial places and draws everything below the title. There is no heat map, because the
// leaves have no common border; annotations are marks at the leaves.
func (l *dendrogramLayout) layoutRadial(s *DendrogramScene, box vg.Rectangle) {
	l.columns.heatShown, l.columns.barBelow = false, false
	box = l.circle.discLegends(box)
	f := l.newFan(box)
	if f.scale <= 0 {
		return
	}
	l.fan, l.plot = f, f
	s.area, s.rows = box, box
	l.s0, l.s1, l.t0, l.t1 = 0, l.q.Height(), 0, 1
	l.tree = box
	l.pitch = vg.Length(f.scale * 2 * math.Pi / l.q.Height())
	list := &ink.List{}
	list.Group("group-ranges", func() {
		l.labelling.eachRange(func(v int, k color.NRGBA) {
			if !l.p.Tree().IsLeaf(v) {
				var shade vg.Path
				f.wedge(&shade, v)
				list.Add(ink.Fill{Colour: k, Path: shade})
			}
		})
	})
	list.Group("tree", func() {
		l.branches.drawBrackets(list)
		l.branches.drawBranches(list)
		l.branches.drawIntervals(list)
		l.branches.drawSupports(list)
		f.drawTips(list)
	})
	corner := &ink.List{}
	f.drawScale(corner)
	list.Group("labels", func() { f.drawLabels(list) })
	f.drawLeftOut(corner)
	list.Items = append(list.Items, corner.Items...)
	s.list.Add(ink.Clipped{Rect: box, List: list})
	s.list.Group("legend", func() { l.keys.drawLegends(&s.list) })
}

// newFan fits the tree into a box, with room for marks and labels around it, and magnifies it by the
// window.
func (l *dendrogramLayout) newFan(box vg.Rectangle) *fan {
	f := &fan{l: l, r: l.q.Radial(l.p), area: box}
	size := box.Size()
	f.room = min(l.labelling.labelRoom(min(size.X, size.Y)), 0.17*min(size.X, size.Y))
	edge := f.room + tipApart + vg.Length(len(l.colours))*(tipMark+1) + 2
	if f.room > 0 {
		edge += tipApart
	}
	b := f.r.Box[l.p.Tree().Top]
	width, height := max(b[2]-b[0], 1e-9), max(b[3]-b[1], 1e-9)
	f.scale = min(float64(size.X-2*edge)/width, float64(size.Y-2*edge)/height)
	w := l.d.Window.Normal()
	zoom := min(1/max(w.X1-w.X0, w.Y1-w.Y0), maxDiscZoom)
	f.scale *= zoom
	middle := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	f.middle = vg.Point{
		X: middle.X + vg.Length((0.5-(w.X0+w.X1)/2)*zoom)*size.X - vg.Length(f.scale*(b[0]+b[2])/2),
		Y: middle.Y - vg.Length((0.5-(w.Y0+w.Y1)/2)*zoom)*size.Y - vg.Length(f.scale*(b[1]+b[3])/2),
	}
	return f
}

// at returns the place of a point of the radial layout.
func (f *fan) at(x, y float64) vg.Point {
	return vg.Point{X: f.middle.X + vg.Length(f.scale*x), Y: f.middle.Y + vg.Length(f.scale*y)}
}

func (f *fan) point(v int) vg.Point { return f.at(f.r.X[v], f.r.Y[v]) }

// start returns where the line from u to v begins; u is −1 for none.
func (f *fan) start(u, v int, _ float64) vg.Point {
	if u < 0 {
		return f.point(v)
	}
	return f.point(u)
}

// far returns the place of the latest leaf of a clade if all its branches ran in one direction.
func (f *fan) far(v int) vg.Point {
	sin, cos := math.Sincos(f.r.Angle(v))
	depth := f.l.p.Latest[v] - f.l.p.Time[v]
	return f.at(f.r.X[v]+depth*cos, f.r.Y[v]+depth*sin)
}

// height is the arc that a clade takes, seen from where the branch above it begins.
func (f *fan) height(v int, above float64) float64 {
	return f.scale * (f.r.From[v] - f.r.To[v]) * max(f.l.p.Latest[v]-above, 0)
}

// boxOf returns the box of a clade and the branch above it, with the room for its triangle.
func (f *fan) boxOf(v int) vg.Rectangle {
	b := f.r.Box[v]
	return vg.Rectangle{Min: f.at(b[0], b[1]), Max: f.at(b[2], b[3])}
}

func (f *fan) hidden(v int, above float64) bool {
	b, slack := f.boxOf(v), vg.Length(foldHeight)
	return b.Max.X < f.area.Min.X-slack || b.Min.X > f.area.Max.X+slack || b.Max.Y < f.area.Min.Y-slack ||
		b.Min.Y > f.area.Max.Y+slack
}

func (*fan) straight() bool { return true }

func (f *fan) branch(path *vg.Path, from, v int, above float64) {
	addClipped(path, f.start(from, v, above), f.point(v), f.area)
}

func (*fan) bar(*vg.Path, int) {}

func (*fan) sameBar(_, _ int) bool { return false }

func (f *fan) dotted(v, _ int, height float64) bool {
	return height >= f.l.branches.dotHeight() && ink.Within(f.point(v), f.area)
}

func (f *fan) wedge(path *vg.Path, v int) {
	depth := max(f.l.p.Latest[v]-f.l.p.Time[v], 4/f.scale)
	from, to := f.r.From[v], f.r.To[v]
	pad := wedgePad * (from - to)
	path.Move(f.point(v))
	steps := max(int((from-to)*math.Sqrt(f.scale*depth/0.4)), 1)
	for i := range steps + 1 {
		sin, cos := math.Sincos(from - pad - (from-to-2*pad)*float64(i)/float64(steps))
		path.Line(f.at(f.r.X[v]+depth*cos, f.r.Y[v]+depth*sin))
	}
	path.Close()
}

func (f *fan) away(p vg.Point, v int, _ float64) bool {
	b, slack := f.boxOf(v), vg.Length(ink.Reach+foldHeight)
	return p.X < b.Min.X-slack || p.X > b.Max.X+slack || p.Y < b.Min.Y-slack || p.Y > b.Max.Y+slack
}

func (f *fan) toBranch(p vg.Point, v int, above float64, small bool) vg.Length {
	end := f.point(v)
	if small {
		end = f.far(v)
	}
	return lineDistance(p, f.start(f.l.p.Tree().Parent[v], v, above), end)
}

func (*fan) toBar(vg.Point, int) vg.Length { return math.MaxFloat64 }

func (f *fan) pieces() pieces { return &linePieces{plot: f, l: f.l, area: f.area} }

// hitFan returns the node under p and whether its branch point, mark or label was met; −1 for none.
func (l *dendrogramLayout) hitFan(p vg.Point) (node int, point bool) {
	if !ink.Within(p, l.fan.area) {
		return -1, false
	}
	if node, point = l.hitBranches(p); node >= 0 {
		return node, point
	}
	for _, k := range l.fan.tips {
		if k.holds(p) {
			return k.node, true
		}
	}
	return -1, false
}

// drawScale adds a bar that says how long a branch of some time is, in the lower left corner.
func (f *fan) drawScale(list *ink.List) {
	l, high := f.l, 1.0
	st := l.style
	if f.l.d.Height > 0 {
		high = f.l.d.Height
	}
	ticks := ink.Ticks(0, high*120/f.scale, 3)
	if len(ticks) < 2 || st.Look.Cladogram {
		return
	}
	k := ticks[len(ticks)-1]
	at := vg.Point{X: f.area.Min.X + 2, Y: f.area.Min.Y + st.AxisSize + 7}
	end := vg.Point{X: at.X + vg.Length(k.Value/high*f.scale), Y: at.Y}
	line := &ink.Stroke{Colour: st.Muted, Width: st.AxisStroke}
	line.Segment(at, end)
	for _, p := range []vg.Point{at, end} {
		line.Segment(vg.Point{X: p.X, Y: p.Y - 3}, vg.Point{X: p.X, Y: p.Y + 3})
	}
	words := k.Label + " of " + f.l.d.axisTitle()
	face := ink.Regular(st.Typeface, st.AxisSize)
	box := vg.Rectangle{Min: f.area.Min, Max: vg.Point{X: max(end.X, at.X+ink.TextWidth(face, words)) + 4, Y: at.Y + 6}}
	f.above = box.Max.Y
	list.Box(plotting.Fade(st.Surface, 0.8), box)
	list.Add(line)
	list.Text(face, st.Muted, vg.Point{X: at.X, Y: f.area.Min.Y + 3}, ink.BaseLeft, 0, words)
	text, sign := f.l.labelling.foldSign(f.area, box)
	f.l.labelling.drawFoldSign(list, text, sign)
	f.corners = []vg.Rectangle{box, sign}
	if f.room > 0 { // some names may be left out
		small := ink.Regular(st.Typeface, st.TickSize)
		f.corners = append(f.corners, vg.Rectangle{Min: vg.Point{X: f.area.Min.X, Y: f.above},
			Max: vg.Point{X: f.area.Min.X + ink.TextWidth(small, "888 of 888 rows named"), Y: f.above + ink.LineHeight(small)}})
	}
}

// drawLeftOut says above the scale how many rows are named, where some are not.
func (f *fan) drawLeftOut(list *ink.List) {
	st := f.l.style
	face := ink.Regular(st.Typeface, st.TickSize)
	for _, text := range ink.LeftOut(face, 1000, f.l.labelling.named[0], f.l.labelling.nameable[0],
		f.l.d.Things.Say("rows")) {
		list.Text(face, st.Muted, vg.Point{X: f.area.Min.X + 2, Y: f.above + 2}, ink.BaseLeft, 0, text)
	}
}

// overlayFan is DrawOverlay for the radial shape.
func (l *dendrogramLayout) overlayFan(list *ink.List, m plotting.Mark) {
	f, v := l.fan, m.Node
	if v < 0 || v >= len(l.p.Preorder) {
		return
	}
	st := l.style
	if !l.p.Tree().IsLeaf(v) {
		var shade vg.Path
		f.wedge(&shade, v)
		list.Add(ink.Fill{Colour: plotting.Fade(st.Selection, 0.13), Path: shade})
		list.Add(ink.Fill{Colour: st.Selection, Path: ink.Disc(f.point(v), 3.5)})
	}
	line := &ink.Stroke{Colour: st.Selection, Width: 2}
	line.Segment(f.start(l.p.Tree().Parent[v], v, 0), f.point(v))
	list.Add(line)
	for _, k := range f.tips {
		if k.node == v {
			list.Add(ink.Fill{Colour: plotting.Fade(st.Selection, 0.13), Path: k.outline()})
		}
	}
}
