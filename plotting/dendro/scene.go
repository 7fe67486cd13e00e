package dendro

import (
	"math"

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

// RowsArea returns the box of everything that zooms along the leaves: branches,
// strips, heat map and labels.
func (s *DendrogramScene) RowsArea() vg.Rectangle { return s.rows }

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
	if l.disc != nil {
		node, _ = l.hitDisc(p)
		return node, node >= 0
	}
	if ink.Within(p, l.labels) {
		return l.leafAt(l.slot(p.Y)), true
	}
	near := l.tree
	near.Min.X, near.Max.X, near.Min.Y, near.Max.Y = near.Min.X-ink.Reach, near.Max.X+ink.Reach, near.Min.Y-ink.Reach, near.Max.Y+ink.Reach
	if !ink.Within(p, near) {
		return -1, false
	}
	node, _ = l.hitBranches(p)
	return node, node >= 0
}

// leafAt returns the leaf, or the collapsed clade, at a height of the placement.
func (l *dendrogramLayout) leafAt(slot float64) int {
	r := l.q.At(slot)
	if v, ok := l.shutAt(r); ok {
		return v
	}
	return int(l.p.Order()[r])
}

// hitBranches returns the node nearest to p among those whose branch or bar lies within reach (−1
// for none), and whether its branch point was hit. It walks down the clades whose rows pass p.
func (l *dendrogramLayout) hitBranches(p vg.Point) (node int, point bool) {
	t, pt, q := l.p.Tree(), l.p, l.q
	slot := l.slot(p.Y)
	slack := ink.Reach / float64(l.pitch)
	best, node := vg.Length(ink.Reach), -1
	for i := 0; i < len(pt.Preorder); {
		v := int(pt.Preorder[i])
		top, bottom := q.Edge[pt.First[v]], q.Edge[pt.Last[v]+1]
		above := 0.0
		if t.Parent[v] >= 0 {
			above = pt.Time[t.Parent[v]]
		}
		above, early := max(above, l.d.From), pt.Time[v] < l.d.From
		x0 := l.x(above)
		if bottom < slot-slack || top > slot+slack || x0 > p.X+ink.Reach {
			i = int(pt.End[v])
			continue
		}
		height := (bottom - top) * float64(l.pitch)
		x1, y := l.x(pt.Time[v]), l.y(q.Y[v])
		leaf := len(t.Children[v]) == 0
		small := height < ink.Subpixel
		if small {
			x1 = l.x(pt.Latest[v])
		}
		if !leaf && !small && !early && math.Hypot(float64(p.X-x1), float64(p.Y-y)) <= ink.Reach+1 {
			// A branch point wins over the lines that meet there, and the later of two wins.
			node, point, best = v, true, 0
		}
		if d := segmentDistance(p, x0, x1, y); !early && (d < best || d == best && !point && node >= 0) {
			node, point, best = v, false, d
		}
		if !leaf && !small && !early && !q.Shut[v] && !point {
			c := t.Children[v]
			high, low := l.y(q.Y[c[0]]), l.y(q.Y[c[len(c)-1]])
			if d := vg.Length(math.Abs(float64(p.X - x1))); p.Y <= high && p.Y >= low && d < best {
				node, best = v, d
			}
		}
		if q.Shut[v] && p.X >= x1 && bottom >= slot && top <= slot && p.X <= l.x(pt.Latest[v]) {
			return v, true
		}
		if small || q.Shut[v] {
			i = int(pt.End[v])
			continue
		}
		i++
	}
	return node, point
}

// segmentDistance returns the distance of p from a horizontal line.
func segmentDistance(p vg.Point, x0, x1, y vg.Length) vg.Length {
	dx := max(x0-p.X, p.X-x1, 0)
	return vg.Length(math.Hypot(float64(dx), float64(p.Y-y)))
}

// NodePosition returns the place of a node, and whether it is drawn: not if it lies outside the
// window or within a collapsed clade.
func (s *DendrogramScene) NodePosition(v int) (vg.Point, bool) {
	if !s.shown() || v < 0 || v >= len(s.layout.p.Preorder) {
		return vg.Point{}, false
	}
	l := s.layout
	if l.disc != nil {
		return l.discPosition(v)
	}
	if w, ok := l.shutAt(int(l.p.First[v])); ok && w != v && l.p.First[v] >= l.p.First[w] && l.p.Last[v] <= l.p.Last[w] {
		return vg.Point{}, false
	}
	at := vg.Point{X: l.x(l.p.Time[v]), Y: l.y(l.q.Y[v])}
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
	if l.disc != nil {
		return l.discTime(p)
	}
	share := float64(p.X-l.tree.Min.X) / float64(l.tree.Max.X-l.tree.Min.X)
	t = l.t0 + share*(l.t1-l.t0)
	r := l.tree
	r.Min.Y -= ink.AxisBand
	return min(max(t, 0), 1), ink.Within(p, r)
}
