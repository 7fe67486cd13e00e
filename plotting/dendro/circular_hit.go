package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// hitDisc returns the node under p and whether its branch point was met; −1 for none.
func (l *dendrogramLayout) hitDisc(p vg.Point) (node int, point bool) {
	d := l.disc
	if !ink.Within(p, d.area) {
		return -1, false
	}
	radius, slot := d.polar(p)
	if radius > d.radius+ink.Reach {
		if radius >= d.labels-3 && radius <= d.labels+d.room && slot >= 0 && slot <= d.total {
			return l.leafAt(slot), true
		}
		return -1, false
	}
	return l.hitBranches(p)
}

// hitDiscMark is Hit for the circular shape.
func (l *dendrogramLayout) hitDiscMark(p vg.Point) (plotting.Mark, bool) {
	d := l.disc
	if !ink.Within(p, d.area) {
		return plotting.Mark{}, false
	}
	radius, slot := d.polar(p)
	if slot >= 0 && slot <= d.total {
		for i, r := range d.rings {
			if radius >= r && radius <= r+d.strip {
				return l.stripMark(i, l.leafRow(slot), p), true
			}
		}
		if k := int((radius - d.heat) / max(d.ringWidth, 1e-9)); d.columns > 0 && radius >= d.heat && k < d.columns {
			return l.cellMark(l.leafRow(slot), k, p), true
		}
		if r := l.q.At(slot); l.classes.group != nil && radius >= d.groups && radius <= d.groups+beside.GroupBar && l.classes.group[r] >= 0 {
			return l.groupMark(int(l.classes.group[r]), p), true
		}
	}
	node, point := l.hitDisc(p)
	if t := l.d.CutTime; !point && t > 0 && t < 1 && math.Abs(radius-t*d.radius) <= ink.Reach {
		return l.cutMark(p), true
	}
	if node < 0 {
		return plotting.Mark{}, false
	}
	return l.nodeMark(node, point), true
}

// discPosition is NodePosition for the circular shape.
func (l *dendrogramLayout) discPosition(v int) (vg.Point, bool) {
	p := l.disc.at(l.disc.radius*l.p.Time[v], l.q.Y[v])
	w, ok := l.shutAt(int(l.p.First[v]))
	inner := ok && w != v && l.p.Last[v] <= l.p.Last[w]
	return p, ink.Within(p, l.disc.area) && !inner
}

// discTime is TimeAt for the circular shape.
func (l *dendrogramLayout) discTime(p vg.Point) (float64, bool) {
	radius, _ := l.disc.polar(p)
	t := radius / l.disc.radius
	return min(t, 1), t <= 1 && ink.Within(p, l.disc.area)
}

// discClade adds the places of the branches and of the labels of a clade.
func (l *dendrogramLayout) discClade(shade *vg.Path, v int) {
	d, p := l.disc, l.p
	from, to := l.q.Edge[p.First[v]], l.q.Edge[p.Last[v]+1]
	if !p.Tree().IsLeaf(v) {
		d.sector(shade, d.radius*p.Time[v], d.radius, from, to)
	}
	if d.room > 0 {
		d.sector(shade, d.labels-2, d.labels+d.room, from, to)
	}
}

// overlayDisc is DrawOverlay for the circular shape.
func (l *dendrogramLayout) overlayDisc(list *ink.List, m plotting.Mark) {
	d, t, p, q, st := l.disc, l.p.Tree(), l.p, l.q, l.style
	v := m.Node
	if m.Kind == plotting.GroupMark && m.Index >= 0 && m.Index < len(l.d.Groups) {
		v, _ = p.Clade(l.d.Groups[m.Index].Rows)
	}
	if v < 0 || v >= len(p.Preorder) {
		return
	}
	from, to := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
	var shade vg.Path
	l.discClade(&shade, v)
	list.Add(ink.Fill{Colour: plotting.Fade(st.Selection, 0.13), Path: shade})
	above := 0.0
	if t.Parent[v] >= 0 {
		above = p.Time[t.Parent[v]]
	}
	lines := &ink.Stroke{Colour: st.Selection, Width: 2}
	lines.Segment(d.at(d.radius*above, q.Y[v]), d.at(d.radius*p.Time[v], q.Y[v]))
	if c := t.Children[v]; len(c) > 0 && !q.Shut[v] {
		d.arc(&lines.Path, d.radius*p.Time[v], q.Y[c[0]], q.Y[c[len(c)-1]], true)
	}
	list.Add(lines)
	if m.Kind == plotting.CellMark && d.columns > 0 && m.Index >= 0 {
		var cell vg.Path
		r0 := d.heat + d.ringWidth*float64(m.Index)
		d.sector(&cell, r0, r0+d.ringWidth, from, to)
		list.Add(&ink.Stroke{Colour: st.Selection, Width: st.SelectedStroke, Path: cell})
	}
}
