package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// drawDiscBranches adds the visible part of a circular tree, bounded in cost as that
// of a rectangular one.
func (l *dendrogramLayout) drawDiscBranches(list *drawList) {
	t, p, q, d := l.p.tree, l.p, l.q, l.disc
	var lines pens
	pieces := newSectorPieces(l)
	var wedges []int
	var dots []branchDot
	stack := []branchStep{{int32(t.Top), -1}}
	for len(stack) > 0 {
		step := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := int(step.node)
		top, bottom := q.edge[p.first[v]], q.edge[p.last[v]+1]
		above := 0.0
		if t.Parent[v] >= 0 {
			above = p.time[t.Parent[v]]
		}
		if d.hidden(d.radius*above, d.radius*p.latest[v], top, bottom) {
			continue
		}
		height := float64(l.pitch) * (bottom - top)
		class := l.classes.of(v)
		if height < subpixel {
			pieces.add(top, bottom, d.radius*above, d.radius*p.latest[v], class)
			continue
		}
		width := l.branchWidth(v, class, height)
		r0, r1 := d.radius*above, d.radius*p.time[v]
		pen, ink := l.branchPen(v, class)
		if r1-r0 >= 0.2 {
			lines.get(pen, ink, width).segment(d.at(r0, q.y[v]), d.at(r1, q.y[v]))
		}
		if len(t.Children[v]) == 0 {
			continue
		}
		if q.shut[v] {
			wedges = append(wedges, v)
			continue
		}
		children := t.Children[v]
		bar := step.bar
		if bar < 0 || !l.sameArc(int(bar), v) {
			bar = step.node
			barWidth := min(width, l.style.Stroke)
			if class == selectedClass {
				barWidth = width
			}
			first, last := q.span(children)
			d.arc(&lines.get(pen, ink, barWidth).path, r1, first, last, true)
		}
		if height*p.time[v] >= 18 {
			dots = append(dots, branchDot{d.at(r1, q.y[v]), height * float64(1+len(children)/3), class})
		}
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, branchStep{int32(children[i]), bar})
		}
	}
	pieces.addTo(list)
	lines.addTo(list)
	for _, v := range wedges {
		var path vg.Path
		pad := min(0.15, 0.1*(q.edge[p.last[v]+1]-q.edge[p.first[v]]))
		r1 := max(d.radius*p.latest[v], d.radius*p.time[v]+4)
		path.Move(d.at(d.radius*p.time[v], q.y[v]))
		d.arc(&path, r1, q.edge[p.first[v]]+pad, q.edge[p.last[v]+1]-pad, false)
		path.Close()
		ink := l.classes.ink(l.classes.of(v))
		list.add(fillItem{Fade(ink, 0.22), path})
		list.add(&strokeItem{colour: ink, width: l.style.Stroke, path: path})
	}
	l.drawDots(list, dots)
}

// sameArc is sameBar for the circular shape.
func (l *dendrogramLayout) sameArc(a, b int) bool {
	p, q, t := l.p, l.q, l.p.tree
	if math.Abs(p.time[a]-p.time[b])*l.disc.radius >= fine {
		return false
	}
	ca, cb := t.Children[a], t.Children[b]
	near := func(u, v int) bool { return math.Abs(q.y[u]-q.y[v])*float64(l.pitch)*p.time[b] < fine }
	return near(ca[0], cb[0]) && near(ca[len(ca)-1], cb[len(cb)-1])
}

// sectorPieces is rowPieces for the circular shape: the span of radius covered at each
// of many directions.
type sectorPieces struct {
	l        *dendrogramLayout
	scale    float64 // pieces for each unit of the placement
	from, to []float64
	class    []int
	used     bool
}

func newSectorPieces(l *dendrogramLayout) *sectorPieces {
	n := int(min(math.Ceil(l.disc.total*float64(l.pitch)/fine), 40000)) + 1
	s := &sectorPieces{l: l, scale: float64(n) / l.disc.total, from: make([]float64, n), to: make([]float64, n), class: make([]int, n)}
	for i := range s.from {
		s.from[i], s.to[i], s.class[i] = math.MaxFloat64, -1, plainClass
	}
	return s
}

func (s *sectorPieces) add(top, bottom, r0, r1 float64, class int) {
	first := max(int(top*s.scale), 0)
	last := min(int(math.Ceil(bottom*s.scale))-1, len(s.from)-1)
	for i := first; i <= last; i++ {
		s.used = true
		s.from[i], s.to[i] = min(s.from[i], r0), max(s.to[i], r1)
		if class == selectedClass || s.class[i] == plainClass {
			s.class[i] = class
		}
	}
}

// addTo adds each run of neighbours of one class as one outline.
func (s *sectorPieces) addTo(list *drawList) {
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
		list.add(fillItem{Fade(s.l.classes.ink(class), pieceShare(class)), *paths[class]})
	}
}
