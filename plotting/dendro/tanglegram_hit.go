package dendro

import (
	"math"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

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

// Draw draws everything, including the background.
func (s *TanglegramScene) Draw(c vg.Canvas) { s.list.Draw(c) }

// PlotArea returns the box of both trees, which zooms along the leaves.
func (s *TanglegramScene) PlotArea() vg.Rectangle { return s.area }

func (s *TanglegramScene) shown() bool { return s.area.Max.X > s.area.Min.X && s.sides[0] != nil }

// Hit returns the leaf, branch or branch point under p. Index is the side, or LineSide; Node is a
// node of the tree of that side, for lines of both.
func (s *TanglegramScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if m, ok := s.list.LegendAt(p); ok {
		return m, true
	}
	if !s.shown() || p.Y < s.area.Min.Y-ink.Reach || p.Y > s.area.Max.Y+ink.Reach {
		return plotting.Mark{}, false
	}
	if ink.Within(p, s.lines) {
		if leaf := s.lineAt(p); leaf >= 0 {
			m := s.leafMark(leaf, LineSide)
			m.Anchor = p
			return m, true
		}
		return plotting.Mark{}, false
	}
	for i, l := range s.sides {
		if ink.Within(p, l.labelling.labels) {
			m := s.leafMark(int(l.p.Order()[l.q.At(l.slot(p.Y))]), i)
			m.Anchor = p
			return m, true
		}
		box := l.tree
		box.Min.X, box.Max.X = box.Min.X-ink.Reach, box.Max.X+ink.Reach
		if !ink.Within(p, box) {
			continue
		}
		q := p
		if l.right {
			q = l.mirror(p)
		}
		node, point := l.hitBranches(q)
		if node < 0 {
			return plotting.Mark{}, false
		}
		m := s.NodeMark(i, node)
		switch {
		case node >= l.p.Tree().Leaves() && !point:
			m.Kind, m.Anchor = "branch", p
		case !point:
			m.Anchor = p
		}
		return m, true
	}
	return plotting.Mark{}, false
}

// NodePosition returns where a node of the tree of a side is drawn.
func (s *TanglegramScene) NodePosition(side, v int) vg.Point {
	l := s.sides[side]
	p := vg.Point{X: l.x(l.p.Time[v]), Y: l.y(l.q.Y[v])}
	if l.right {
		p = l.mirror(p)
	}
	return p
}

// NodeMark describes a node of the tree of a side, as Hit does.
func (s *TanglegramScene) NodeMark(side, v int) plotting.Mark {
	if s.sides[side].p.Tree().IsLeaf(v) {
		return s.leafMark(v, side)
	}
	return s.cladeMark(v, side)
}

func (s *TanglegramScene) leafMark(leaf, side int) plotting.Mark {
	k := s.f.Tangle
	m := plotting.NewMark(plotting.LeafMark)
	m.Node, m.Row, m.Index, m.Title = leaf, leaf, side, k.trees[0].Tree().Names[leaf]
	place := func(i int) string {
		return strconv.Itoa(int(k.trees[i].Rank[leaf])+1) + " of " + plotting.FormatCount(len(k.Moved))
	}
	m.Lines = [][2]string{{"place, left", place(0)}, {"place, right", place(1)}}
	if k.Moved[leaf] {
		m.Lines = append(m.Lines, [2]string{"order", "out of order"})
	}
	for i, word := range [2]string{"nearest clade, left", "nearest clade, right"} {
		u := k.trees[i].Tree().Parent[leaf]
		if u < 0 {
			continue
		}
		text := s.f.Things.Say(plotting.FormatCount(k.trees[i].Size(u)) + " leaves, in both")
		if k.unique[i][u] {
			text = s.f.Things.Say(plotting.FormatCount(k.trees[i].Size(u)) + " leaves, here only")
		}
		m.Lines = append(m.Lines, [2]string{word, text})
	}
	if c := s.f.Colour; c != nil {
		m.Lines = append(m.Lines, [2]string{c.Annotation.Name, c.LevelText(leaf)})
	}
	if side < LineSide {
		m.Anchor = s.NodePosition(side, leaf)
	}
	return m
}

func (s *TanglegramScene) cladeMark(v, side int) plotting.Mark {
	k := s.f.Tangle
	m := plotting.NewMark(plotting.BranchPointMark)
	m.Node, m.Index = v, side
	m.Title = "Clade of " + s.f.Things.Say(plotting.FormatCount(k.trees[side].Size(v))+" leaves")
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
		add(where[i], s.f.Axes[i].text(k.trees[i].Time[node]))
		text := k.trees[i].Tree().SupportText(node, plotting.FormatPercent)
		add("support, "+where[i], strings.ReplaceAll(text, "/", " / "))
	}
	if partner < 0 {
		other := 1 - side
		least, _ := k.trees[other].Clade(k.trees[side].Leaves(v))
		add("smallest clade around it, "+where[other],
			s.f.Things.Say(plotting.FormatCount(k.trees[other].Size(least))+" leaves"))
	}
	m.Anchor = s.NodePosition(side, v)
	return m
}

