package dendro

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// pens gathers lines by colour and width, so that each makes one path.
type pens struct {
	index map[pen]int
	order []pen
	items []*ink.Stroke
	dash  []vg.Length // of branches above clades that another tree lacks
}

type pen struct {
	class int
	width float64 // in hundredths of a point
}

func (p *pens) get(class int, hue color.NRGBA, width vg.Length) *ink.Stroke {
	k := pen{class, math.Round(100 * float64(width))}
	if i, ok := p.index[k]; ok {
		return p.items[i]
	}
	if p.index == nil {
		p.index = map[pen]int{}
	}
	p.index[k] = len(p.items)
	item := &ink.Stroke{Colour: hue, Width: vg.Length(k.width / 100), Path: make(vg.Path, 0, 128)}
	if class == beside.UniqueClass {
		item.Dash = p.dash
	}
	p.order, p.items = append(p.order, k), append(p.items, item)
	return item
}

// addTo adds the lines to a list: plain before groups, the selection last, thin before thick.
func (p *pens) addTo(list *ink.List) {
	turn := inference.UpTo(len(p.items))
	layer := func(class int) int {
		if class == beside.SelectedClass {
			return math.MaxInt
		}
		return class
	}
	slices.SortStableFunc(turn, func(a, b int) int {
		x, y := p.order[a], p.order[b]
		switch {
		case layer(x.class) != layer(y.class):
			if layer(x.class) < layer(y.class) {
				return -1
			}
			return 1
		case x.width < y.width:
			return -1
		case x.width > y.width:
			return 1
		}
		return 0
	})
	for _, i := range turn {
		list.Add(p.items[i])
	}
}

// branchStep is a node to be drawn and the nearest branch point above it whose bar was drawn.
type branchStep struct{ node, bar int32 }

// drawBranches adds the visible part of the tree. Its cost is bounded by the pixels covered: clades
// lower than a pixel become pieces of rows, and bars that would coincide are left out.
func (l *dendrogramLayout) drawBranches(list *ink.List) {
	t, p, q := l.p.Tree(), l.p, l.q
	lines := pens{dash: l.dash}
	rows := newRowPieces(l)
	var wedges []int
	var dots []branchDot
	stack := []branchStep{{int32(t.Top), -1}}
	for len(stack) > 0 {
		step := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := int(step.node)
		top, bottom := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
		if bottom < l.s0 || top > l.s1 {
			continue
		}
		above := 0.0
		if t.Parent[v] >= 0 {
			above = p.Time[t.Parent[v]]
		}
		if above > l.t1 || p.Latest[v] < l.t0 {
			continue
		}
		above = max(above, l.d.From)
		height := float64(l.pitch) * (bottom - top)
		class := l.classes.of(v)
		if height < ink.Subpixel {
			if class == beside.UniqueClass {
				class = beside.PlainClass // too small to tell colours apart, and each colour costs a shape
			}
			rows.add(top, bottom, l.x(above), l.x(p.Latest[v]), class)
			continue
		}
		leaf := len(t.Children[v]) == 0
		width := l.branchWidth(v, class, height)
		x0, x1, y := l.x(above), l.x(p.Time[v]), l.y(q.Y[v])
		pen, ink := l.branchPen(v, class)
		early := p.Time[v] < l.d.From
		if x1-x0 >= 0.2 && !early && y >= l.tree.Min.Y-4 && y <= l.tree.Max.Y+4 {
			lines.get(pen, ink, width).Segment(vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y})
		}
		if leaf {
			continue
		}
		if q.Shut[v] {
			wedges = append(wedges, v)
			continue
		}
		children := t.Children[v]
		first, last := q.Span(children)
		high, low := l.y(first), l.y(last)
		bar := step.bar
		if !early && (bar < 0 || !l.sameBar(int(bar), v)) {
			bar = step.node
			barWidth := min(width, l.style.Stroke)
			if class == beside.SelectedClass {
				barWidth = width
			}
			if l.d.Branches != nil && class != beside.SelectedClass { // what is above a branch point is not at it
				pen, ink = l.valuePen(0)
			}
			lines.get(pen, ink, barWidth).Segment(vg.Point{X: x1, Y: high}, vg.Point{X: x1, Y: low})
		}
		if height >= l.dotHeight() && !early && class != beside.UniqueClass && p.Time[v] >= l.t0 && p.Time[v] <= l.t1 && q.Y[v] >= l.s0 && q.Y[v] <= l.s1 {
			dots = append(dots, branchDot{vg.Point{X: x1, Y: y}, height * float64(1+len(children)/3), class})
		}
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, branchStep{int32(children[i]), bar})
		}
	}
	rows.addTo(list)
	lines.addTo(list)
	l.drawWedges(list, wedges)
	l.drawDots(list, dots)
}

// sameBar reports whether the bars of two branch points, one above the other, cannot
// be told apart.
func (l *dendrogramLayout) sameBar(a, b int) bool {
	p, q, t := l.p, l.q, l.p.Tree()
	if math.Abs(float64(l.x(p.Time[a])-l.x(p.Time[b]))) >= ink.Fine {
		return false
	}
	ca, cb := t.Children[a], t.Children[b]
	near := func(u, v int) bool { return math.Abs(q.Y[u]-q.Y[v])*float64(l.pitch) < ink.Fine }
	return near(ca[0], cb[0]) && near(ca[len(ca)-1], cb[len(cb)-1])
}

