package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// DrawOverlay draws the mark under the pointer, by its kind and numbers, on a transparent canvas
// over the scene: a few lines, whatever the size of the tree.
func (s *DendrogramScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.shown() {
		return
	}
	l := s.layout
	list := &ink.List{}
	if l.circle.disc != nil {
		l.circle.overlayDisc(list, m)
		plotting.Clip(c, s.area, func() { list.Draw(c) })
		return
	}
	if l.fan != nil {
		l.overlayFan(list, m)
		plotting.Clip(c, s.area, func() { list.Draw(c) })
		return
	}
	st := l.style
	switch {
	case m.Kind == plotting.HandleMark && m.Index == plotting.BorderHandle && l.columns.heatShown:
		x := l.columns.heat.Min.X - 5
		list.Line(st.Selection, 2, vg.Point{X: x, Y: l.tree.Max.Y}, vg.Point{X: x, Y: l.tree.Min.Y})
	case m.Kind == plotting.CutMark:
		x := l.x(l.d.CutTime)
		list.Line(st.Selection, 2, vg.Point{X: x, Y: l.tree.Max.Y}, vg.Point{X: x, Y: l.tree.Min.Y})
	case m.Kind == plotting.ColumnCladeMark && l.columns.heatShown && l.d.Heat.Tree != nil:
		l.columns.overlayColumns(list, m.Index)
	case m.Kind == plotting.ColumnMark && l.columns.heatShown:
		list.Add(ink.Outline(st, l.columns.columnBox(m.Index)))
	case m.Kind == plotting.GroupMark && m.Index >= 0 && m.Index < len(l.d.Groups):
		if v, _ := l.p.Clade(l.d.Groups[m.Index].Rows); v >= 0 {
			l.overlayClade(list, v)
		}
	case m.Node >= 0 && m.Node < len(l.p.Preorder):
		l.overlayClade(list, m.Node)
		if m.Kind == plotting.CellMark && l.columns.heatShown && m.Index >= 0 {
			r := l.columns.columnBox(m.Index)
			r.Max.Y, r.Min.Y = l.rowEdges(m.Row)
			list.Add(ink.Outline(st, r))
		}
	}
	plotting.Clip(c, s.overlayArea(), func() { list.Draw(c) })
}

// overlayArea returns the box that overlays may touch.
func (s *DendrogramScene) overlayArea() vg.Rectangle {
	r := s.rows
	r.Min.X -= ink.Reach
	r.Max.Y = max(r.Max.Y, s.layout.columns.columnTree.Max.Y)
	return r
}

// rowEdges returns the upper and lower edge of a row.
func (l *dendrogramLayout) rowEdges(row int) (top, bottom vg.Length) {
	r := l.p.Rank[row]
	return l.y(l.q.Edge[r]), l.y(l.q.Edge[r+1])
}

// stripsEnd returns the right edge of the last strip.
func stripsEnd(strips []vg.Rectangle) vg.Length {
	if len(strips) == 0 {
		return 0
	}
	return strips[len(strips)-1].Max.X
}

// overlayClade shades the branches and labels of a clade, marks its rows, and draws the
// branch above it, its bar and its point.
func (l *dendrogramLayout) overlayClade(list *ink.List, v int) {
	t, p, q, st := l.p.Tree(), l.p, l.q, l.style
	top, bottom := l.y(q.Edge[p.First[v]]), l.y(q.Edge[p.Last[v]+1])
	if top-bottom < 1 {
		top, bottom = (top+bottom)/2+0.5, (top+bottom)/2-0.5
	}
	x := l.x(p.Time[v])
	if t.IsLeaf(v) {
		x = l.tree.Max.X
	}
	shade := func(x0, x1 vg.Length) {
		if x1 > x0 {
			list.Box(plotting.Fade(st.Selection, 0.13),
				vg.Rectangle{Min: vg.Point{X: x0, Y: bottom}, Max: vg.Point{X: x1, Y: top}})
		}
	}
	shade(x, l.tree.Max.X)
	if l.labelling.labels.Max.X > l.labelling.labels.Min.X {
		shade(l.labelling.labels.Min.X-2, l.labelling.labels.Max.X)
	}
	// Frame strips and heat map instead of shading them, because their colours have a meaning.
	if right := max(l.columns.heat.Max.X, stripsEnd(l.strips)); right > l.tree.Max.X {
		frame := &ink.Stroke{Colour: plotting.Fade(st.Selection, 0.7), Width: st.Stroke}
		frame.Segment(vg.Point{X: l.tree.Max.X, Y: top}, vg.Point{X: right, Y: top})
		frame.Segment(vg.Point{X: l.tree.Max.X, Y: bottom}, vg.Point{X: right, Y: bottom})
		list.Add(frame)
	}
	above := 0.0
	if t.Parent[v] >= 0 {
		above = p.Time[t.Parent[v]]
	}
	y := l.y(q.Y[v])
	lines := &ink.Stroke{Colour: st.Selection, Width: 2}
	l.plot.branch(&lines.Path, t.Parent[v], v, above)
	if len(t.Children[v]) > 0 && !q.Shut[v] {
		l.plot.bar(&lines.Path, v)
	}
	list.Add(lines)
	if !t.IsLeaf(v) {
		var dot vg.Path
		dot.Move(vg.Point{X: x + 3.5, Y: y})
		dot.Arc(vg.Point{X: x, Y: y}, 3.5, 0, 2*math.Pi)
		dot.Close()
		list.Add(ink.Fill{Colour: st.Selection, Path: dot})
	}
}
