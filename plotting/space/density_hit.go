package space

import (
	"cmp"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Hit implements Scene: a row, a branch, or a place with its density.
func (s *DensityScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if !s.plane.Shown() || !ink.Contains(s.plane.Area, p) {
		return plotting.Mark{}, false
	}
	if v, ok := s.HitNode(p); ok {
		return s.NodeMark(v), true
	}
	return s.placeMark(p), true
}

// HitNode returns the row whose point is nearest to p within reach, or else the node whose branch
// is.
func (s *DensityScene) HitNode(p vg.Point) (node int, ok bool) {
	best, node := s.dotRadius()+ink.Reach-1, -1
	for row := range s.rows() {
		at := s.plane.At(s.f.Places.rowX[row], s.f.Places.rowY[row])
		if d := vg.Length(math.Hypot(float64(at.X-p.X), float64(at.Y-p.Y))); d < best {
			best, node = d, row
		}
	}
	if node >= 0 || s.f.HideTree {
		return node, node >= 0
	}
	best = ink.Reach
	for _, v := range s.f.Places.tree.Preorder {
		a, b := s.branch(int(v))
		if d := distanceTo(p, a, b); d <= best {
			best, node = d, int(v)
		}
	}
	return node, node >= 0
}

// NodeMark describes a row, or the clade below a branch point.
func (s *DensityScene) NodeMark(v int) plotting.Mark {
	places := s.f.Places
	t := places.tree
	m := plotting.NewMark(plotting.BranchMark)
	m.Node, m.Title = v, "clade of "+plotting.FormatCount(t.Size(v))
	m.Anchor = s.plane.At(places.x[v], places.y[v])
	g := places.diffuser.At(v)
	line := func(k int, u, variance float64) [2]string {
		a := places.measures[k]
		low, high := s.plane.X0, s.plane.X1
		if k == 1 {
			low, high = s.plane.Y0, s.plane.Y1
		}
		text := a.Text(a.Value(u), a.Digits(low, high))
		if variance > 0 {
			text += " ± " + plotting.FormatDigits(2*math.Abs(a.Factor)*math.Sqrt(variance), 2)
		}
		return [2]string{cmp.Or(a.Name, []string{"x", "y"}[k]), text}
	}
	if t.Tree().IsLeaf(v) {
		m.Kind, m.Row, m.Title = "leaf", v, t.Tree().Names[v]
		m.Anchor = s.plane.At(places.rowX[v], places.rowY[v])
		m.Lines = append(s.classes.Lines(v), line(0, places.rowX[v], 0), line(1, places.rowY[v], 0))
		if !places.complete[v] {
			m.Lines = append(m.Lines, [2]string{"cells missing", "posterior mean"})
		}
		return m
	}
	m.Lines = append(m.Lines, line(0, g.X, g.XX), line(1, g.Y, g.YY),
		[2]string{"", "mean ± 2 s.d. at time " + plotting.FormatTime(t.Time[v])})
	return m
}

// placeMark describes a place and the density of a new row there.
func (s *DensityScene) placeMark(p vg.Point) plotting.Mark {
	x, y := s.plane.Value(p)
	places := s.f.Places
	m := plotting.NewMark(plotting.PlaceMark)
	m.Anchor = p
	a, b := places.measures[0], places.measures[1]
	m.Lines = [][2]string{
		{cmp.Or(a.Name, "x"), plotting.FormatDigits(a.Value(x), a.Digits(s.plane.X0, s.plane.X1))},
		{cmp.Or(b.Name, "y"), plotting.FormatDigits(b.Value(y), b.Digits(s.plane.Y0, s.plane.Y1))},
		{"log density", plotting.FormatDigits(places.mixture.LogDensity(x, y)+places.shift(), 4)},
	}
	return m
}

// RowPosition returns the place of a row, and whether it is visible.
func (s *DensityScene) RowPosition(row int) (vg.Point, bool) {
	if !s.plane.Shown() || row < 0 || row >= len(s.f.Places.rowX) {
		return vg.Point{}, false
	}
	q := s.plane.At(s.f.Places.rowX[row], s.f.Places.rowY[row])
	return q, ink.Contains(s.plane.Area, q)
}

// Within implements [plotting.Scattered].
func (s *DensityScene) Within(l plotting.Loop) plotting.Selection {
	chosen := plotting.NoSelection
	if s.plane.Shown() {
		chosen.Rows = l.Enclosed(s.rows(), s.plane.Area, func(row int) (vg.Point, bool) {
			return s.plane.At(s.f.Places.rowX[row], s.f.Places.rowY[row]), true
		})
	}
	return chosen
}

// DrawOverlay draws the clade under the pointer and the path to it from the origin, on a
// transparent canvas over the scene.
func (s *DensityScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.plane.Shown() || m.Node < 0 || m.Node >= len(s.f.Places.x) {
		return
	}
	t, st := s.f.Places.tree, s.f.Style
	way := &ink.Stroke{Colour: st.Selection, Width: 2}
	for v := m.Node; v >= 0; v = t.Tree().Parent[v] {
		way.Segment(s.branch(v))
	}
	below := &ink.Stroke{Colour: plotting.Fade(st.Selection, 0.8), Width: 1.25}
	var dots vg.Path
	for _, node := range t.Preorder[t.Place[m.Node]:t.End[m.Node]] {
		v := int(node)
		if v != m.Node {
			below.Segment(s.branch(v))
		}
		if t.Tree().IsLeaf(v) {
			dots = append(dots, ink.Disc(s.plane.At(s.f.Places.rowX[v], s.f.Places.rowY[v]), s.dotRadius()+1)...)
		}
	}
	plotting.Clip(c, s.plane.Area, func() {
		if !s.f.HideTree {
			way.Draw(c)
			below.Draw(c)
		}
		ink.Fill{Colour: st.Selection, Path: dots}.Draw(c)
	})
}
