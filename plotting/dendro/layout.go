package dendro

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// dendrogramLayout is the geometry of one frame: boxes, scales, and the geometry of each part.
type dendrogramLayout struct {
	d       *Dendrogram
	style   plotting.Style
	p       *beside.PreparedTree
	q       *beside.Placement
	shut    map[int]bool   // collapsed nodes
	names   map[int]string // of collapsed nodes
	classes *classes
	colours []*beside.StripColours

	// Boxes, empty for parts that are not shown. All but the tree's share its height.
	tree   vg.Rectangle
	strips []vg.Rectangle
	pitch  vg.Length // height of an ordinary leaf

	t0, t1 float64 // visible times
	s0, s1 float64 // visible heights of the placement

	plot plot
	fan  *fan // of the radial shape

	right bool // in a tanglegram, with its labels before it

	// The geometry of each part of the picture.
	circle    circlePart
	columns   columnPart
	branches  branchPart
	labelling labelPart
	keys      legendPart
}

// tied points the parts of a layout that is new, or a copy, at it.
func tied(l *dendrogramLayout) *dendrogramLayout {
	l.circle.l, l.columns.l, l.branches.l, l.labelling.l, l.keys.l = l, l, l, l, l
	return l
}

// copied returns a copy of a layout, with parts of its own.
func (l dendrogramLayout) copied() *dendrogramLayout { return tied(&l) }

// Smallest boxes in which the parts are drawn, in points.
const (
	leastTree  = 48
	leastHeat  = 24 // where a person gives it a share
	leastRows  = 24
	stripWidth = 10
	stripApart = 2.5
	rampBand   = 42
)

// LayoutTree is Layout with the concrete type of the scene, for its further methods.
func (d *Dendrogram) LayoutTree(size vg.Point) *DendrogramScene {
	return d.layoutMoving(size, nil, 1)
}

// layoutMoving lays d out with its branches and labels on the way from their places in another
// scene, by a share; from may be nil.
func (d *Dendrogram) layoutMoving(size vg.Point, from *dendrogramLayout, share float64) *DendrogramScene {
	s := &DendrogramScene{d: d, size: size}
	s.list.Box(d.Style.Surface, vg.Rectangle{Max: size})
	if d.Style.Look != (plotting.Look{}) || d.Style.Dark {
		d = d.looking()
		s.d = d
	}
	l := tied(&dendrogramLayout{d: d, style: d.Style, p: d.Tree})
	if d.Tree != nil && d.Style.Look.Cladogram {
		l.p = d.Tree.Cladogram()
	}
	l.plot = rectangle{l}
	if s.layout = l; d.Shape == Slanted {
		l.plot = slant{rectangle{l}}
	}
	if d.Tree == nil || len(d.Tree.Preorder) == 0 {
		return s
	}
	nodes, names := d.collapsedNodes()
	l.classes = newClasses(d)
	l.q, l.names = l.p.Apart(nodes, formsOf(l).rowGaps()), names
	l.shut = l.q.Shut
	if from != nil {
		l.p, l.q = l.p.Moving(l.q, from.p, from.q, share)
		arrive(l, from, share)
	}
	used := 0
	for i := range d.Strips {
		k := beside.NewStripColours(&d.Strips[i], d.Tree.Order(), used, d.Style.Look).In(d.Style)
		l.colours = append(l.colours, k)
		used += k.Inks
	}
	l.columns.colourColumnStrips(used)
	w := d.Window.Normal()
	l.t0, l.t1 = w.X0, w.X1
	l.s0, l.s1 = w.Y0*l.q.Height(), w.Y1*l.q.Height()

	box := ink.Inside(l.style, size)
	if box.Max.X-box.Min.X < leastTree || box.Max.Y-box.Min.Y < leastRows {
		return s
	}
	s.list.Group("title", func() { box.Max.Y = l.drawTitle(&s.list, box) })
	switch d.Shape {
	case Circular:
		l.circle.layoutCircular(s, box)
		return s
	case Radial:
		l.layoutRadial(s, box)
		return s
	}
	l.layoutRectangular(s, box)
	return s
}

