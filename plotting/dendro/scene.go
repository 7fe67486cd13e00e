package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A DendrogramScene is a laid-out [Dendrogram].
type DendrogramScene struct {
	d    *Dendrogram
	size vg.Point
	list ink.List
	area vg.Rectangle // of the tree, which zooms along both axes
	rows vg.Rectangle // of all that zooms along the leaves

	layout *dendrogramLayout
}

// Size returns the size it was laid out for, in points.
func (s *DendrogramScene) Size() vg.Point { return s.size }

// Draw draws everything, including the background.
func (s *DendrogramScene) Draw(c vg.Canvas) { s.list.Draw(c) }

// PlotArea returns the box of the branches. Strips, heat map and labels share its
// height and zoom with it.
func (s *DendrogramScene) PlotArea() vg.Rectangle { return s.area }

// shown reports whether anything was placed.
func (s *DendrogramScene) shown() bool { return s.area.Max.X > s.area.Min.X }

// slot returns the height of the placement at a y of the figure.
func (l *dendrogramLayout) slot(y vg.Length) float64 {
	return l.s0 + float64(l.tree.Max.Y-y)/float64(l.pitch)
}

// HitNode returns the node whose point, branch or label lies under p.
func (s *DendrogramScene) HitNode(p vg.Point) (node int, ok bool) {
	if !s.shown() {
		return -1, false
	}
	l := s.layout
	if l.circle.disc != nil {
		node, _ = l.circle.hitDisc(p)
		return node, node >= 0
	}
	if l.fan != nil {
		node, _ = l.hitFan(p)
		return node, node >= 0
	}
	if ink.Within(p, l.labelling.labels) {
		return l.leafAt(l.slot(p.Y)), true
	}
	near := l.tree
	near.Min.X, near.Max.X, near.Min.Y, near.Max.Y = near.Min.X-ink.Reach, near.Max.X+ink.Reach,
		near.Min.Y-ink.Reach, near.Max.Y+ink.Reach
	if !ink.Within(p, near) {
		return -1, false
	}
	node, _ = l.hitBranches(p)
	return node, node >= 0
}

// leafAt returns the leaf, or the collapsed clade, at a height of the placement.
func (l *dendrogramLayout) leafAt(slot float64) int {
	r := l.q.At(slot)
	if v, ok := l.labelling.shutAt(r); ok {
		return v
	}
	return int(l.p.Order()[r])
}

// hitBranches returns the node nearest to p among those whose branch or bar lies within reach (−1
// for none), and whether its branch point was hit. It walks down the clades that p is near.
func (l *dendrogramLayout) hitBranches(p vg.Point) (node int, point bool) {
	t, pt := l.p.Tree(), l.p
	best, node := vg.Length(ink.Reach), -1
	for i := 0; i < len(pt.Preorder); {
		v := int(pt.Preorder[i])
		above := 0.0
		if t.Parent[v] >= 0 {
			above = pt.Time[t.Parent[v]]
		}
		above = max(above, l.d.From)
		if l.plot.away(p, v, above) {
			i = int(pt.End[v])
			continue
		}
		height := l.plot.height(v, above)
		leaf, small, early := len(t.Children[v]) == 0, height < ink.Subpixel, pt.Time[v] < l.d.From
		shut := !leaf && !small && (l.q.Shut[v] || l.branches.folds(v, height))
		if at := l.plot.point(v); !leaf && !small && !early &&
			math.Hypot(float64(p.X-at.X), float64(p.Y-at.Y)) <= ink.Reach+1 {
			// A branch point wins over the lines that meet there, and the later of two wins.
			node, point, best = v, true, 0
		}
		if d := l.plot.toBranch(p, v, above, small); !early && (d < best || d == best && !point && node >= 0) {
			node, point, best = v, false, d
		}
		if !leaf && !small && !early && !shut && !point {
			if d := l.plot.toBar(p, v); d < best {
				node, best = v, d
			}
		}
		if shut && l.withinWedge(p, v) {
			return v, true
		}
		if small || shut {
			i = int(pt.End[v])
			continue
		}
		i++
	}
	return node, point
}

// withinWedge reports whether p lies in a clade drawn as one.
func (l *dendrogramLayout) withinWedge(p vg.Point, v int) bool {
	var path vg.Path
	l.plot.wedge(&path, v)
	in := false
	for i := range path {
		a, b := path[i].Pos, path[(i+1)%len(path)].Pos
		if path[i].Type == vg.CloseComp {
			continue
		}
		if path[(i+1)%len(path)].Type == vg.CloseComp {
			b = path[0].Pos
		}
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y) {
			in = !in
		}
	}
	return in
}

