package plotting

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// The sides of a mark of a tanglegram, in its Index.
const (
	LeftSide  = 0
	RightSide = 1
	LineSide  = 2 // a line between equal leaves
)

// Size returns the size it was laid out for, in points.
func (s *TanglegramScene) Size() vg.Point { return s.size }

// Draw draws everything, its ground included.
func (s *TanglegramScene) Draw(c vg.Canvas) { s.list.draw(c) }

// PlotArea returns the box of both trees, which zooms along the leaves.
func (s *TanglegramScene) PlotArea() vg.Rectangle { return s.area }

func (s *TanglegramScene) shown() bool { return s.area.Max.X > s.area.Min.X && s.sides[0] != nil }

// Hit returns the leaf, branch or branch point under p. Index says at which side, or
// that it is a line; Node is a node of the tree of that side, for lines of both.
func (s *TanglegramScene) Hit(p vg.Point) (Mark, bool) {
	if !s.shown() || p.Y < s.area.Min.Y-reach || p.Y > s.area.Max.Y+reach {
		return Mark{}, false
	}
	if within(p, s.lines) {
		if leaf := s.lineAt(p); leaf >= 0 {
			m := s.leafMark(leaf, LineSide)
			m.Anchor = p
			return m, true
		}
		return Mark{}, false
	}
	for i, l := range s.sides {
		if within(p, l.labels) {
			m := s.leafMark(int(l.p.order[l.q.at(l.slot(p.Y))]), i)
			m.Anchor = p
			return m, true
		}
		box := l.tree
		box.Min.X, box.Max.X = box.Min.X-reach, box.Max.X+reach
		if !within(p, box) {
			continue
		}
		q := p
		if l.right {
			q = l.mirror(p)
		}
		node, point := l.hitBranches(q)
		if node < 0 {
			return Mark{}, false
		}
		m := s.NodeMark(i, node)
		switch {
		case node >= l.p.tree.Leaves() && !point:
			m.Kind, m.Anchor = "branch", p
		case !point:
			m.Anchor = p
		}
		return m, true
	}
	return Mark{}, false
}

// NodePosition returns where a node of the tree of a side is drawn.
func (s *TanglegramScene) NodePosition(side, v int) vg.Point {
	l := s.sides[side]
	p := vg.Point{X: l.x(l.p.time[v]), Y: l.y(l.q.y[v])}
	if l.right {
		p = l.mirror(p)
	}
	return p
}

// NodeMark describes a node of the tree of a side, as Hit does.
func (s *TanglegramScene) NodeMark(side, v int) Mark {
	if s.sides[side].p.tree.IsLeaf(v) {
		return s.leafMark(v, side)
	}
	return s.cladeMark(v, side)
}

func (s *TanglegramScene) leafMark(leaf, side int) Mark {
	k := s.f.Tangle
	m := NewMark("leaf")
	m.Node, m.Row, m.Index, m.Title = leaf, leaf, side, k.trees[0].tree.Names[leaf]
	place := func(i int) string {
		return strconv.Itoa(int(k.trees[i].rank[leaf])+1) + " of " + FormatCount(len(k.Moved))
	}
	m.Lines = [][2]string{{"place, left", place(0)}, {"place, right", place(1)}}
	if k.Moved[leaf] {
		m.Lines = append(m.Lines, [2]string{"order", "out of order"})
	}
	for i, word := range [2]string{"nearest clade, left", "nearest clade, right"} {
		u := k.trees[i].tree.Parent[leaf]
		if u < 0 {
			continue
		}
		text := FormatCount(k.trees[i].Size(u)) + " leaves, in both"
		if k.unique[i][u] {
			text = FormatCount(k.trees[i].Size(u)) + " leaves, here only"
		}
		m.Lines = append(m.Lines, [2]string{word, text})
	}
	if c := s.f.Colour; c != nil {
		m.Lines = append(m.Lines, [2]string{c.Annotation.Name, c.levelText(leaf)})
	}
	if side < LineSide {
		m.Anchor = s.NodePosition(side, leaf)
	}
	return m
}

