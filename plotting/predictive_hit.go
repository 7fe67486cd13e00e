package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Hit implements Scene: a row, a branch, or a place with its density.
func (s *DensityScene) Hit(p vg.Point) (Mark, bool) {
	if !s.plane.shown() || !Contains(s.plane.area, p) {
		return Mark{}, false
	}
	if v, ok := s.HitNode(p); ok {
		return s.NodeMark(v), true
	}
	return s.placeMark(p), true
}

// HitNode returns the row whose point lies nearest to p within reach, else the node whose
// branch does.
func (s *DensityScene) HitNode(p vg.Point) (node int, ok bool) {
	best, node := s.dotRadius()+reach-1, -1
	for row := range s.rows() {
		at := s.plane.at(s.f.Places.rowX[row], s.f.Places.rowY[row])
		if d := vg.Length(math.Hypot(float64(at.X-p.X), float64(at.Y-p.Y))); d < best {
			best, node = d, row
		}
	}
	if node >= 0 || s.f.HideTree {
		return node, node >= 0
	}
	best = reach
	for _, v := range s.f.Places.tree.preorder {
		a, b := s.branch(int(v))
		if d := distanceTo(p, a, b); d <= best {
			best, node = d, int(v)
		}
	}
	return node, node >= 0
}

// NodeMark describes a row, or the clade below a branch point.
func (s *DensityScene) NodeMark(v int) Mark {
	places := s.f.Places
	t := places.tree
	m := NewMark("branch")
	m.Node, m.Title = v, "clade of "+FormatCount(t.Size(v))
	m.Anchor = s.plane.at(places.x[v], places.y[v])
	g := places.diffuser.At(v)
	line := func(k int, u, variance float64) [2]string {
		a := places.measures[k]
		low, high := s.plane.x0, s.plane.x1
		if k == 1 {
			low, high = s.plane.y0, s.plane.y1
		}
		text := FormatDigits(a.Value(u), a.digits(low, high))
		if variance > 0 {
			text += " ± " + FormatDigits(2*math.Abs(a.Factor)*math.Sqrt(variance), 2)
		}
		return [2]string{a.Name, text}
	}
	if t.tree.IsLeaf(v) {
		m.Kind, m.Row, m.Title = "leaf", v, t.tree.Names[v]
		m.Anchor = s.plane.at(places.rowX[v], places.rowY[v])
		m.Lines = append(s.classes.lines(v), line(0, places.rowX[v], 0), line(1, places.rowY[v], 0))
		if !places.complete[v] {
			m.Lines = append(m.Lines, [2]string{"cells missing", "posterior mean"})
		}
		return m
	}
	m.Lines = append(m.Lines, line(0, g.X, g.XX), line(1, g.Y, g.YY), [2]string{"", "mean ± 2 s.d. at time " + FormatTime(t.time[v])})
	return m
}

// placeMark describes a place: where it is and the density of a new row there.
func (s *DensityScene) placeMark(p vg.Point) Mark {
	x, y := s.plane.value(p)
	places := s.f.Places
	m := NewMark("place")
	m.Anchor = p
	a, b := places.measures[0], places.measures[1]
	m.Lines = [][2]string{
		{a.Name, FormatDigits(a.Value(x), a.digits(s.plane.x0, s.plane.x1))},
		{b.Name, FormatDigits(b.Value(y), b.digits(s.plane.y0, s.plane.y1))},
		{"log density", FormatDigits(places.mixture.LogDensity(x, y)+places.shift(), 4)},
	}
	return m
}

// RowPosition returns where a row is drawn, and whether that can be seen.
func (s *DensityScene) RowPosition(row int) (vg.Point, bool) {
	if !s.plane.shown() || row < 0 || row >= len(s.f.Places.rowX) {
		return vg.Point{}, false
	}
	q := s.plane.at(s.f.Places.rowX[row], s.f.Places.rowY[row])
	return q, Contains(s.plane.area, q)
}

// DrawOverlay draws the clade that the pointer is over, and the way to it from the origin,
// on a transparent canvas laid over the scene.
func (s *DensityScene) DrawOverlay(c vg.Canvas, m Mark) {
	if !s.plane.shown() || m.Node < 0 || m.Node >= len(s.f.Places.x) {
		return
	}
	t, st := s.f.Places.tree, s.f.Style
	way := &strokeItem{colour: st.Selection, width: 2}
	for v := m.Node; v >= 0; v = t.tree.Parent[v] {
		way.segment(s.branch(v))
	}
	below := &strokeItem{colour: Fade(st.Selection, 0.8), width: 1.25}
	var dots vg.Path
	for _, node := range t.preorder[t.place[m.Node]:t.end[m.Node]] {
		v := int(node)
		if v != m.Node {
			below.segment(s.branch(v))
		}
		if t.tree.IsLeaf(v) {
			dots = append(dots, Disc(s.plane.at(s.f.Places.rowX[v], s.f.Places.rowY[v]), s.dotRadius()+1)...)
		}
	}
	Clip(c, s.plane.area, func() {
		if !s.f.HideTree {
			way.draw(c)
			below.draw(c)
		}
		fillItem{st.Selection, dots}.draw(c)
	})
}
