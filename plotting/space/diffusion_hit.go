package space

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Hit implements Scene: the cursor, a name, the value of a row or the nearest path.
func (s *DiffusionScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if !s.plane.Shown() {
		return plotting.Mark{}, false
	}
	if s.overCursor(p) {
		m := plotting.NewMark(plotting.CursorMark)
		m.Title = "t = " + plotting.FormatTime(s.f.until())
		m.Anchor = p
		return m, true
	}
	for _, l := range s.labels {
		if ink.Contains(l.box, p) {
			return s.NodeMark(l.row, 1), true
		}
	}
	if !ink.Contains(s.plane.Reaches(ink.Reach), p) {
		return plotting.Mark{}, false
	}
	if v, ok := s.HitNode(p); ok {
		t, _ := s.plane.Value(p)
		return s.NodeMark(v, t), true
	}
	return plotting.Mark{}, false
}

// overCursor reports whether p is on the handle or the line of the cursor.
func (s *DiffusionScene) overCursor(p vg.Point) bool {
	a, until := s.plane.Area, s.f.until()
	if !s.f.Cursor || until < s.plane.X0 || until > s.plane.X1 {
		return false
	}
	dx := math.Abs(float64(p.X - s.plane.X(until)))
	onHandle := dx <= ink.Reach+3 && math.Abs(float64(p.Y-a.Min.Y)) <= ink.Reach+3
	return onHandle || until < 1 && dx <= ink.Reach && p.Y >= a.Min.Y && p.Y <= a.Max.Y
}

// HitNode returns the node whose path, or the row whose value, is nearest to p within reach. Of
// paths equally near, the one drawn last wins.
func (s *DiffusionScene) HitNode(p vg.Point) (node int, ok bool) {
	best, node := vg.Length(ink.Reach), -1
	if s.atEnd() && math.Abs(float64(p.X-s.plane.X(1))) <= ink.Reach+1 {
		for row := range s.f.Paths.observed {
			q := s.plane.At(1, s.f.Paths.observed[row])
			if d := vg.Length(math.Hypot(float64(q.X-p.X), float64(q.Y-p.Y))); d < best {
				best, node = d, row
			}
		}
		if node >= 0 {
			return node, true
		}
	}
	for _, l := range s.lines {
		if p.X < l.box.Min.X-best || p.X > l.box.Max.X+best || p.Y < l.box.Min.Y-best || p.Y > l.box.Max.Y+best {
			continue
		}
		for i := l.from + 1; i < l.to; i++ {
			if d := distanceTo(p, s.points[i-1], s.points[i]); d <= best {
				best, node = d, l.node
			}
		}
	}
	return node, node >= 0
}

// Within implements [plotting.Scattered]: the rows whose values at time 1 are enclosed.
func (s *DiffusionScene) Within(l plotting.Loop) plotting.Selection {
	chosen := plotting.NoSelection
	if s.plane.Shown() && s.atEnd() {
		seen := s.f.Paths.observed
		chosen.Rows = l.Enclosed(len(seen), s.plane.Reaches(ink.Reach), func(row int) (vg.Point, bool) {
			return s.plane.At(1, seen[row]), !math.IsNaN(seen[row])
		})
	}
	return chosen
}

// distanceTo returns the distance of p from the straight line between a and b.
func distanceTo(p, a, b vg.Point) vg.Length {
	dx, dy := b.X-a.X, b.Y-a.Y
	share := vg.Length(0)
	if l := dx*dx + dy*dy; l > 0 {
		share = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/l, 0), 1)
	}
	return vg.Length(math.Hypot(float64(p.X-a.X-share*dx), float64(p.Y-a.Y-share*dy)))
}

// NodeMark describes the branch above node v at a time: a leaf, or a branch of a clade.
func (s *DiffusionScene) NodeMark(v int, time float64) plotting.Mark {
	paths := s.f.Paths
	t, m := paths.tree, paths.measure
	kind := plotting.BranchMark
	if t.Tree().IsLeaf(v) {
		kind = plotting.LeafMark
	}
	mark := plotting.NewMark(kind)
	mark.Node = v
	start := 0.0
	if u := t.Tree().Parent[v]; u >= 0 {
		start = t.Time[u]
	}
	time = min(max(time, start), t.Time[v])
	g := paths.posterior(v, time)
	digits := m.Digits(s.plane.Y0, s.plane.Y1)
	spread := plotting.FormatDigits(2*math.Abs(m.Factor)*math.Sqrt(g.XX), 2)
	if kind == "leaf" {
		mark.Row, mark.Title = v, t.Tree().Names[v]
		mark.Lines = append(mark.Lines, s.classes.Lines(v)...)
		seen := "missing"
		if y := paths.observed[v]; y == y {
			seen = plotting.FormatDigits(m.Value(y), digits)
		}
		mark.Lines = append(mark.Lines, [2]string{m.Name, seen})
	} else {
		mark.Title = "clade of " + plotting.FormatCount(t.Size(v))
	}
	mark.Lines = append(mark.Lines,
		[2]string{"at time", plotting.FormatTime(time)},
		[2]string{"location ± 2 s.d.", plotting.FormatDigits(m.Value(g.X), digits) + " ± " + spread})
	if paths.trails != nil { // it is known
		mark.Lines[len(mark.Lines)-1] = [2]string{"location", plotting.FormatDigits(m.Value(g.X), digits)}
	}
	mark.Anchor = s.plane.At(time, g.X)
	return mark
}

// NodePosition returns the end of the path to a node, and whether it is visible.
func (s *DiffusionScene) NodePosition(v int) (vg.Point, bool) {
	if !s.plane.Shown() || v < 0 || v >= len(s.f.Paths.at) {
		return vg.Point{}, false
	}
	q := s.plane.At(s.f.Paths.tree.Time[v], s.f.Paths.at[v])
	return q, ink.Contains(s.plane.Area, q)
}

// TimeAt returns the time in [0,1] under p, for dragging the cursor; ok says whether p lies over
// the paths or their axis.
func (s *DiffusionScene) TimeAt(p vg.Point) (t float64, ok bool) {
	if !s.plane.Shown() {
		return 0, false
	}
	t, _ = s.plane.Value(p)
	r := s.plane.Area
	r.Min.Y -= ink.AxisBand
	return min(max(t, 0), 1), ink.Contains(r, p)
}

// DrawOverlay draws the path from the origin to the mark under the pointer, with the band of its
// location, on a transparent canvas over the scene.
func (s *DiffusionScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.plane.Shown() || m.Node < 0 || m.Node >= len(s.f.Paths.at) {
		return
	}
	parent := s.f.Paths.tree.Tree().Parent
	on := map[int]bool{}
	var band vg.Path
	for v := m.Node; v >= 0; v = parent[v] {
		on[v] = true
		band = append(band, s.band(v)...)
	}
	line := &ink.Stroke{Colour: s.f.Style.Selection, Width: 2}
	for _, l := range s.lines {
		if on[l.node] {
			line.Path = s.appendLine(line.Path, l)
		}
	}
	plotting.Clip(c, s.plane.Area, func() {
		ink.Fill{Colour: plotting.Fade(s.f.Style.Selection, 0.14), Path: band}.Draw(c)
		line.Draw(c)
	})
	if m.Row >= 0 && s.atEnd() {
		c.SetColor(s.f.Style.Selection)
		c.Fill(ink.Disc(s.plane.At(1, s.endOf(m.Row)), dataDot+1.5))
	}
}