// drawTitle adds title and subtitle and returns the upper edge of the rest.
func (l *dendrogramLayout) drawTitle(list *ink.List, box vg.Rectangle) vg.Length {
	y, width := box.Max.Y, box.Max.X-box.Min.X
	title, subtitle := l.style.Look.Heading(l.d.Title, l.d.Subtitle)
	if title != "" {
		f := ink.TitleFace(l.style, title, width)
		list.Text(f, l.style.Ink, vg.Point{X: box.Min.X, Y: y}, ink.TopLeft, 0, ink.Elide(f, title, width))
		y -= ink.CapHeight(ink.Bold(l.style.Typeface, l.style.TitleSize)) + 9
	}
	if subtitle != "" && box.Max.Y-box.Min.Y > 120 {
		f := ink.Regular(l.style.Typeface, l.style.SubtitleSize)
		lines := ink.Wrap(f, subtitle, width)
		if len(lines) > 2 {
			lines = []string{lines[0], ink.Elide(f, lines[1]+" …", width)}
		}
		for _, line := range lines {
			list.Text(f, l.style.Muted, vg.Point{X: box.Min.X, Y: y}, ink.TopLeft, 0, line)
			y -= ink.CapHeight(f) + 7
		}
		if l.d.Level && len(lines) == 1 {
			y -= ink.CapHeight(f) + 7
		}
	}
	if y < box.Max.Y {
		y -= min(14, 0.04*(box.Max.Y-box.Min.Y))
	}
	return y
}

// x returns the place of a time. Far outside the window it stays near the edge, so that no canvas
// meets enormous coordinates.
func (l *dendrogramLayout) x(t float64) vg.Length {
	share := (t - l.t0) / (l.t1 - l.t0)
	w := l.tree.Max.X - l.tree.Min.X
	return l.tree.Min.X + vg.Length(min(max(share, -1), 2))*w
}

// y returns the place of a height of the placement, bounded in the same way.
func (l *dendrogramLayout) y(slot float64) vg.Length {
	share := (slot - l.s0) / (l.s1 - l.s0)
	h := l.tree.Max.Y - l.tree.Min.Y
	return l.tree.Max.Y - vg.Length(min(max(share, -1), 2))*h
}

// layoutRectangular places and draws everything below the title.
func (l *dendrogramLayout) layoutRectangular(s *DendrogramScene, box vg.Rectangle) {
	if !l.divide(box) {
		return
	}
	s.area = l.tree
	s.rows = l.tree
	for _, b := range append([]vg.Rectangle{l.columns.heat, l.labelling.labels, l.labelling.bars}, l.strips...) {
		s.rows.Max.X = max(s.rows.Max.X, b.Max.X)
	}
	// Round caps, dots and half a stroke overhang the box of the branches.
	clip := vg.Rectangle{Min: vg.Point{X: l.tree.Min.X - 3, Y: l.tree.Min.Y},
		Max: vg.Point{X: l.tree.Max.X + 2, Y: l.tree.Max.Y}}
	if l.t0 > 0 {
		clip.Min.X = l.tree.Min.X
	}
	if l.t1 < 1 {
		clip.Max.X = l.tree.Max.X
	}
	grounds, labelled := &ink.List{}, s.area
	labelled.Max.X = max(labelled.Max.X, l.labelling.labels.Max.X)
	grounds.Group("group-ranges", func() { l.labelling.drawRanges(grounds) })
	s.list.Add(ink.Clipped{Rect: labelled, List: grounds})
	branches := &ink.List{}
	l.branches.drawSamples(branches)
	l.branches.drawBrackets(branches)
	l.branches.drawBranches(branches)
	l.branches.drawIntervals(branches)
	l.branches.drawSupports(branches)
	s.list.Group("tree", func() { s.list.Add(ink.Clipped{Rect: clip, List: branches}) })
	rows := &ink.List{}
	for i, k := range l.colours {
		if l.strips[i].Max.X > l.strips[i].Min.X {
			rows.Group("annotations", func() { l.columns.drawStrip(rows, k, l.strips[i]) })
		}
	}
	rows.Group("heatmap", func() { l.columns.drawHeat(rows) })
	s.list.Group("column-tree", func() { l.columns.drawColumnTree(&s.list) })
	if len(l.columns.columnStrips) > 0 {
		s.list.Group("column-annotations", func() { l.columns.drawColumnStrips(&s.list) })
	}
	all := s.rows
	s.list.Add(ink.Clipped{Rect: all, List: rows})
	s.list.Group("labels", func() { l.labelling.drawLabels(&s.list) })
	s.list.Group("groups", func() { l.labelling.drawGroups(&s.list) })
	if len(l.columns.parts.Names) > 0 && l.columns.heatShown {
		s.list.Group("column-labels", func() { formsOf(l).drawPartNames(&s.list) })
	}
	s.list.Group("column-labels", func() { l.columns.drawColumnNames(&s.list) })
	if l.drawAxis(&s.list); l.columns.heatShown && formsOf(l).form() == plotting.BoxCells {
		formsOf(l).drawBoxAxis(&s.list)
	}
	l.drawCut(&s.list)
	s.list.Group("legend", func() { l.keys.drawLegends(&s.list) })
	l.columns.drawLeftOut(&s.list)
}

