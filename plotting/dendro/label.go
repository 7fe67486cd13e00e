package dendro

import (
	"cmp"
	"image/color"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// labelPart is the names of leaves, of clades and of groups.
type labelPart struct {
	l            *dendrogramLayout
	labels, bars vg.Rectangle // of names, and of the groups beside them
	named        [2]int       // rows and columns with a name
	nameable     [2]int       // rows and columns in sight; 0 where names are not wanted
}

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
func (lp *labelPart) labelRoom(whole vg.Length) vg.Length {
	if !lp.l.d.ShowLabels && len(lp.l.shut) == 0 {
		return 0
	}
	size := lp.l.style.LabelSize
	widest := vg.Length(0)
	if lp.l.d.ShowLabels {
		widest = vg.Length(lp.l.p.WidestName(lp.l.style.Typeface)) * size
	}
	most := max(1.5*widest, 0.16*whole, 60) // one long name must not push everything else aside
	for v := range lp.l.shut {
		widest = max(widest, min(ink.TextWidth(ink.Bold(lp.l.style.Typeface, size), lp.wedgeName(v)), most))
	}
	return min(widest+1, 0.30*whole)
}

// leavesInSight returns how many leaves and collapsed clades could have a name.
func (lp *labelPart) leavesInSight() (n int) {
	if !lp.l.d.ShowLabels || lp.l.right { // of two trees face to face, the left one says it
		return 0
	}
	for r, end := lp.l.q.At(lp.l.s0), lp.l.q.At(lp.l.s1); r <= end; r++ {
		if v, ok := lp.shutAt(r); ok {
			r = int(lp.l.p.Last[v])
		}
		if y := lp.l.q.Y[lp.l.p.Order()[r]]; y >= lp.l.s0 && y <= lp.l.s1 {
			n++
		}
	}
	return n
}

// wedgeName returns the label of a collapsed clade.
func (lp *labelPart) wedgeName(v int) string {
	size := plotting.FormatCount(lp.l.p.Size(v))
	if name := lp.l.names[v]; name != "" {
		return name + " (" + size + ")"
	}
	return lp.l.d.Things.Say(size + " leaves")
}

// visibleLabels returns the labels between two heights of the placement: every step-th leaf and
// those that must be kept.
func (lp *labelPart) visibleLabels(step int) []placedLabel {
	var labels []placedLabel
	p, q := lp.l.p, lp.l.q
	if len(p.Order()) == 0 {
		return nil
	}
	for r, end := q.At(lp.l.s0), q.At(lp.l.s1); r <= end; r++ {
		if v, ok := lp.shutAt(r); ok {
			first, last := int(p.First[v]), int(p.Last[v])
			if y := q.Y[v]; y >= lp.l.s0 && y <= lp.l.s1 {
				labels = append(labels, placedLabel{v, first, y, lp.wedgeName(v), true})
			}
			r = last
			continue
		}
		leaf := int(p.Order()[r])
		keep := lp.l.classes.leafSelected(r) || lp.l.classes.matched[leaf]
		y := q.Y[leaf]
		if !lp.l.d.ShowLabels || !keep && (r%step != 0 || lp.l.style.Look.Rows == plotting.SelectedNames) ||
			y < lp.l.s0 || y > lp.l.s1 {
			continue
		}
		labels = append(labels, placedLabel{leaf, r, y, ink.RowName(lp.l.style, p.Tree().Names[leaf]), keep})
	}
	if q.Moving {
		stable.Sort(labels, func(a, b placedLabel) int { return cmp.Compare(a.y, b.y) })
	}
	return labels
}

// shutAt returns the collapsed clade that holds the leaf of a rank.
func (lp *labelPart) shutAt(rank int) (node int, ok bool) {
	if len(lp.l.shut) == 0 {
		return -1, false
	}
	for v := int(lp.l.p.Order()[rank]); v >= 0; v = lp.l.p.Tree().Parent[v] {
		if lp.l.q.Shut[v] {
			node, ok = v, true // the outermost decides
		}
	}
	return node, ok
}

// drawLabels adds the leaf labels, thinned so that none touch; selected leaves and those found come
// first.
func (lp *labelPart) drawLabels(list *ink.List) {
	if lp.labels.Max.X <= lp.labels.Min.X {
		return
	}
	size := lp.l.style.LabelSize
	step := 1
	switch {
	case lp.l.pitch >= size || lp.l.style.Look.Rows == plotting.SelectedNames:
	case lp.l.style.Look.Rows == plotting.AllNames:
		if size = max(lp.l.pitch, leastAll); lp.l.pitch < leastAll {
			step = ink.ThinStep(lp.l.pitch, size)
		}
	case lp.l.pitch >= vg.Length(lp.l.style.LeastName)*size:
		size = lp.l.pitch
	default:
		step = ink.ThinStep(lp.l.pitch, size)
	}
	apart := size * 0.999
	// Among very many leaves a few names only show where one is.
	if step > sparseStep && lp.l.style.Look.Rows != plotting.AllNames {
		apart = 2.5 * size
		step = ink.ThinStep(lp.l.pitch, apart)
	}
	labels := lp.visibleLabels(step)
	at := make([]vg.Length, len(labels))
	for i, k := range labels {
		at[i] = lp.l.y(k.y)
	}
	regular, bold := ink.Regular(lp.l.style.Typeface, size), ink.Bold(lp.l.style.Typeface, size)
	width := lp.labels.Max.X - lp.labels.Min.X
	half := ink.CapHeight(regular) / 2
	var marks vg.Path
	for _, k := range labels { // mark every leaf found, even if no label fits
		if leaf := k.node; lp.l.p.Tree().IsLeaf(leaf) && lp.l.classes.matched[leaf] {
			y, x := lp.l.y(k.y), lp.labels.Min.X-lp.l.style.Padding
			h := min(3, max(lp.l.pitch/2, 1))
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
		if y-half-size*ink.Descent < lp.labels.Min.Y-size || y+half > lp.labels.Max.Y+size {
			continue
		}
		lp.named[0]++
		face, colour := regular, lp.l.style.Ink
		leaf := lp.l.p.Tree().IsLeaf(k.node)
		if class := lp.l.classes.of(k.node); class == beside.SelectedClass {
			face, colour = bold, lp.l.style.SelectionText
		} else if !leaf {
			face = bold
		}
		if leaf {
			face = ink.RowFace(lp.l.style, face)
		}
		text := short.Elide(face, k.text, width)
		if leaf && lp.l.classes.matched[k.node] {
			box := vg.Rectangle{
				Min: vg.Point{X: lp.labels.Min.X - 2, Y: y - half - size*ink.Descent*0.8},
				Max: vg.Point{X: lp.labels.Min.X + ink.TextWidth(face, text) + 2, Y: y + half + 1.5},
			}
			ground = append(ground, box.Path()...)
		}
		if lp.l.right {
			texts.Text(face, colour, vg.Point{X: lp.labels.Max.X, Y: y}, ink.MiddleRight, 0, text)
			continue
		}
		texts.Text(face, colour, vg.Point{X: lp.labels.Min.X, Y: y}, ink.MiddleLeft, 0, text)
	}
	lp.nameable[0] = lp.leavesInSight()
	list.Add(ink.Fill{Colour: plotting.Fade(lp.l.style.Selection, 0.25), Path: ground})
	list.Add(ink.Fill{Colour: lp.l.style.Selection, Path: marks})
	list.Items = append(list.Items, texts.Items...)
}

// How much of its colour the ground of a group has, in light and in dark figures.
const (
	lightRange = 0.18
	darkRange  = 0.3
)

// eachRange calls f for the largest clades that are all of one group, with the colour of their ground, where a person
// wants groups shaded.
func (lp *labelPart) eachRange(f func(v int, ground color.NRGBA)) {
	if !lp.l.style.Look.Ranges || len(lp.l.d.Groups) == 0 {
		return
	}
	class := beside.RowColours{Groups: lp.l.d.Groups}.Classes(lp.l.p, plotting.NoSelection, lp.l.style).Nodes(lp.l.p)
	share := lightRange
	if lp.l.style.Dark {
		share = darkRange
	}
	for _, i := range lp.l.p.Preorder {
		v := int(i)
		above := lp.l.p.Tree().Parent[v]
		if g := class[v]; g >= 0 && g < len(lp.l.d.Groups) && (above < 0 || class[above] != g) {
			f(v, plotting.Fade(beside.GroupColour(lp.l.d.Groups, g), share))
		}
	}
}

// drawRanges adds the grounds of groups behind branches and labels.
func (lp *labelPart) drawRanges(list *ink.List) {
	lp.eachRange(func(v int, ground color.NRGBA) {
		top, bottom := lp.l.y(lp.l.q.Edge[lp.l.p.First[v]]), lp.l.y(lp.l.q.Edge[lp.l.p.Last[v]+1])
		box := func(from, to vg.Length) {
			if to > from && top > bottom {
				list.Box(ground, vg.Rectangle{Min: vg.Point{X: from, Y: bottom}, Max: vg.Point{X: to, Y: top}})
			}
		}
		if !lp.l.p.Tree().IsLeaf(v) {
			box(max(lp.l.x(lp.l.p.Time[v]), lp.l.tree.Min.X), lp.l.tree.Max.X)
		}
		if lp.labels.Max.X > lp.labels.Min.X {
			box(lp.labels.Min.X-2, lp.labels.Max.X)
		}
	})
}

// groupRoom returns the width of the bars and names of groups.
func (lp *labelPart) groupRoom(whole vg.Length) vg.Length {
	if len(lp.l.d.Groups) == 0 {
		return 0
	}
	f := ink.Regular(lp.l.style.Typeface, lp.l.style.AxisSize)
	names := make([]string, len(lp.l.d.Groups))
	for i, g := range lp.l.d.Groups {
		names[i] = g.Name
	}
	return min(ink.WidestText(f, names), 0.16*whole) + beside.GroupBar + lp.l.style.Padding + 1
}

// drawGroups adds the bars of the groups and, where there is room, their names. A
// group in several pieces has a bar for each and its name at the longest.
func (lp *labelPart) drawGroups(list *ink.List) {
	if lp.l.classes.group == nil || lp.bars.Max.X <= lp.bars.Min.X {
		return
	}
	type piece struct{ from, to float64 }
	longest := map[int]piece{}
	paths := map[int]*vg.Path{}
	var order []int
	for r, end := lp.l.q.At(lp.l.s0), lp.l.q.At(lp.l.s1); r <= end; r = int(lp.l.classes.until[r]) + 1 {
		g := int(lp.l.classes.group[r])
		if g < 0 {
			continue
		}
		k := piece{max(lp.l.q.Edge[r], lp.l.s0), min(lp.l.q.Edge[lp.l.classes.until[r]+1], lp.l.s1)}
		if paths[g] == nil {
			paths[g] = &vg.Path{}
			order = append(order, g)
		}
		inset := min(1, 0.2*vg.Length(k.to-k.from)*lp.l.pitch)
		box := vg.Rectangle{
			Min: vg.Point{X: lp.bars.Min.X, Y: lp.l.y(k.to) + inset},
			Max: vg.Point{X: lp.bars.Min.X + beside.GroupBar, Y: lp.l.y(k.from) - inset},
		}
		*paths[g] = append(*paths[g], box.Path()...)
		if k.to-k.from > longest[g].to-longest[g].from {
			longest[g] = k
		}
	}
	f := ink.Regular(lp.l.style.Typeface, lp.l.style.AxisSize)
	room := lp.bars.Max.X - lp.bars.Min.X - beside.GroupBar - lp.l.style.Padding
	last := lp.l.tree.Max.Y + f.Font.Size
	for _, g := range order {
		list.Add(ink.Fill{Colour: lp.l.d.groupColour(g), Path: *paths[g]})
	}
	slices.SortFunc(order, func(a, b int) int { // from the top down by the pieces that are named
		return cmp.Compare(longest[a].from, longest[b].from)
	})
	for _, g := range order {
		y := lp.l.y((longest[g].from + longest[g].to) / 2)
		if last-y < f.Font.Size*1.05 {
			continue
		}
		text := ink.Elide(f, lp.l.d.Groups[g].Name, room)
		list.Text(f, lp.l.style.Ink, vg.Point{X: lp.bars.Min.X + beside.GroupBar + lp.l.style.Padding, Y: y},
			ink.MiddleLeft, 0, text)
		last = y
	}
}
