package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// hitDisc returns the node under p and whether its branch point was met; −1 for none.
func (cp *circlePart) hitDisc(p vg.Point) (node int, point bool) {
	d := cp.disc
	if !ink.Within(p, d.area) {
		return -1, false
	}
	radius, slot := d.polar(p)
	if radius > d.radius+ink.Reach {
		if radius >= d.labels-3 && radius <= d.labels+d.room && slot >= 0 && slot <= d.total {
			return cp.l.leafAt(slot), true
		}
		return -1, false
	}
	return cp.l.hitBranches(p)
}

// hitDiscMark is Hit for the circular shape.
func (cp *circlePart) hitDiscMark(p vg.Point) (plotting.Mark, bool) {
	d := cp.disc
	if !ink.Within(p, d.area) {
		return plotting.Mark{}, false
	}
	radius, slot := d.polar(p)
	if slot >= 0 && slot <= d.total {
		for i, r := range d.rings {
			if radius >= r && radius <= r+d.strip {
				return cp.l.stripMark(i, cp.l.leafRow(slot), p), true
			}
		}
		if k := int((radius - d.heat) / max(d.ringWidth, 1e-9)); d.columns > 0 && radius >= d.heat && k < d.columns {
			return cp.l.columns.cellMark(cp.l.leafRow(slot), k, p), true
		}
		if r := cp.l.q.At(slot); cp.l.classes.group != nil && radius >= d.groups &&
			radius <= d.groups+beside.GroupBar && cp.l.classes.group[r] >= 0 {
			return cp.l.groupMark(int(cp.l.classes.group[r]), p), true
		}
	}
	node, point := cp.hitDisc(p)
	if t := cp.l.d.CutTime; !point && t > 0 && t < 1 && math.Abs(radius-t*d.radius) <= ink.Reach {
		return cp.l.cutMark(p), true
	}
	if node < 0 {
		return plotting.Mark{}, false
	}
	return cp.l.nodeMark(node, point), true
}

// discPosition is NodePosition for the circular shape.
func (cp *circlePart) discPosition(v int) (vg.Point, bool) {
	p := cp.disc.at(cp.disc.radius*cp.l.p.Time[v], cp.l.q.Y[v])
	w, ok := cp.l.labelling.shutAt(int(cp.l.p.First[v]))
	inner := ok && w != v && cp.l.p.Last[v] <= cp.l.p.Last[w]
	return p, ink.Within(p, cp.disc.area) && !inner
}

// discTime is TimeAt for the circular shape.
func (cp *circlePart) discTime(p vg.Point) (float64, bool) {
	radius, _ := cp.disc.polar(p)
	t := radius / cp.disc.radius
	return min(t, 1), t <= 1 && ink.Within(p, cp.disc.area)
}

// discClade adds the places of the branches and of the labels of a clade.
func (cp *circlePart) discClade(shade *vg.Path, v int) {
	d, p := cp.disc, cp.l.p
	from, to := cp.l.q.Edge[p.First[v]], cp.l.q.Edge[p.Last[v]+1]
	if !p.Tree().IsLeaf(v) {
		d.sector(shade, d.radius*p.Time[v], d.radius, from, to)
	}
	if d.room > 0 {
		d.sector(shade, d.labels-2, d.labels+d.room, from, to)
	}
}

// overlayDisc is DrawOverlay for the circular shape.
func (cp *circlePart) overlayDisc(list *ink.List, m plotting.Mark) {
	d, t, p, q, st := cp.disc, cp.l.p.Tree(), cp.l.p, cp.l.q, cp.l.style
	v := m.Node
	if m.Kind == plotting.GroupMark && m.Index >= 0 && m.Index < len(cp.l.d.Groups) {
		v, _ = p.Clade(cp.l.d.Groups[m.Index].Rows)
	}
	if v < 0 || v >= len(p.Preorder) {
		return
	}
	from, to := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
	var shade vg.Path
	cp.discClade(&shade, v)
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
