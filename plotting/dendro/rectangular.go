package dendro

import (
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// rectangle is the plot of the rectangular shape: time from left to right, bars upright.
type rectangle struct{ l *dendrogramLayout }

func (r rectangle) height(v int, _ float64) float64 { return r.l.branches.cladeHeight(v) }

func (r rectangle) hidden(v int, above float64) bool {
	l := r.l
	return l.q.Edge[l.p.Last[v]+1] < l.s0 || l.q.Edge[l.p.First[v]] > l.s1 || above > l.t1 || l.p.Latest[v] < l.t0
}

func (r rectangle) branch(path *vg.Path, _, v int, above float64) {
	l := r.l
	x0, x1, y := l.x(above), l.x(l.p.Time[v]), l.y(l.q.Y[v])
	if x1-x0 >= 0.2 && y >= l.tree.Min.Y-4 && y <= l.tree.Max.Y+4 {
		addLine(path, vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y})
	}
}

func (rectangle) straight() bool { return false }

func (r rectangle) bar(path *vg.Path, v int) {
	l := r.l
	first, last := l.q.Span(l.p.Tree().Children[v])
	x := l.x(l.p.Time[v])
	addLine(path, vg.Point{X: x, Y: l.y(first)}, vg.Point{X: x, Y: l.y(last)})
}

func (r rectangle) sameBar(a, b int) bool {
	p, q, t := r.l.p, r.l.q, r.l.p.Tree()
	if math.Abs(float64(r.l.x(p.Time[a])-r.l.x(p.Time[b]))) >= ink.Fine {
		return false
	}
	ca, cb := t.Children[a], t.Children[b]
	near := func(u, v int) bool { return math.Abs(q.Y[u]-q.Y[v])*float64(r.l.pitch) < ink.Fine }
	return near(ca[0], cb[0]) && near(ca[len(ca)-1], cb[len(cb)-1])
}

func (r rectangle) point(v int) vg.Point {
	return vg.Point{X: r.l.x(r.l.p.Time[v]), Y: r.l.y(r.l.q.Y[v])}
}

func (r rectangle) dotted(v, class int, height float64) bool {
	l := r.l
	t, y := l.p.Time[v], l.q.Y[v]
	return height >= l.branches.dotHeight() && class != beside.UniqueClass && t >= l.t0 && t <= l.t1 && y >= l.s0 &&
		y <= l.s1
}

func (r rectangle) away(p vg.Point, v int, above float64) bool {
	l := r.l
	slot, slack := l.slot(p.Y), ink.Reach/float64(l.pitch)
	return l.q.Edge[l.p.Last[v]+1] < slot-slack || l.q.Edge[l.p.First[v]] > slot+slack || l.x(above) > p.X+ink.Reach
}

func (r rectangle) toBranch(p vg.Point, v int, above float64, small bool) vg.Length {
	l, end := r.l, r.l.p.Time[v]
	if small {
		end = l.p.Latest[v]
	}
	dx := max(l.x(above)-p.X, p.X-l.x(end), 0)
	return vg.Length(math.Hypot(float64(dx), float64(p.Y-l.y(l.q.Y[v]))))
}

func (r rectangle) toBar(p vg.Point, v int) vg.Length {
	l := r.l
	first, last := l.q.Span(l.p.Tree().Children[v])
	if p.Y > l.y(first) || p.Y < l.y(last) {
		return math.MaxFloat64
	}
	return vg.Length(math.Abs(float64(p.X - l.x(l.p.Time[v]))))
}

func (r rectangle) wedge(path *vg.Path, v int) {
	p, q, l := r.l.p, r.l.q, r.l
	pad := wedgePad * (q.Edge[p.Last[v]+1] - q.Edge[p.First[v]])
	pad = min(0.15, pad)
	at, x := r.point(v), l.x(p.Latest[v])
	x = max(x, at.X+4)
	path.Move(at)
	path.Line(vg.Point{X: x, Y: l.y(q.Edge[p.First[v]] + pad)})
	path.Line(vg.Point{X: x, Y: l.y(q.Edge[p.Last[v]+1] - pad)})
	path.Close()
}

func (r rectangle) pieces() pieces { return newRowPieces(r.l) }

// wedgePad is the free margin on either side of a clade drawn as one, as a share of its height.
const wedgePad = 0.1

// addLine adds a straight line to a path.
func addLine(path *vg.Path, a, b vg.Point) {
	*path = append(*path, vg.PathComp{Type: vg.MoveComp, Pos: a}, vg.PathComp{Type: vg.LineComp, Pos: b})
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

// add covers the rows of a clade from a time to its latest leaf.
func (r *rowPieces) add(v int, above float64, class int) {
	p, q := r.l.p, r.l.q
	top, bottom := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
	x0, x1 := r.l.x(above), r.l.x(p.Latest[v])
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
