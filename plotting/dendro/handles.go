package dendro

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

var (
	_ plotting.Handled = (*DendrogramScene)(nil)
	_ plotting.Stepped = (*DendrogramScene)(nil)
)

// hitHandle returns the handle under p: the border between tree and heat map, or an end of the scale.
func (l *dendrogramLayout) hitHandle(p vg.Point) (plotting.Mark, bool) {
	if !l.columns.heatShown || l.columns.heat.Max.X <= l.columns.heat.Min.X {
		return plotting.Mark{}, false
	}
	if border := l.borderBox(); ink.Within(p, border) {
		m := plotting.NewMark(plotting.HandleMark)
		m.Index, m.Anchor, m.Title = plotting.BorderHandle, p, "Width of the heat map"
		m.Lines = [][2]string{{"share", plotting.FormatPercent(l.heatPart())}, {"drag", "to change it"}}
		return m, true
	}
	return beside.HitScale(l.d.Heat, l.columns.heatBar, p)
}

// borderBox is where the border between tree and heat map can be taken.
func (l *dendrogramLayout) borderBox() vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: l.columns.heat.Min.X - 9, Y: l.columns.heat.Min.Y},
		Max: vg.Point{X: l.columns.heat.Min.X - 1, Y: l.columns.heat.Max.Y}}
}

// heatPart returns the width of the heat map as a share of its width and the tree's together.
func (l *dendrogramLayout) heatPart() float64 {
	heat, tree := l.columns.heat.Max.X-l.columns.heat.Min.X, l.tree.Max.X-l.tree.Min.X+3
	return float64(heat / (heat + tree))
}

// Drag implements [plotting.Handled].
func (s *DendrogramScene) Drag(m plotting.Mark, to vg.Point) (control, value string) {
	l := s.layout
	switch {
	case !s.shown() || l.circle.disc != nil || !l.columns.heatShown:
		return "", ""
	case m.Index != plotting.BorderHandle:
		return beside.DragScale(l.d.Heat, l.columns.heatBar, m, to)
	}
	heat, tree := l.columns.heat.Max.X-l.columns.heat.Min.X, l.tree.Max.X-l.tree.Min.X+3
	share := 100 * float64((l.columns.heat.Max.X-to.X-5)/(heat+tree))
	return "heat-share", plotting.FormatDigits(min(max(share, 5), 95), 3)
}

// Step implements [plotting.Stepped]: from cell to cell of the heat map.
func (s *DendrogramScene) Step(from plotting.Mark, dx, dy int) (plotting.Mark, bool) {
	l := s.layout
	if !s.shown() || l.circle.disc != nil || !l.columns.heatShown || l.columns.heat.Max.X <= l.columns.heat.Min.X {
		return plotting.Mark{}, false
	}
	_, columns := l.d.Heat.Dims()
	first, last := l.q.At(l.s0), l.q.At(l.s1-1e-9*(l.s1-l.s0))
	rank, k := first, 0
	if from.Kind == plotting.CellMark && from.Row >= 0 && from.Row < len(l.p.Rank) && l.p.Rank[from.Row] >= 0 {
		rank, k = int(l.p.Rank[from.Row])+dy, from.Index+dx
	}
	rank, k = min(max(rank, first), last), min(max(k, 0), columns-1)
	box := l.columns.columnBox(k)
	middle := (l.q.Edge[rank] + l.q.Edge[rank+1]) / 2
	middle = min(max(middle, l.s0), l.s1)
	at := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: min(max(l.y(middle), l.columns.heat.Min.Y+0.01),
		l.columns.heat.Max.Y-0.01)}
	return l.columns.cellMark(int(l.p.Order()[rank]), k, at), true
}