// support returns the support of a clade of the tree of a side; NaN if the tree has none.
func (k *Tangle) support(side, v int) float64 {
	t := k.trees[side].Tree()
	if v >= len(t.Support) || t.IsLeaf(v) {
		return math.NaN()
	}
	return t.Support[v]
}

// DrawOverlay draws the mark under the pointer: a leaf on both sides with its line, or a clade with
// the lines of its leaves and their places in the other tree.
func (s *TanglegramScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.shown() || m.Node < 0 || m.Index < 0 {
		return
	}
	list := &ink.List{}
	st := s.f.Style
	leaves := []int{m.Node}
	if m.Index < LineSide {
		if m.Node >= len(s.f.Tangle.trees[m.Index].Preorder) {
			return
		}
		leaves = s.f.Tangle.trees[m.Index].Leaves(m.Node)
	}
	lines := &ink.Stroke{Colour: plotting.Fade(st.Selection, 0.85), Width: 2}
	if len(leaves) > 40 {
		lines.Width = max(0.6, min(1.2, s.sides[0].pitch))
	}
	for _, leaf := range leaves {
		s.line(&lines.Path, float64(s.sides[0].p.Rank[leaf])+0.5, float64(s.sides[1].p.Rank[leaf])+0.5)
	}
	list.Add(ink.Clipped{Rect: s.lines, List: &ink.List{Items: []ink.Item{lines}}})
	for i, l := range s.sides {
		part, node := &ink.List{}, -1
		branches := l.copied()
		branches.labelling.labels = vg.Rectangle{} // both sides shade their labels below
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
		list.Items = append(list.Items, part.Items...)
	}
	area := s.area
	area.Min.X, area.Max.X = area.Min.X-ink.Reach, area.Max.X+ink.Reach
	plotting.Clip(c, area, func() { list.Draw(c) })
}

// overlayLeaves marks leaves that form no clade of this tree by their own branches.
func (l *dendrogramLayout) overlayLeaves(list *ink.List, leaves []int) {
	lines := &ink.Stroke{Colour: l.style.Selection, Width: max(0.6, min(2, 0.9*l.pitch))}
	for _, leaf := range leaves {
		y := l.y(l.q.Y[leaf])
		lines.Segment(vg.Point{X: l.x(l.p.Time[l.p.Tree().Parent[leaf]]), Y: y}, vg.Point{X: l.x(l.p.Time[leaf]), Y: y})
	}
	list.Add(lines)
}

// shadeLabels lays a tint over the labels of leaves.
func (s *TanglegramScene) shadeLabels(list *ink.List, l *dendrogramLayout, leaves []int) {
	if l.labelling.labels.Max.X <= l.labelling.labels.Min.X {
		return
	}
	var path vg.Path
	for _, leaf := range leaves {
		top, bottom := l.rowEdges(leaf)
		if len(leaves) == 1 { // its name is drawn, however close the leaves
			middle, half := (top+bottom)/2, max((top-bottom)/2, 0.6*s.f.Style.LabelSize)
			top, bottom = middle+half, middle-half
		}
		path = ink.AppendBox(path, vg.Rectangle{Min: vg.Point{X: l.labelling.labels.Min.X - 2, Y: bottom},
			Max: vg.Point{X: l.labelling.labels.Max.X + 2, Y: top}})
	}
	list.Add(ink.Fill{Colour: plotting.Fade(s.f.Style.Selection, 0.16), Path: path})
}
