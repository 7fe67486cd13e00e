package plotting

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// leastLabel is how far leaf labels shrink, as a share of their size, before they are thinned.
const leastLabel = 0.8

// sparseStep is how many leaves a label stands for at most before labels move apart.
const sparseStep = 12

// A placedLabel is a leaf label or the name of a collapsed clade with its place.
type placedLabel struct {
	node int
	rank int
	y    float64 // in units of the placement
	text string
	keep bool // selected or found: placed before the others
}

// ElideMiddle returns s, with its middle replaced by "…" where it is wider than width:
// names that differ do so at their ends. It returns "" where not even two letters fit.
func ElideMiddle(f font.Face, s string, width vg.Length) string {
	if TextWidth(f, s) <= width {
		return s
	}
	runes := []rune(s)
	cut := func(kept int) string {
		head := (kept + 1) / 2
		return strings.TrimRight(string(runes[:head]), " ") + "…" + strings.TrimLeft(string(runes[len(runes)-(kept-head):]), " ")
	}
	low, high := 0, len(runes)-1
	for low < high {
		m := (low + high + 1) / 2
		if TextWidth(f, cut(m)) <= width {
			low = m
		} else {
			high = m - 1
		}
	}
	if low < 2 {
		return ""
	}
	return cut(low)
}

// labelRoom is the width that leaf labels get, at most share of the whole.
func (l *dendrogramLayout) labelRoom(whole vg.Length) vg.Length {
	if !l.d.ShowLabels && len(l.shut) == 0 {
		return 0
	}
	size := l.style.LabelSize
	widest := vg.Length(0)
	if l.d.ShowLabels {
		widest = vg.Length(l.p.widestName()) * size
	}
	most := max(1.5*widest, 0.16*whole, 60) // the name of one clade must not push all else aside
	for v := range l.shut {
		widest = max(widest, min(TextWidth(Bold(size), l.wedgeName(v)), most))
	}
	return min(widest+1, 0.30*whole)
}

// wedgeName is what stands at a collapsed clade.
func (l *dendrogramLayout) wedgeName(v int) string {
	size := FormatCount(l.p.Size(v))
	if name := l.names[v]; name != "" {
		return name + " (" + size + ")"
	}
	return size + " leaves"
}

// visibleLabels returns the labels that could stand between two heights of the
// placement, every step-th leaf and those that must be kept.
func (l *dendrogramLayout) visibleLabels(step int) []placedLabel {
	var labels []placedLabel
	p, q := l.p, l.q
	if len(p.order) == 0 {
		return nil
	}
	for r, end := q.at(l.s0), q.at(l.s1); r <= end; r++ {
		if v, ok := l.shutAt(r); ok {
			first, last := int(p.first[v]), int(p.last[v])
			if y := q.y[v]; y >= l.s0 && y <= l.s1 {
				labels = append(labels, placedLabel{v, first, y, l.wedgeName(v), true})
			}
			r = last
			continue
		}
		leaf := int(p.order[r])
		keep := l.classes.leafSelected(r) || l.classes.matched[leaf]
		y := q.y[leaf]
		if !l.d.ShowLabels || !keep && r%step != 0 || y < l.s0 || y > l.s1 {
			continue
		}
		labels = append(labels, placedLabel{leaf, r, y, p.tree.Names[leaf], keep})
	}
	if q.moving {
		slices.SortStableFunc(labels, func(a, b placedLabel) int { return cmp.Compare(a.y, b.y) })
	}
	return labels
}

// shutAt returns the collapsed clade that holds the leaf of a rank.
func (l *dendrogramLayout) shutAt(rank int) (node int, ok bool) {
	if len(l.shut) == 0 {
		return -1, false
	}
	for v := int(l.p.order[rank]); v >= 0; v = l.p.tree.Parent[v] {
		if l.q.shut[v] {
			node, ok = v, true // the outermost decides
		}
	}
	return node, ok
}