// wantedNames returns the height of the names of columns and strips below the rows. Columns are so far
// apart.
func (l *dendrogramLayout) wantedNames(limit, pitch vg.Length) vg.Length {
	widest := vg.Length(0)
	if l.columns.columnSize > 0 && formsOf(l).columnsPlaced() {
		f := ink.Bold(l.style.Typeface, l.columns.columnSize) // so that a selection does not move the picture
		for k, j := range l.d.Heat.Order {
			if l.columns.columnStep > 0 && k%l.columns.columnStep == 0 || l.columns.columnChosen(j) {
				widest = max(widest, ink.TextWidth(f, l.d.Heat.ColumnName(j)))
			}
		}
		if l.columns.columnsLevel = l.columns.columnStep == 1 &&
			widest+l.style.Padding <= pitch; l.columns.columnsLevel {
			widest = l.columns.columnSize
		}
	}
	if l.stripNames() {
		f := ink.Regular(l.style.Typeface, l.style.TickSize)
		for _, k := range l.colours {
			widest = max(widest, ink.TextWidth(f, k.Strip.Annotation.Name))
		}
	}
	return min(widest, limit, 110)
}

// stripNames reports whether strips have names below; the name of a single strip is in its legend.
func (l *dendrogramLayout) stripNames() bool { return len(l.colours) > 1 }

// flowBelow places the legends at the foot of a box, better no higher than usual, and returns the room
// that they take with the gap above them.
func (kp *legendPart) flowBelow(box vg.Rectangle, usual, most vg.Length) vg.Length {
	kp.flow = ink.FitFlow(kp.legendBlocks, kp.l.style, box.Max.X-box.Min.X, usual, most)
	kp.legendsLeft = kp.flow.LeftOut
	flow := kp.flow.Height()
	if flow == 0 {
		return 0
	}
	kp.legend = vg.Rectangle{Min: box.Min, Max: vg.Point{X: box.Max.X, Y: box.Min.Y + flow}}
	return flow + 8
}

// drawLegends adds the legends beside or below the picture, and the colour bar.
func (kp *legendPart) drawLegends(list *ink.List) {
	if kp.l.columns.heatShown && kp.l.columns.barBelow && kp.l.columns.heat.Max.X > kp.l.columns.heat.Min.X {
		p := vg.Point{X: kp.l.columns.heat.Min.X, Y: kp.l.columns.heat.Min.Y - 10}
		if kp.l.columns.nameBand > 0 {
			p.Y -= kp.l.columns.nameBand + 2
		}
		ramp := formsOf(kp.l).ramp()
		width := min(ink.RampWidth+12, kp.l.columns.heat.Max.X-kp.l.columns.heat.Min.X-ink.BarOverhang(*ramp,
			kp.l.style))
		if ink.TextWidth(ink.Regular(kp.l.style.Typeface, kp.l.style.TickSize),
			ramp.Note) > kp.l.columns.heat.Max.X-kp.l.columns.heat.Min.X+40 {
			ramp.Note = ""
		}
		list.Add(ink.BarItem{Bar: *ramp, Style: kp.l.style, At: p, Width: width})
		kp.l.columns.heatBar = vg.Rectangle{Min: vg.Point{X: p.X, Y: p.Y - ink.ColorBarHeight},
			Max: vg.Point{X: p.X + width, Y: p.Y}}
	}
	if kp.legend.Max.X <= kp.legend.Min.X {
		return
	}
	if kp.legends == nil {
		kp.flow.Draw(list, vg.Point{X: kp.legend.Min.X, Y: kp.legend.Max.Y})
		return
	}
	x := kp.legend.Min.X
	for i, column := range kp.legends {
		y := kp.legend.Max.Y
		for k, b := range column {
			if y-b.Height(kp.l.style) < kp.legend.Min.Y {
				left := ink.LeftOutOf(column[k:])
				kp.legendsLeft = append(kp.legendsLeft, left...)
				ink.DrawLegendSign(list, kp.l.style, vg.Point{X: x, Y: max(y, kp.legend.Min.Y+4)},
					kp.legendWidths[i], left)
				break
			}
			b.Draw(list, kp.l.style, vg.Point{X: x, Y: y}, kp.legendWidths[i])
			if !kp.l.columns.barBelow && b.Ramp != nil && !b.Ramp.Fixed {
				kp.l.columns.heatBar = b.Bar(kp.l.style, vg.Point{X: x, Y: y}, kp.legendWidths[i])
			}
			y -= b.Height(kp.l.style) + ink.LegendApart
		}
		x += kp.legendWidths[i] + 20
	}
}