// lineDistance returns the distance of p from a straight line between two points.
func lineDistance(p, a, b vg.Point) vg.Length {
	d := b.Sub(a)
	share := vg.Length(0)
	if n := d.Dot(d); n > 0 {
		share = min(max(p.Sub(a).Dot(d)/n, 0), 1)
	}
	away := p.Sub(a.Add(d.Scale(share)))
	return vg.Length(math.Hypot(float64(away.X), float64(away.Y)))
}

// NodePosition returns the place of a node, and whether it is drawn: not if it lies outside the
// window or within a collapsed clade.
func (s *DendrogramScene) NodePosition(v int) (vg.Point, bool) {
	if !s.shown() || v < 0 || v >= len(s.layout.p.Preorder) {
		return vg.Point{}, false
	}
	l := s.layout
	if l.circle.disc != nil {
		return l.circle.discPosition(v)
	}
	if w, ok := l.labelling.shutAt(int(l.p.First[v])); ok && w != v && l.p.First[v] >= l.p.First[w] &&
		l.p.Last[v] <= l.p.Last[w] {
		return vg.Point{}, false
	}
	at := l.plot.point(v)
	if l.fan != nil {
		return at, ink.Within(at, l.fan.area)
	}
	seen := l.p.Time[v] >= l.t0 && l.p.Time[v] <= l.t1 && l.q.Y[v] >= l.s0 && l.q.Y[v] <= l.s1
	return at, seen
}

// TimeAt returns the time in [0,1] under p, for dragging the line of the cut; ok says whether p
// lies over the branches or their axis.
func (s *DendrogramScene) TimeAt(p vg.Point) (t float64, ok bool) {
	if !s.shown() {
		return 0, false
	}
	l := s.layout
	if l.fan != nil { // time has no direction there
		return 0, false
	}
	if l.circle.disc != nil {
		return l.circle.discTime(p)
	}
	share := float64(p.X-l.tree.Min.X) / float64(l.tree.Max.X-l.tree.Min.X)
	t = l.t0 + share*(l.t1-l.t0)
	r := l.tree
	r.Min.Y -= ink.AxisBand
	return min(max(t, 0), 1), ink.Within(p, r)
}

// LegendsLeftOut implements [plotting.Legible].
func (s *DendrogramScene) LegendsLeftOut() []string {
	if s.layout == nil {
		return nil
	}
	return s.layout.keys.legendsLeft
}

// NamesLeftOut implements [plotting.Naming].
func (s *DendrogramScene) NamesLeftOut() bool {
	return s.layout != nil && s.layout.labelling.named[0] < s.layout.labelling.nameable[0]
}

// maxGlide limits the nodes of a tree whose change is shown as motion.
const maxGlide = 500

// mayGlide reports whether the change from one scene to another can be shown as motion: both are
// shown, have one shape and size and the same leaves, and fewer than maxGlide nodes.
func mayGlide(from, to *DendrogramScene) bool {
	if from == nil || to == nil || !from.shown() || !to.shown() || from.size != to.size {
		return false
	}
	a, b := from.layout.p, to.layout.p
	return from.d.Shape == to.d.Shape && to.d.Shape != Radial && len(a.Order()) == len(b.Order()) &&
		len(a.Preorder) < maxGlide && len(b.Preorder) < maxGlide
}

// glide returns the scene at a share in [0,1] of the way from one to another. Branches and labels
// move from the place of their clade, a new clade from that of the smallest clade that held it.
// Strips and heat map jump to their new places. If the scenes may not glide, the result is to.
func glide(from, to *DendrogramScene, share float64) *DendrogramScene {
	if share >= 1 || !mayGlide(from, to) {
		return to
	}
	return to.d.layoutMoving(to.size, from.layout, max(share, 0))
}

// MotionFrom implements Moving: branches move to their new places. A change of the window or the
// selection alone has no motion.
func (s *DendrogramScene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(*DendrogramScene)
	if !ok || !mayGlide(was, s) || was.d.Tree == s.d.Tree || was.d.Window != s.d.Window {
		return nil
	}
	return func(share float64) plotting.Scene { return glide(was, s, share) }
}
