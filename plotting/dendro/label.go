package dendro

import (
	"cmp"
	"image/color"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// sparseStep limits how many leaves share one label before labels move apart.
const sparseStep = 12

// A placedLabel is a leaf label or the name of a collapsed clade with its place.
type placedLabel struct {
	node int
	rank int
	y    float64 // in units of the placement
	text string
	keep bool // selected or found: placed before the others
}

// labelRoom returns the width of leaf labels, at most a share of the whole.
func (l *dendrogramLayout) labelRoom(whole vg.Length) vg.Length {
	if !l.d.ShowLabels && len(l.shut) == 0 {
		return 0
	}
	size := l.style.LabelSize
	widest := vg.Length(0)
	if l.d.ShowLabels {
		widest = vg.Length(l.p.WidestName(l.style.Typeface)) * size
	}
	most := max(1.5*widest, 0.16*whole, 60) // one long name must not push everything else aside
	for v := range l.shut {
		widest = max(widest, min(ink.TextWidth(ink.Bold(l.style.Typeface, size), l.wedgeName(v)), most))
	}
	return min(widest+1, 0.30*whole)
}

// leavesInSight returns how many leaves and collapsed clades could have a name.
func (l *dendrogramLayout) leavesInSight() (n int) {
	if !l.d.ShowLabels || l.right { // of two trees face to face, the left one says it
		return 0
	}
	for r, end := l.q.At(l.s0), l.q.At(l.s1); r <= end; r++ {
		if v, ok := l.shutAt(r); ok {
			r = int(l.p.Last[v])
		}
		if y := l.q.Y[l.p.Order()[r]]; y >= l.s0 && y <= l.s1 {
			n++
		}
	}
	return n
}

// wedgeName returns the label of a collapsed clade.
func (l *dendrogramLayout) wedgeName(v int) string {
	size := plotting.FormatCount(l.p.Size(v))
	if name := l.names[v]; name != "" {
		return name + " (" + size + ")"
	}
	return size + " leaves"
}

// visibleLabels returns the labels between two heights of the placement: every step-th leaf and
// those that must be kept.
func (l *dendrogramLayout) visibleLabels(step int) []placedLabel {
	var labels []placedLabel
	p, q := l.p, l.q
	if len(p.Order()) == 0 {
		return nil
	}
	for r, end := q.At(l.s0), q.At(l.s1); r <= end; r++ {
		if v, ok := l.shutAt(r); ok {
			first, last := int(p.First[v]), int(p.Last[v])
			if y := q.Y[v]; y >= l.s0 && y <= l.s1 {
				labels = append(labels, placedLabel{v, first, y, l.wedgeName(v), true})
			}
			r = last
			continue
		}
		leaf := int(p.Order()[r])
		keep := l.classes.leafSelected(r) || l.classes.matched[leaf]
		y := q.Y[leaf]
		if !l.d.ShowLabels || !keep && (r%step != 0 || l.style.Look.Rows == plotting.SelectedNames) || y < l.s0 || y > l.s1 {
			continue
		}
		labels = append(labels, placedLabel{leaf, r, y, ink.RowName(l.style, p.Tree().Names[leaf]), keep})
	}
	if q.Moving {
		slices.SortStableFunc(labels, func(a, b placedLabel) int { return cmp.Compare(a.y, b.y) })
	}
	return labels
}

// shutAt returns the collapsed clade that holds the leaf of a rank.
func (l *dendrogramLayout) shutAt(rank int) (node int, ok bool) {
	if len(l.shut) == 0 {
		return -1, false
	}
	for v := int(l.p.Order()[rank]); v >= 0; v = l.p.Tree().Parent[v] {
		if l.q.Shut[v] {
			node, ok = v, true // the outermost decides
		}
	}
	return node, ok
}

// drawLabels adds the leaf labels, thinned so that none touch; selected leaves and those found come
// first.
func (l *dendrogramLayout) drawLabels(list *ink.List) {
	if l.labels.Max.X <= l.labels.Min.X {
		return
	}
	size := l.style.LabelSize
	step := 1
	switch {
	case l.pitch >= size || l.style.Look.Rows == plotting.SelectedNames:
	case l.style.Look.Rows == plotting.AllNames:
		if size = max(l.pitch, leastAll); l.pitch < leastAll {
			step = ink.ThinStep(l.pitch, size)
		}
	case l.pitch >= vg.Length(l.style.LeastName)*size:
		size = l.pitch
	default:
		step = ink.ThinStep(l.pitch, size)
	}
	apart := size * 0.999
	if step > sparseStep && l.style.Look.Rows != plotting.AllNames { // among very many leaves a few names only show where one is
		apart = 2.5 * size
		step = ink.ThinStep(l.pitch, apart)
	}
	labels := l.visibleLabels(step)
	at := make([]vg.Length, len(labels))
	for i, k := range labels {
		at[i] = l.y(k.y)
	}
	regular, bold := ink.Regular(l.style.Typeface, size), ink.Bold(l.style.Typeface, size)
	width := l.labels.Max.X - l.labels.Min.X
	half := ink.CapHeight(regular) / 2
	var marks vg.Path
	for _, k := range labels { // mark every leaf found, even if no label fits
		if leaf := k.node; l.p.Tree().IsLeaf(leaf) && l.classes.matched[leaf] {
			y, x := l.y(k.y), l.labels.Min.X-l.style.Padding
			h := min(3, max(l.pitch/2, 1))
			marks.Move(vg.Point{X: x - 4, Y: y - h})
			marks.Line(vg.Point{X: x, Y: y})
			marks.Line(vg.Point{X: x - 4, Y: y + h})
			marks.Close()
		}
	}
	var ground vg.Path
	var texts ink.List
	shown := ink.ThinLabels(at, apart, func(i int) bool { return labels[i].keep })
	short := ink.NewShortNames(len(shown), func(i int) string { return labels[shown[i]].text })
	for _, i := range shown {
		k, y := labels[i], at[i]
		if y-half-size*ink.Descent < l.labels.Min.Y-size || y+half > l.labels.Max.Y+size {
			continue
		}
		l.named[0]++
		face, colour := regular, l.style.Ink
		leaf := l.p.Tree().IsLeaf(k.node)
		if class := l.classes.of(k.node); class == beside.SelectedClass {
			face, colour = bold, l.style.SelectionText
		} else if !leaf {
			face = bold
		}
		if leaf {
			face = ink.RowFace(l.style, face)
		}
		text := short.Elide(face, k.text, width)
		if leaf && l.classes.matched[k.node] {
			box := vg.Rectangle{
				Min: vg.Point{X: l.labels.Min.X - 2, Y: y - half - size*ink.Descent*0.8},
				Max: vg.Point{X: l.labels.Min.X + ink.TextWidth(face, text) + 2, Y: y + half + 1.5},
			}
			ground = append(ground, box.Path()...)
		}
		if l.right {
			texts.Text(face, colour, vg.Point{X: l.labels.Max.X, Y: y}, ink.MiddleRight, 0, text)
			continue
		}
		texts.Text(face, colour, vg.Point{X: l.labels.Min.X, Y: y}, ink.MiddleLeft, 0, text)
	}
	l.nameable[0] = l.leavesInSight()
	list.Add(ink.Fill{Colour: plotting.Fade(l.style.Selection, 0.25), Path: ground})
	list.Add(ink.Fill{Colour: l.style.Selection, Path: marks})
	list.Items = append(list.Items, texts.Items...)
}

// How much of its colour the ground of a group has, in light and in dark figures.
const (
	lightRange = 0.18
	darkRange  = 0.3
)

// eachRange calls f for the largest clades that are all of one group, with the colour of their ground, where a person wants
// groups shaded.
func (l *dendrogramLayout) eachRange(f func(v int, ground color.NRGBA)) {
	if !l.style.Look.Ranges || len(l.d.Groups) == 0 {
		return
	}
	class := beside.RowColours{Groups: l.d.Groups}.Classes(l.p, plotting.NoSelection, l.style).Nodes(l.p)
	share := lightRange
	if l.style.Dark {
		share = darkRange
	}
	for _, i := range l.p.Preorder {
		v := int(i)
		above := l.p.Tree().Parent[v]
		if g := class[v]; g >= 0 && g < len(l.d.Groups) && (above < 0 || class[above] != g) {
			f(v, plotting.Fade(beside.GroupColour(l.d.Groups, g), share))
		}
	}
}

// drawRanges adds the grounds of groups behind branches and labels.
func (l *dendrogramLayout) drawRanges(list *ink.List) {
	l.eachRange(func(v int, ground color.NRGBA) {
		top, bottom := l.y(l.q.Edge[l.p.First[v]]), l.y(l.q.Edge[l.p.Last[v]+1])
		box := func(from, to vg.Length) {
			if to > from && top > bottom {
				list.Box(ground, vg.Rectangle{Min: vg.Point{X: from, Y: bottom}, Max: vg.Point{X: to, Y: top}})
			}
		}
		if !l.p.Tree().IsLeaf(v) {
			box(max(l.x(l.p.Time[v]), l.tree.Min.X), l.tree.Max.X)
		}
		if l.labels.Max.X > l.labels.Min.X {
			box(l.labels.Min.X-2, l.labels.Max.X)
		}
	})
}

// groupRoom returns the width of the bars and names of groups.
func (l *dendrogramLayout) groupRoom(whole vg.Length) vg.Length {
	if len(l.d.Groups) == 0 {
		return 0
	}
	f := ink.Regular(l.style.Typeface, l.style.AxisSize)
	names := make([]string, len(l.d.Groups))
	for i, g := range l.d.Groups {
		names[i] = g.Name
	}
	return min(ink.WidestText(f, names), 0.16*whole) + beside.GroupBar + l.style.Padding + 1
}

// drawGroups adds the bars of the groups and, where there is room, their names. A
// group in several pieces has a bar for each and its name at the longest.
func (l *dendrogramLayout) drawGroups(list *ink.List) {
	if l.classes.group == nil || l.bars.Max.X <= l.bars.Min.X {
		return
	}
	type piece struct{ from, to float64 }
	longest := map[int]piece{}
	paths := map[int]*vg.Path{}
	var order []int
	for r, end := l.q.At(l.s0), l.q.At(l.s1); r <= end; r = int(l.classes.until[r]) + 1 {
		g := int(l.classes.group[r])
		if g < 0 {
			continue
		}
		k := piece{max(l.q.Edge[r], l.s0), min(l.q.Edge[l.classes.until[r]+1], l.s1)}
		if paths[g] == nil {
			paths[g] = &vg.Path{}
			order = append(order, g)
		}
		inset := min(1, 0.2*vg.Length(k.to-k.from)*l.pitch)
		box := vg.Rectangle{
			Min: vg.Point{X: l.bars.Min.X, Y: l.y(k.to) + inset},
			Max: vg.Point{X: l.bars.Min.X + beside.GroupBar, Y: l.y(k.from) - inset},
		}
		*paths[g] = append(*paths[g], box.Path()...)
		if k.to-k.from > longest[g].to-longest[g].from {
			longest[g] = k
		}
	}
	f := ink.Regular(l.style.Typeface, l.style.AxisSize)
	room := l.bars.Max.X - l.bars.Min.X - beside.GroupBar - l.style.Padding
	last := l.tree.Max.Y + f.Font.Size
	for _, g := range order {
		list.Add(ink.Fill{Colour: l.d.groupColour(g), Path: *paths[g]})
	}
	slices.SortFunc(order, func(a, b int) int { // from the top down by the pieces that are named
		return cmp.Compare(longest[a].from, longest[b].from)
	})
	for _, g := range order {
		y := l.y((longest[g].from + longest[g].to) / 2)
		if last-y < f.Font.Size*1.05 {
			continue
		}
		text := ink.Elide(f, l.d.Groups[g].Name, room)
		list.Text(f, l.style.Ink, vg.Point{X: l.bars.Min.X + beside.GroupBar + l.style.Padding, Y: y}, ink.MiddleLeft, 0, text)
		last = y
	}
}
