package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// hitDisc returns the node under p and whether its branch point was met; −1 for none.
func (l *dendrogramLayout) hitDisc(p vg.Point) (node int, point bool) {
	d, t, pt, q := l.disc, l.p.tree, l.p, l.q
	node = -1
	if !within(p, d.area) {
		return -1, false
	}
	radius, slot := d.polar(p)
	if radius > d.radius+reach {
		if radius >= d.labels-3 && radius <= d.labels+d.room && slot >= 0 && slot <= d.total {
			return l.leafAt(slot), true
		}
		return -1, false
	}
	units := d.total / (2*math.Pi - d.gap) / max(radius, 1) // of the placement in a point, here
	slack := reach * units
	best := float64(reach)
	for i := 0; i < len(pt.preorder); {
		v := int(pt.preorder[i])
		top, bottom := q.edge[pt.first[v]], q.edge[pt.last[v]+1]
		above := 0.0
		if t.Parent[v] >= 0 {
			above = pt.time[t.Parent[v]]
		}
		if bottom < slot-slack || top > slot+slack || d.radius*above > radius+reach {
			i = int(pt.end[v])
			continue
		}
		r0, r1 := d.radius*above, d.radius*pt.time[v]
		leaf, small := len(t.Children[v]) == 0, (bottom-top)*float64(l.pitch) < subpixel
		if small {
			r1 = d.radius * pt.latest[v]
		}
		at := d.at(r1, q.y[v])
		if !leaf && !small && math.Hypot(float64(p.X-at.X), float64(p.Y-at.Y)) <= reach+1 {
			node, point, best = v, true, 0
		}
		across := math.Abs(slot-q.y[v]) / units
		if away := math.Hypot(max(r0-radius, radius-r1, 0), across); away < best {
			node, point, best = v, false, away
		}
		if !leaf && !small && !q.shut[v] && !point {
			c := t.Children[v]
			if away := math.Abs(radius - r1); slot >= q.y[c[0]] && slot <= q.y[c[len(c)-1]] && away < best {
				node, best = v, away
			}
		}
		if q.shut[v] && radius >= r1 && slot >= top && slot <= bottom {
			return v, true
		}
		if small || q.shut[v] {
			i = int(pt.end[v])
			continue
		}
		i++
	}
	return node, point
}

// hitDiscMark is Hit for the circular shape.
func (l *dendrogramLayout) hitDiscMark(p vg.Point) (Mark, bool) {
	d := l.disc
	if !within(p, d.area) {
		return Mark{}, false
	}
	radius, slot := d.polar(p)
	if slot >= 0 && slot <= d.total {
		for i, r := range d.rings {
			if radius >= r && radius <= r+stripWidth {
				return l.stripMark(i, l.leafRow(slot), p), true
			}
		}
		if k := int((radius - d.heat) / max(d.ringWidth, 1e-9)); d.columns > 0 && radius >= d.heat && k < d.columns {
			return l.cellMark(l.leafRow(slot), k, p), true
		}
		if r := l.q.at(slot); l.classes.group != nil && radius >= d.groups && radius <= d.groups+groupBar && l.classes.group[r] >= 0 {
			return l.groupMark(int(l.classes.group[r]), p), true
		}
	}
	node, point := l.hitDisc(p)
	if t := l.d.CutTime; !point && t > 0 && t < 1 && math.Abs(radius-t*d.radius) <= reach {
		return l.cutMark(p), true
	}
	if node < 0 {
		return Mark{}, false
	}
	return l.nodeMark(node, point), true
}

// discPosition is NodePosition for the circular shape.
func (l *dendrogramLayout) discPosition(v int) (vg.Point, bool) {
	p := l.disc.at(l.disc.radius*l.p.time[v], l.q.y[v])
	w, ok := l.shutAt(int(l.p.first[v]))
	inner := ok && w != v && l.p.last[v] <= l.p.last[w]
	return p, within(p, l.disc.area) && !inner
}

// discTime is TimeAt for the circular shape.
func (l *dendrogramLayout) discTime(p vg.Point) (float64, bool) {
	radius, _ := l.disc.polar(p)
	t := radius / l.disc.radius
	return min(t, 1), t <= 1 && within(p, l.disc.area)
}

// overlayDisc is DrawOverlay for the circular shape.
func (l *dendrogramLayout) overlayDisc(list *drawList, m Mark) {
	d, t, p, q, st := l.disc, l.p.tree, l.p, l.q, l.style
	v := m.Node
	if m.Kind == "group" && m.Index >= 0 && m.Index < len(l.d.Groups) {
		v, _ = p.Clade(l.d.Groups[m.Index].Rows)
	}
	if v < 0 || v >= len(p.preorder) {
		return
	}
	from, to := q.edge[p.first[v]], q.edge[p.last[v]+1]
	r := d.radius * p.time[v]
	var shade vg.Path
	if t.IsLeaf(v) {
		r = d.radius
	}
	d.sector(&shade, r, d.radius, from, to)
	if d.room > 0 {
		d.sector(&shade, d.labels-2, d.labels+d.room, from, to)
	}
	list.add(fillItem{Fade(st.Selection, 0.13), shade})
	above := 0.0
	if t.Parent[v] >= 0 {
		above = p.time[t.Parent[v]]
	}
	lines := &strokeItem{colour: st.Selection, width: 2}
	lines.segment(d.at(d.radius*above, q.y[v]), d.at(d.radius*p.time[v], q.y[v]))
	if c := t.Children[v]; len(c) > 0 && !q.shut[v] {
		d.arc(&lines.path, d.radius*p.time[v], q.y[c[0]], q.y[c[len(c)-1]], true)
	}
	list.add(lines)
	if m.Kind == "cell" && d.columns > 0 && m.Index >= 0 {
		var cell vg.Path
		r0 := d.heat + d.ringWidth*float64(m.Index)
		d.sector(&cell, r0, r0+d.ringWidth, from, to)
		list.add(&strokeItem{colour: st.Selection, width: st.SelectedStroke, path: cell})
	}
}