// drawLabels adds the leaf labels, thinned so that none touch, the selected and the
// found before the others.
func (l *dendrogramLayout) drawLabels(list *drawList) {
	if l.labels.Max.X <= l.labels.Min.X {
		return
	}
	size := l.style.LabelSize
	step := 1
	switch {
	case l.pitch >= size:
	case l.pitch >= leastLabel*size:
		size = l.pitch
	default:
		step = ThinStep(l.pitch, size)
	}
	apart := size * 0.999
	if step > sparseStep { // a few names among very many say where one is, no more
		apart = 2.5 * size
		step = ThinStep(l.pitch, apart)
	}
	labels := l.visibleLabels(step)
	at := make([]vg.Length, len(labels))
	for i, k := range labels {
		at[i] = l.y(k.y)
	}
	regular, bold := Regular(size), Bold(size)
	width := l.labels.Max.X - l.labels.Min.X
	half := CapHeight(regular) / 2
	var marks vg.Path
	for _, k := range labels { // every leaf found is marked, also where no label fits
		if leaf := k.node; l.p.tree.IsLeaf(leaf) && l.classes.matched[leaf] {
			y, x := l.y(k.y), l.labels.Min.X-l.style.Padding
			h := min(3, max(l.pitch/2, 1))
			marks.Move(vg.Point{X: x - 4, Y: y - h})
			marks.Line(vg.Point{X: x, Y: y})
			marks.Line(vg.Point{X: x - 4, Y: y + h})
			marks.Close()
		}
	}
	var ground vg.Path
	var texts drawList
	for _, i := range ThinLabels(at, apart, func(i int) bool { return labels[i].keep }) {
		k, y := labels[i], at[i]
		if y-half-size*descent < l.labels.Min.Y-size || y+half > l.labels.Max.Y+size {
			continue
		}
		face, ink := regular, l.style.Ink
		leaf := l.p.tree.IsLeaf(k.node)
		if class := l.classes.of(k.node); class == selectedClass {
			face, ink = bold, l.style.SelectionText
		} else if !leaf {
			face = bold
		}
		text := ElideMiddle(face, k.text, width)
		if leaf && l.classes.matched[k.node] {
			box := vg.Rectangle{
				Min: vg.Point{X: l.labels.Min.X - 2, Y: y - half - size*descent*0.8},
				Max: vg.Point{X: l.labels.Min.X + TextWidth(face, text) + 2, Y: y + half + 1.5},
			}
			ground = append(ground, box.Path()...)
		}
		if l.right {
			texts.text(face, ink, vg.Point{X: l.labels.Max.X, Y: y}, MiddleRight, 0, text)
			continue
		}
		texts.text(face, ink, vg.Point{X: l.labels.Min.X, Y: y}, MiddleLeft, 0, text)
	}
	list.add(fillItem{Fade(l.style.Selection, 0.25), ground})
	list.add(fillItem{l.style.Selection, marks})
	list.items = append(list.items, texts.items...)
}

// groupRoom is the width that the bars and names of groups get.
func (l *dendrogramLayout) groupRoom(whole vg.Length) vg.Length {
	if len(l.d.Groups) == 0 {
		return 0
	}
	f := Regular(l.style.AxisSize)
	names := make([]string, len(l.d.Groups))
	for i, g := range l.d.Groups {
		names[i] = g.Name
	}
	return min(WidestText(f, names), 0.16*whole) + groupBar + l.style.Padding + 1
}

// groupBar is the width of the bar of a group.
const groupBar = 3

// drawGroups adds the bars of the groups and, where there is room, their names. A
// group in several pieces has a bar for each and its name at the longest.
func (l *dendrogramLayout) drawGroups(list *drawList) {
	if l.classes.group == nil || l.bars.Max.X <= l.bars.Min.X {
		return
	}
	type piece struct{ from, to float64 }
	longest := map[int]piece{}
	paths := map[int]*vg.Path{}
	var order []int
	for r, end := l.q.at(l.s0), l.q.at(l.s1); r <= end; r = int(l.classes.until[r]) + 1 {
		g := int(l.classes.group[r])
		if g < 0 {
			continue
		}
		k := piece{max(l.q.edge[r], l.s0), min(l.q.edge[l.classes.until[r]+1], l.s1)}
		if paths[g] == nil {
			paths[g] = &vg.Path{}
			order = append(order, g)
		}
		inset := min(1, 0.2*vg.Length(k.to-k.from)*l.pitch)
		box := vg.Rectangle{
			Min: vg.Point{X: l.bars.Min.X, Y: l.y(k.to) + inset},
			Max: vg.Point{X: l.bars.Min.X + groupBar, Y: l.y(k.from) - inset},
		}
		*paths[g] = append(*paths[g], box.Path()...)
		if k.to-k.from > longest[g].to-longest[g].from {
			longest[g] = k
		}
	}
	f := Regular(l.style.AxisSize)
	room := l.bars.Max.X - l.bars.Min.X - groupBar - l.style.Padding
	last := l.tree.Max.Y + f.Font.Size
	for _, g := range order {
		list.add(fillItem{l.d.groupColour(g), *paths[g]})
	}
	for _, g := range order { // from the top down, as they were found
		y := l.y((longest[g].from + longest[g].to) / 2)
		if last-y < f.Font.Size*1.05 {
			continue
		}
		text := Elide(f, l.d.Groups[g].Name, room)
		list.text(f, l.style.Ink, vg.Point{X: l.bars.Min.X + groupBar + l.style.Padding, Y: y}, MiddleLeft, 0, text)
		last = y
	}
}