// branchWidth returns the stroke of the branch above v, whose clade is height points high. Strokes
// are thinner where lines would run together.
func (l *dendrogramLayout) branchWidth(v, class int, height float64) vg.Length {
	if class == beside.SelectedClass {
		return max(l.style.SelectedStroke, l.supportWidth(v))
	}
	if share, ok := l.branchValue(v); ok && height > 4 {
		return l.valueWidth(share)
	}
	if w := l.supportWidth(v); height > 4 && l.d.Branches == nil {
		return w
	}
	// Few widths, because each is a path of its own.
	return min(l.style.Stroke, vg.Length(max(0.5, math.Round(2*height)/4)))
}

// drawWedges adds collapsed clades: triangles from the branch point to the leaves.
func (l *dendrogramLayout) drawWedges(list *ink.List, nodes []int) {
	for _, v := range nodes {
		p, q := l.p, l.q
		pad := min(0.15, 0.1*(q.Edge[p.Last[v]+1]-q.Edge[p.First[v]]))
		top, bottom := l.y(q.Edge[p.First[v]]+pad), l.y(q.Edge[p.Last[v]+1]-pad)
		x0, x1 := l.x(p.Time[v]), l.x(p.Latest[v])
		x1 = max(x1, x0+4)
		var path vg.Path
		path.Move(vg.Point{X: x0, Y: l.y(q.Y[v])})
		path.Line(vg.Point{X: x1, Y: top})
		path.Line(vg.Point{X: x1, Y: bottom})
		path.Close()
		hue := l.classes.ink(l.classes.of(v))
		list.Add(ink.Fill{Colour: plotting.Fade(hue, 0.22), Path: path})
		list.Add(&ink.Stroke{Colour: hue, Width: l.style.Stroke, Path: path})
	}
}

// A branchDot is a branch point that may get a mark.
type branchDot struct {
	at     vg.Point
	weight float64
	class  int
}

// maxDots limits the branch points marked in one frame; maxSharedDots does so if the mark says that
// another tree has the clade too.
const (
	maxDots       = 28
	maxSharedDots = 400
)

// dotHeight returns the least height in points of a clade with a mark.
func (l *dendrogramLayout) dotHeight() float64 {
	if l.classes.unique != nil {
		return 7
	}
	return 24
}

// drawDots marks the branch points that divide the most leaves.
func (l *dendrogramLayout) drawDots(list *ink.List, dots []branchDot) {
	slices.SortStableFunc(dots, func(a, b branchDot) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	most := maxDots
	if l.classes.unique != nil {
		most = maxSharedDots
	}
	if len(dots) > most {
		dots = dots[:most]
	}
	for _, d := range dots { // one path each, because a canvas works on the box of a path
		var path vg.Path
		path.Move(vg.Point{X: d.at.X + l.style.DotRadius, Y: d.at.Y})
		path.Arc(d.at, l.style.DotRadius, 0, 2*math.Pi)
		path.Close()
		list.Add(ink.Fill{Colour: l.classes.ink(d.class), Path: path})
	}
}

// rowPieces draws clades lower than a pixel: in each row of the plot, the span of time that their
// branches cover.
type rowPieces struct {
	l        *dendrogramLayout
	from, to []vg.Length // from > to where a row is empty
	class    []int
	used     bool
}

func newRowPieces(l *dendrogramLayout) *rowPieces {
	n := int(float64(l.tree.Max.Y-l.tree.Min.Y)/ink.Fine) + 1
	r := &rowPieces{l: l, from: make([]vg.Length, n), to: make([]vg.Length, n), class: make([]int, n)}
	for i := range r.from {
		r.from[i], r.to[i], r.class[i] = math.MaxFloat64, -math.MaxFloat64, beside.PlainClass
	}
	return r
}

// add covers the rows between two heights of the placement.
func (r *rowPieces) add(top, bottom float64, x0, x1 vg.Length, class int) {
	scale := float64(r.l.pitch) / ink.Fine
	first := max(int((top-r.l.s0)*scale), 0)
	last := min(int(math.Ceil((bottom-r.l.s0)*scale))-1, len(r.from)-1)
	for i := first; i <= last; i++ {
		r.used = true
		r.from[i], r.to[i] = min(r.from[i], x0), max(r.to[i], x1)
		if class == beside.SelectedClass || r.class[i] == beside.PlainClass {
			r.class[i] = class
		}
	}
}

// addTo adds the pieces, equal neighbours joined, paler than branches.
func (r *rowPieces) addTo(list *ink.List) {
	if !r.used {
		return
	}
	paths := map[int]*vg.Path{}
	var order []int
	top := r.l.tree.Max.Y
	for i := 0; i < len(r.from); {
		j := i + 1
		for j < len(r.from) && r.from[j] == r.from[i] && r.to[j] == r.to[i] && r.class[j] == r.class[i] {
			j++
		}
		if r.from[i] <= r.to[i] {
			path, ok := paths[r.class[i]]
			if !ok {
				made := make(vg.Path, 0, 5*len(r.from)/2)
				path = &made
				paths[r.class[i]] = path
				order = append(order, r.class[i])
			}
			box := vg.Rectangle{
				Min: vg.Point{X: r.from[i], Y: max(top-vg.Length(j)*ink.Fine, r.l.tree.Min.Y)},
				Max: vg.Point{X: max(r.to[i], r.from[i]+ink.Fine), Y: top - vg.Length(i)*ink.Fine},
			}
			*path = ink.AppendBox(*path, box)
		}
		i = j
	}
	slices.SortFunc(order, func(a, b int) int { return b - a })
	for _, class := range order {
		list.Add(ink.Fill{Colour: plotting.Fade(r.l.classes.ink(class), pieceShare(class)), Path: *paths[class]})
	}
}

// pieceShare is the opacity of pieces: paler than branches, so that those stand out.
func pieceShare(class int) float64 {
	switch {
	case class == beside.SelectedClass:
		return 0.75
	case class >= 0:
		return 0.55
	}
	return 0.32
}
