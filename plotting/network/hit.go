package network

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Hit implements plotting.Scene: the nearest node within reach, else the nearest edge.
func (s *Scene) Hit(q vg.Point) (plotting.Mark, bool) {
	if m, ok := s.plane.List.LegendAt(q); ok {
		m.Lines = [][2]string{{"click", "selects " + plotting.Plural(len(m.Rows), "node")}}
		return m, true
	}
	if !s.plane.Shown() || !ink.Contains(s.plane.Area, q) {
		return plotting.Mark{}, false
	}
	best, node := vg.Length(ink.Reach), -1
	for u := range s.f.Names {
		if s.f.hidden(u) {
			continue
		}
		at := s.at(u)
		if d := vg.Length(math.Hypot(float64(at.X-q.X), float64(at.Y-q.Y))) - s.radius(u); d < best {
			best, node = d, u
		}
	}
	if node >= 0 {
		return s.nodeMark(node), true
	}
	best, edge := vg.Length(ink.Reach), -1
	for _, k := range s.ready.order { // the strongest, which lie on top, last
		if d := s.fromEdge(q, &s.f.Edges[k]); d <= best {
			best, edge = d, k
		}
	}
	if edge < 0 {
		return plotting.Mark{}, false
	}
	return s.edgeMark(edge), true
}

// fromEdge is the distance of a point from an edge; +Inf from one that is not shown.
func (s *Scene) fromEdge(q vg.Point, e *Edge) vg.Length {
	if s.f.hidden(e.From) || s.f.hidden(e.To) {
		return vg.Length(math.Inf(1))
	}
	a, least := s.at(e.From), vg.Length(math.Inf(1))
	for _, v := range e.Via {
		p := s.plane.At(v[0], v[1])
		least = min(least, fromLine(q, a, p))
		a = p
	}
	return min(least, fromLine(q, a, s.at(e.To)))
}

// fromLine is the distance of a point from a line between two others.
func fromLine(q, a, b vg.Point) vg.Length {
	dx, dy := b.X-a.X, b.Y-a.Y
	share := vg.Length(0)
	if l := dx*dx + dy*dy; l > 0 {
		share = min(max(((q.X-a.X)*dx+(q.Y-a.Y)*dy)/l, 0), 1)
	}
	x, y := a.X+share*dx-q.X, a.Y+share*dy-q.Y
	return vg.Length(math.Sqrt(float64(x*x + y*y)))
}

// mostNear is how many edges of a node its mark lists.
const mostNear = 5

func (s *Scene) nodeMark(u int) plotting.Mark {
	m := plotting.NewMark(plotting.NodeMark)
	m.Index, m.Title, m.Anchor = u, s.f.Names[u], s.at(u)
	if s.f.Columns {
		m.Column = u
	} else {
		m.Row = u
	}
	if s.f.Strip != nil {
		m.Lines = append(m.Lines, [2]string{s.f.Strip.Annotation.Name, s.f.Strip.LevelText(u)})
	}
	if s.f.Root != nil {
		m.Lines = append(m.Lines, [2]string{"root with probability", plotting.FormatPercent(s.f.Root[u])})
	}
	near := s.ready.near[u]
	m.Lines = append(m.Lines, [2]string{"edges shown", plotting.FormatCount(len(near))})
	for _, k := range near[:min(len(near), mostNear)] {
		e := s.f.Edges[k]
		other, role := e.From, "joined to"
		if e.From == u {
			other = e.To
		}
		if s.f.Directed && !e.Either {
			role = map[bool]string{true: "parent of", false: "child of"}[e.From == u]
		}
		m.Lines = append(m.Lines, [2]string{role, s.f.Names[other] + ", " + s.edgeText(e)})
	}
	return m
}

// edgeText says how strong an edge is.
func (s *Scene) edgeText(e Edge) string {
	if s.f.Strength == "" {
		return s.f.Weight + " " + s.weightText(e.Weight)
	}
	return plotting.FormatPercent(e.Strength)
}

// weightText writes the weight of an edge.
func (s *Scene) weightText(weight float64) string {
	if s.f.Told != nil {
		return s.f.Told(weight)
	}
	return plotting.WithUnit(weight, s.f.Unit)
}

func (s *Scene) edgeMark(k int) plotting.Mark {
	e := s.f.Edges[k]
	m := plotting.NewMark(plotting.EdgeMark)
	a, b := s.at(e.From), s.at(e.To)
	m.Index, m.Anchor = k, vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
	m.Title = s.f.Names[e.From] + " – " + s.f.Names[e.To]
	if s.f.Directed && !e.Either {
		m.Title = s.f.Names[e.From] + " → " + s.f.Names[e.To]
	}
	if s.f.Strength != "" {
		m.Lines = append(m.Lines, [2]string{s.f.Strength, plotting.FormatPercent(e.Strength)})
	}
	if s.f.Weight != "" {
		m.Lines = append(m.Lines, [2]string{s.f.Weight, s.weightText(e.Weight)})
	}
	if e.Best {
		m.Lines = append(m.Lines, [2]string{"in the best tree", "yes"})
	}
	return m
}

// DrawOverlay draws the mark under the pointer on a transparent canvas: a node with its edges and
// those at their other ends, or an edge with its ends.
func (s *Scene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.plane.Shown() {
		return
	}
	var edges []int
	var nodes []int
	switch {
	case m.Kind == plotting.NodeMark && m.Index >= 0 && m.Index < len(s.f.Names):
		edges, nodes = s.ready.near[m.Index], []int{m.Index}
	case m.Kind == plotting.EdgeMark && m.Index >= 0 && m.Index < len(s.f.Edges):
		edges = []int{m.Index}
	}
	lines := bundle{}
	var list ink.List
	for _, k := range edges {
		e := s.f.Edges[k]
		if s.f.hidden(e.From) || s.f.hidden(e.To) {
			continue
		}
		_, width := s.edgeInk(e)
		lines.lines.Width = max(lines.lines.Width, width, 1.4)
		s.addEdge(&lines, &e, s.f.Directed)
		nodes = append(nodes, e.From, e.To)
	}
	lines.lines.Colour = s.f.Style.Selection
	list.Add(&lines.lines)
	list.Add(ink.Fill{Colour: s.f.Style.Selection, Path: lines.heads})
	seen := map[int]bool{}
	for _, u := range nodes {
		if seen[u] {
			continue
		}
		seen[u] = true
		r := s.radius(u)
		list.Add(ink.Fill{Colour: s.ink(u), Path: ink.Disc(s.at(u), r)})
		list.Add(&ink.Stroke{Colour: s.f.Style.Selection, Width: 1.6, Path: ink.Disc(s.at(u), r+1.4)})
	}
	plotting.Clip(c, s.plane.Area, func() { list.Draw(c) })
}

// Within implements [plotting.Scattered].
func (s *Scene) Within(l plotting.Loop) plotting.Selection {
	chosen := plotting.NoSelection
	if !s.plane.Shown() {
		return chosen
	}
	inside := l.Enclosed(len(s.points), s.plane.Area, func(u int) (vg.Point, bool) {
		return s.points[u],
			!s.f.hidden(u)
	})
	if s.f.Columns {
		chosen.Columns = inside
	} else {
		chosen.Rows = inside
	}
	return chosen
}
