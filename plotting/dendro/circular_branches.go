package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// round is the plot of the circular shape: bars are arcs.
type round struct {
	*disc
	l *dendrogramLayout
}

func (r round) height(v int, _ float64) float64 { return r.l.branches.cladeHeight(v) }

func (r round) hidden(v int, above float64) bool {
	p, q := r.l.p, r.l.q
	return r.disc.hidden(r.radius*above, r.radius*p.Latest[v], q.Edge[p.First[v]], q.Edge[p.Last[v]+1])
}

func (r round) branch(path *vg.Path, _, v int, above float64) {
	r0, r1, y := r.radius*above, r.radius*r.l.p.Time[v], r.l.q.Y[v]
	if r1-r0 >= 0.2 {
		addLine(path, r.at(r0, y), r.at(r1, y))
	}
}

func (round) straight() bool { return false }

func (r round) bar(path *vg.Path, v int) {
	first, last := r.l.q.Span(r.l.p.Tree().Children[v])
	r.arc(path, r.radius*r.l.p.Time[v], first, last, true)
}

func (r round) sameBar(a, b int) bool {
	p, q, t := r.l.p, r.l.q, r.l.p.Tree()
	if math.Abs(p.Time[a]-p.Time[b])*r.radius >= ink.Fine {
		return false
	}
	ca, cb := t.Children[a], t.Children[b]
	near := func(u, v int) bool { return math.Abs(q.Y[u]-q.Y[v])*float64(r.l.pitch)*p.Time[b] < ink.Fine }
	return near(ca[0], cb[0]) && near(ca[len(ca)-1], cb[len(cb)-1])
}

func (r round) point(v int) vg.Point { return r.at(r.radius*r.l.p.Time[v], r.l.q.Y[v]) }

func (r round) dotted(v, _ int, height float64) bool { return height*r.l.p.Time[v] >= 18 }

// units is how much of the placement a point takes at a radius.
func (r round) units(radius float64) float64 { return r.total / (2*math.Pi - r.gap) / max(radius, 1) }

func (r round) away(p vg.Point, v int, above float64) bool {
	radius, slot := r.polar(p)
	slack := ink.Reach * r.units(radius)
	q := r.l.q
	return q.Edge[r.l.p.Last[v]+1] < slot-slack || q.Edge[r.l.p.First[v]] > slot+slack || r.radius*above > radius+ink.Reach
}

func (r round) toBranch(p vg.Point, v int, above float64, small bool) vg.Length {
	radius, slot := r.polar(p)
	r0, r1 := r.radius*above, r.radius*r.l.p.Time[v]
	if small {
		r1 = r.radius * r.l.p.Latest[v]
	}
	return vg.Length(math.Hypot(max(r0-radius, radius-r1, 0), math.Abs(slot-r.l.q.Y[v])/r.units(radius)))
}

func (r round) toBar(p vg.Point, v int) vg.Length {
	radius, slot := r.polar(p)
	if first, last := r.l.q.Span(r.l.p.Tree().Children[v]); slot < first || slot > last {
		return math.MaxFloat64
	}
	return vg.Length(math.Abs(radius - r.radius*r.l.p.Time[v]))
}

func (r round) wedge(path *vg.Path, v int) {
	p, q := r.l.p, r.l.q
	pad := min(0.15, wedgePad*(q.Edge[p.Last[v]+1]-q.Edge[p.First[v]]))
	path.Move(r.point(v))
	r.arc(path, max(r.radius*p.Latest[v], r.radius*p.Time[v]+4), q.Edge[p.First[v]]+pad, q.Edge[p.Last[v]+1]-pad, false)
	path.Close()
}

func (r round) pieces() pieces { return newSectorPieces(r.l) }

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
	n := int(min(math.Ceil(l.circle.disc.total*float64(l.pitch)/ink.Fine), 40000)) + 1
	s := &sectorPieces{l: l, scale: float64(n) / l.circle.disc.total, from: make([]float64, n),
		to: make([]float64, n), class: make([]int, n)}
	for i := range s.from {
		s.from[i], s.to[i], s.class[i] = math.MaxFloat64, -1, beside.PlainClass
	}
	return s
}

func (s *sectorPieces) add(v int, above float64, class int) {
	p, q, radius := s.l.p, s.l.q, s.l.circle.disc.radius
	top, bottom := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
	r0, r1 := radius*above, radius*p.Latest[v]
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
	d := s.l.circle.disc
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
