package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// drawDiscBranches adds the visible part of a circular tree, with the same bound on its cost as
// drawBranches.
func (l *dendrogramLayout) drawDiscBranches(list *ink.List) {
	t, p, q, d := l.p.Tree(), l.p, l.q, l.disc
	var lines pens
	pieces := newSectorPieces(l)
	var wedges []int
	var dots []branchDot
	stack := []branchStep{{int32(t.Top), -1}}
	for len(stack) > 0 {
		step := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := int(step.node)
		top, bottom := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
		above := 0.0
		if t.Parent[v] >= 0 {
			above = p.Time[t.Parent[v]]
		}
		if d.hidden(d.radius*above, d.radius*p.Latest[v], top, bottom) {
			continue
		}
		height := float64(l.pitch) * (bottom - top)
		class := l.classes.of(v)
		if height < ink.Subpixel {
			pieces.add(top, bottom, d.radius*above, d.radius*p.Latest[v], class)
			continue
		}
		width := l.branchWidth(v, class, height)
		r0, r1 := d.radius*above, d.radius*p.Time[v]
		pen, ink := l.branchPen(v, class)
		if r1-r0 >= 0.2 {
			lines.get(pen, ink, width).Segment(d.at(r0, q.Y[v]), d.at(r1, q.Y[v]))
		}
		if len(t.Children[v]) == 0 {
			continue
		}
		if q.Shut[v] {
			wedges = append(wedges, v)
			continue
		}
		children := t.Children[v]
		bar := step.bar
		if bar < 0 || !l.sameArc(int(bar), v) {
			bar = step.node
			barWidth := min(width, l.style.Stroke)
			if class == beside.SelectedClass {
				barWidth = width
			}
			if l.d.Branches != nil && class != beside.SelectedClass {
				pen, ink = l.valuePen(0)
			}
			first, last := q.Span(children)
			d.arc(&lines.get(pen, ink, barWidth).Path, r1, first, last, true)
		}
		if height*p.Time[v] >= 18 {
			dots = append(dots, branchDot{d.at(r1, q.Y[v]), height * float64(1+len(children)/3), class})
		}
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, branchStep{int32(children[i]), bar})
		}
	}
	pieces.addTo(list)
	lines.addTo(list)
	for _, v := range wedges {
		var path vg.Path
		pad := min(0.15, 0.1*(q.Edge[p.Last[v]+1]-q.Edge[p.First[v]]))
		r1 := max(d.radius*p.Latest[v], d.radius*p.Time[v]+4)
		path.Move(d.at(d.radius*p.Time[v], q.Y[v]))
		d.arc(&path, r1, q.Edge[p.First[v]]+pad, q.Edge[p.Last[v]+1]-pad, false)
		path.Close()
		hue := l.classes.ink(l.classes.of(v))
		list.Add(ink.Fill{Colour: plotting.Fade(hue, 0.22), Path: path})
		list.Add(&ink.Stroke{Colour: hue, Width: l.style.Stroke, Path: path})
	}
	l.drawDots(list, dots)
}

// sameArc is sameBar for the circular shape.
func (l *dendrogramLayout) sameArc(a, b int) bool {
	p, q, t := l.p, l.q, l.p.Tree()
	if math.Abs(p.Time[a]-p.Time[b])*l.disc.radius >= ink.Fine {
		return false
	}
	ca, cb := t.Children[a], t.Children[b]
	near := func(u, v int) bool { return math.Abs(q.Y[u]-q.Y[v])*float64(l.pitch)*p.Time[b] < ink.Fine }
	return near(ca[0], cb[0]) && near(ca[len(ca)-1], cb[len(cb)-1])
}

// sectorPieces is rowPieces for the circular shape: the span of radius covered in each of many
// directions.
type sectorPieces struct {
	l        *dendrogramLayout
	scale    float64 // pieces for each unit of the placement
	from, to []float64
	class    []int
	used     bool
}

func newSectorPieces(l *dendrogramLayout) *sectorPieces {
	n := int(min(math.Ceil(l.disc.total*float64(l.pitch)/ink.Fine), 40000)) + 1
	s := &sectorPieces{l: l, scale: float64(n) / l.disc.total, from: make([]float64, n), to: make([]float64, n), class: make([]int, n)}
	for i := range s.from {
		s.from[i], s.to[i], s.class[i] = math.MaxFloat64, -1, beside.PlainClass
	}
	return s
}

func (s *sectorPieces) add(top, bottom, r0, r1 float64, class int) {
	first := max(int(top*s.scale), 0)
	last := min(int(math.Ceil(bottom*s.scale))-1, len(s.from)-1)
	for i := first; i <= last; i++ {
		s.used = true
		s.from[i], s.to[i] = min(s.from[i], r0), max(s.to[i], r1)
		if class == beside.SelectedClass || s.class[i] == beside.PlainClass {
			s.class[i] = class
		}
	}
}

// addTo adds each run of neighbours of one class as one outline.
func (s *sectorPieces) addTo(list *ink.List) {
	if !s.used {
		return
	}
	d := s.l.disc
	paths := map[int]*vg.Path{}
	var order []int
	for i := 0; i < len(s.from); {
		if s.to[i] < 0 {
			i++
			continue
		}
		j := i + 1
		for j < len(s.from) && s.to[j] >= 0 && s.class[j] == s.class[i] {
			j++
		}
		path, ok := paths[s.class[i]]
		if !ok {
			path = &vg.Path{}
			paths[s.class[i]] = path
			order = append(order, s.class[i])
		}
		path.Move(d.at(s.to[i], float64(i)/s.scale))
		for k := i; k < j; k++ {
			path.Line(d.at(s.to[k], float64(k+1)/s.scale))
		}
		for k := j - 1; k >= i; k-- {
			path.Line(d.at(s.from[k], float64(k+1)/s.scale))
			path.Line(d.at(s.from[k], float64(k)/s.scale))
		}
		path.Close()
		i = j
	}
	for _, class := range order {
		list.Add(ink.Fill{Colour: plotting.Fade(s.l.classes.ink(class), pieceShare(class)), Path: *paths[class]})
	}
}
