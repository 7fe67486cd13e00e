package dendro

import (
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A TanglegramScene is a laid-out [Tanglegram].
type TanglegramScene struct {
	f     *Tanglegram
	size  vg.Point
	list  ink.List
	sides [2]*dendrogramLayout // the right one is laid out as if it stood at the left of its box, then mirrored
	lines vg.Rectangle         // where the lines run
	area  vg.Rectangle         // all that zooms
	ink   *beside.StripColours // of the lines; nil by order
	bent  bool                 // lines are curves, not straight
	faint bool                 // something is selected: the rest is faint
}

// Shares of the width, and the band over the trees.
const (
	tangleLines  = 0.19 // lines between the labels
	tangleLabels = 0.15 // each column of labels, at most
	tangleNarrow = 330  // width below which there are no labels
	tangleNames  = 20
	mostBent     = 300 // lines drawn as curves; more are straight
)

// LayoutTrees is Layout with the concrete type of the scene.
func (f *Tanglegram) LayoutTrees(size vg.Point) *TanglegramScene {
	s := &TanglegramScene{f: f, size: size}
	st := f.Style
	s.list.Box(st.Surface, vg.Rectangle{Max: size})
	if f.Tangle == nil {
		return s
	}
	box := ink.Inside(st, size)
	if box.Size().X < 2*leastTree || box.Size().Y < leastRows {
		return s
	}
	heading := tied(&dendrogramLayout{d: &Dendrogram{Title: f.Title, Subtitle: f.Subtitle}, style: st})
	box.Max.Y = heading.drawTitle(&s.list, box)
	if f.Colour != nil {
		s.ink = beside.NewStripColours(f.Colour, f.Tangle.trees[0].Order(), 0, f.Style.Look)
	}
	s.faint = len(f.Selection.Rows) > 0
	if !s.divide(box) {
		return s
	}
	for i, l := range s.sides {
		s.list.Group("tree", func() { s.drawSide(i, l) })
	}
	s.list.Group("lines", s.drawLines)
	for i, l := range s.sides {
		s.list.Group("labels", func() { l.labelling.drawLabels(&s.list) })
		s.drawAxis(i, l)
	}
	s.drawFoldSign()
	return s
}

// divide places the parts; it reports false if nothing fits.
func (s *TanglegramScene) divide(box vg.Rectangle) bool {
	f, st := s.f, s.f.Style
	whole, height := box.Size().X, box.Size().Y
	rows := box
	if height > 150 {
		rows.Max.Y -= tangleNames
		rows.Min.Y += ink.AxisBand
		if used := s.drawLegend(nil, vg.Point{}, whole); height > 220 {
			rows.Min.Y += used + 4
			s.list.Group("legend", func() { s.drawLegend(&s.list, vg.Point{X: box.Min.X, Y: box.Min.Y + used}, whole) })
		}
	}
	labels := vg.Length(0)
	if f.ShowLabels && whole >= tangleNarrow {
		widest :=
			vg.Length(max(f.Tangle.trees[0].WidestName(f.Style.Typeface), f.Tangle.trees[1].WidestName(f.Style.Typeface)))
		labels = min(widest*st.LabelSize+1, tangleLabels*whole) + 8
	}
	lines := max(tangleLines*whole, 36)
	tree := (whole-lines)/2 - labels - 3
	if tree < leastTree/2 {
		tree, labels = tree+labels, 0
	}
	w := f.Window.Normal()
	for i := range s.sides {
		d := &Dendrogram{Tree: f.Tangle.trees[i], ShowLabels: labels > 0, Style: st,
			Selection: plotting.Selection{Rows: f.Selection.Rows, Node: -1}}
		l := tied(&dendrogramLayout{d: d, style: st, p: d.Tree, q: d.Tree.Placed(nil), t1: 1, right: i == 1})
		l.plot, l.shut = rectangle{l}, l.q.Shut
		l.classes = newClasses(d)
		l.classes.unique = f.Tangle.unique[i]
		l.s0, l.s1 = w.Y0*l.q.Height(), w.Y1*l.q.Height()
		l.tree, l.labelling.labels = rows, rows
		if i == 0 {
			l.tree.Min.X += 3
			l.tree.Max.X = l.tree.Min.X + tree
			l.labelling.labels.Min.X, l.labelling.labels.Max.X = l.tree.Max.X+6, l.tree.Max.X+labels-2
		} else {
			l.tree.Max.X -= 3
			l.tree.Min.X = l.tree.Max.X - tree
			l.labelling.labels.Min.X, l.labelling.labels.Max.X = l.tree.Min.X-labels+2, l.tree.Min.X-6
		}
		if labels == 0 {
			l.labelling.labels = vg.Rectangle{}
		}
		l.pitch = (rows.Max.Y - rows.Min.Y) / vg.Length(l.s1-l.s0)
		if l.pitch >= 4 {
			l.branches.dash = []vg.Length{3, 3}
		}
		s.sides[i] = l
	}
	s.lines = rows
	s.lines.Min.X, s.lines.Max.X = s.sides[0].tree.Max.X+labels+2, s.sides[1].tree.Min.X-labels-2
	s.area = rows
	s.bent = s.sides[0].s1-s.sides[0].s0 <= mostBent
	return rows.Size().Y >= leastRows
}

// mirror returns the mirror image of p in the box of a tree.
func (l *dendrogramLayout) mirror(p vg.Point) vg.Point {
	p.X = l.tree.Min.X + l.tree.Max.X - p.X
	return p
}

// mirrored mirrors the lines and shapes of a list about the middle of the tree's box.
func (l *dendrogramLayout) mirrored(list *ink.List) {
	turn := func(path vg.Path) {
		for i := range path {
			c := &path[i]
			c.Pos = l.mirror(c.Pos)
			for k := range c.Control {
				c.Control[k] = l.mirror(c.Control[k])
			}
			if c.Type == vg.ArcComp {
				c.Start, c.Angle = halfTurn-c.Start, -c.Angle
			}
		}
	}
	for _, item := range list.Items {
		switch k := item.(type) {
		case *ink.Stroke:
			turn(k.Path)
		case ink.Fill:
			turn(k.Path)
		}
	}
}

// drawSide adds a tree and its name.
func (s *TanglegramScene) drawSide(i int, l *dendrogramLayout) {
	branches := &ink.List{}
	s.drawLeaders(branches, l)
	l.branches.drawBranches(branches)
	if l.right {
		l.mirrored(branches)
	}
	s.list.Add(ink.Clipped{Rect: vg.Rectangle{
		Min: vg.Point{X: l.tree.Min.X - 3, Y: l.tree.Min.Y}, Max: vg.Point{X: l.tree.Max.X + 3, Y: l.tree.Max.Y}},
		List: branches})
	if s.size.Y < 150 || l.tree.Max.Y+tangleNames > s.size.Y {
		return
	}
	face := ink.Bold(l.style.Typeface, l.style.AxisSize)
	at, anchor := vg.Point{X: l.tree.Min.X - 3, Y: l.tree.Max.Y + 7}, ink.BaseLeft
	if l.right {
		at.X, anchor = l.tree.Max.X+3, ink.BaseRight
	}
	room := s.size.X/2 - at.X
	if l.right {
		room = at.X - s.size.X/2
	}
	s.list.Text(face, l.style.Ink, at, anchor, 0, ink.Elide(face, s.f.Names[i], room-8))
}

// drawLeaders adds the lines from leaves that end early to their labels.
func (s *TanglegramScene) drawLeaders(list *ink.List, l *dendrogramLayout) {
	if l.pitch < 4 {
		return
	}
	leaders := &ink.Stroke{Colour: l.style.Hairline, Width: l.style.AxisStroke}
	for r, end := l.q.At(l.s0), l.q.At(l.s1); r <= end; r++ {
		leaf := l.p.Order()[r]
		if x := l.x(l.p.Time[leaf]); x < l.tree.Max.X-6 {
			y := l.y(l.q.Y[leaf])
			leaders.Segment(vg.Point{X: x + 3, Y: y}, vg.Point{X: l.tree.Max.X, Y: y})
		}
	}
	list.Add(leaders)
}

// drawFoldSign says between the names of the axes how many clades of both trees are folded.
func (s *TanglegramScene) drawFoldSign() {
	st, y := s.f.Style, s.area.Min.Y-axisDrop
	n := s.sides[0].branches.folded + s.sides[1].branches.folded
	if n == 0 || y < ink.AxisHeight(st, true) {
		return
	}
	f := ink.Regular(st.Typeface, st.TickSize)
	text := plotting.Plural(n, "clade") + " collapsed"
	if long := text + openHint; st.Handles && ink.TextWidth(f, long) < s.lines.Size().X+60 {
		text = long
	}
	if ink.TextWidth(f, text) < s.lines.Size().X+60 {
		list := &s.list
		list.Text(f, st.Muted, vg.Point{X: (s.lines.Min.X + s.lines.Max.X) / 2, Y: y - ink.AxisHeight(st, true) + 6},
			ink.BaseCentre, 0, text)
	}
}

// drawAxis adds the axis of a tree; the axis of the right one runs from right to left.
func (s *TanglegramScene) drawAxis(i int, l *dendrogramLayout) {
	y := l.tree.Min.Y - axisDrop
	if y < ink.AxisHeight(l.style, false) {
		return
	}
	k := s.f.Axes[i]
	a := ink.Axis{From: vg.Point{X: l.tree.Min.X, Y: y}, To: vg.Point{X: l.tree.Max.X, Y: y}, Low: k.Origin,
		High: k.End, Name: k.Title}
	if l.right {
		a.Low, a.High = a.High, a.Low
	}
	if !k.Blank {
		a.Ticks = ink.Ticks(a.Low, a.High, int(min(max(float64(l.tree.Size().X)/54, 3), 6)))
	}
	if a.Low > a.High {
		slices.Reverse(a.Ticks) // from left to right
	}
	s.list.Add(ink.AxisItem{Axis: a, Style: l.style})
}