func (s *TanglegramScene) cladeMark(v, side int) Mark {
	k := s.f.Tangle
	m := NewMark("branch point")
	m.Node, m.Index = v, side
	m.Title = "Clade of " + FormatCount(k.trees[side].Size(v)) + " leaves"
	add := func(label, value string) {
		if value != "" {
			m.Lines = append(m.Lines, [2]string{label, value})
		}
	}
	where := [2]string{"left", "right"}
	partner := k.Partner(side, v)
	if partner < 0 {
		add("found", "only at the "+where[side])
	} else {
		add("found", "in both trees")
	}
	nodes := [2]int{v, partner}
	if side == RightSide {
		nodes = [2]int{partner, v}
	}
	for i, node := range nodes {
		if node < 0 {
			continue
		}
		add(where[i], s.f.Axes[i].text(k.trees[i].time[node]))
		if support := k.support(i, node); !math.IsNaN(support) {
			add("support, "+where[i], FormatPercent(support))
		}
	}
	if partner < 0 {
		other := 1 - side
		least, _ := k.trees[other].Clade(k.trees[side].Leaves(v))
		add("smallest clade around it, "+where[other], FormatCount(k.trees[other].Size(least))+" leaves")
	}
	m.Anchor = s.NodePosition(side, v)
	return m
}

// support of a clade of the tree of a side; NaN where the tree has none.
func (k *Tangle) support(side, v int) float64 {
	t := k.trees[side].tree
	if v >= len(t.Support) || t.IsLeaf(v) {
		return math.NaN()
	}
	return t.Support[v]
}

// DrawOverlay draws what the pointer is over: a leaf at both sides with its line, or a
// clade with the lines of its leaves and where they are in the other tree.
func (s *TanglegramScene) DrawOverlay(c vg.Canvas, m Mark) {
	if !s.shown() || m.Node < 0 || m.Index < 0 {
		return
	}
	list := &drawList{}
	st := s.f.Style
	leaves := []int{m.Node}
	if m.Index < LineSide {
		if m.Node >= len(s.f.Tangle.trees[m.Index].preorder) {
			return
		}
		leaves = s.f.Tangle.trees[m.Index].Leaves(m.Node)
	}
	lines := &strokeItem{colour: Fade(st.Selection, 0.85), width: 2}
	if len(leaves) > 40 {
		lines.width = max(0.6, min(1.2, s.sides[0].pitch))
	}
	for _, leaf := range leaves {
		s.line(&lines.path, float64(s.sides[0].p.rank[leaf])+0.5, float64(s.sides[1].p.rank[leaf])+0.5)
	}
	list.add(clipItem{s.lines, &drawList{items: []drawItem{lines}}})
	for i, l := range s.sides {
		part, node := &drawList{}, -1
		branches := *l
		branches.labels = vg.Rectangle{} // theirs are shaded below, on either side
		switch {
		case m.Index == i || len(leaves) == 1:
			node = m.Node
		default:
			node = s.f.Tangle.Partner(m.Index, m.Node)
		}
		if node >= 0 {
			branches.overlayClade(part, node)
		} else {
			branches.overlayLeaves(part, leaves)
		}
		if l.right {
			l.mirrored(part)
		}
		s.shadeLabels(part, l, leaves)
		list.items = append(list.items, part.items...)
	}
	area := s.area
	area.Min.X, area.Max.X = area.Min.X-reach, area.Max.X+reach
	Clip(c, area, func() { list.draw(c) })
}

// overlayLeaves marks leaves that are no clade of this tree by their own branches.
func (l *dendrogramLayout) overlayLeaves(list *drawList, leaves []int) {
	lines := &strokeItem{colour: l.style.Selection, width: max(0.6, min(2, 0.9*l.pitch))}
	for _, leaf := range leaves {
		y := l.y(l.q.y[leaf])
		lines.segment(vg.Point{X: l.x(l.p.time[l.p.tree.Parent[leaf]]), Y: y}, vg.Point{X: l.x(l.p.time[leaf]), Y: y})
	}
	list.add(lines)
}

// shadeLabels lays a tint over the labels of leaves.
func (s *TanglegramScene) shadeLabels(list *drawList, l *dendrogramLayout, leaves []int) {
	if l.labels.Max.X <= l.labels.Min.X {
		return
	}
	var path vg.Path
	for _, leaf := range leaves {
		top, bottom := l.rowEdges(leaf)
		if len(leaves) == 1 { // its name stands there, however close the leaves
			middle, half := (top+bottom)/2, max((top-bottom)/2, 0.6*s.f.Style.LabelSize)
			top, bottom = middle+half, middle-half
		}
		path = appendBox(path, vg.Rectangle{Min: vg.Point{X: l.labels.Min.X - 2, Y: bottom}, Max: vg.Point{X: l.labels.Max.X + 2, Y: top}})
	}
	list.add(fillItem{Fade(s.f.Style.Selection, 0.16), path})
}
