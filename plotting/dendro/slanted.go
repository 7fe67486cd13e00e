package dendro

import (
	"math"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// slant is the plot of the slanted shape: as the rectangular one, but branches run straight from
// branch point to branch point.
type slant struct{ rectangle }

// start returns the place at a time on the line from u to v; u is −1 for none.
func (s slant) start(u, v int, above float64) vg.Point {
	l := s.l
	if u < 0 {
		return vg.Point{X: l.farX(above), Y: l.farY(l.q.Y[v])}
	}
	y := l.q.Y[u]
	if t0, t1 := l.p.Time[u], l.p.Time[v]; above > t0 && t1 > t0 {
		y += (l.q.Y[v] - y) * min((above-t0)/(t1-t0), 1)
	}
	return vg.Point{X: l.farX(max(min(above, l.p.Time[v]), l.p.Time[u])), Y: l.farY(y)}
}

// end returns the place of v, beyond the window too.
func (s slant) end(v int) vg.Point {
	return vg.Point{X: s.l.farX(s.l.p.Time[v]), Y: s.l.farY(s.l.q.Y[v])}
}

// far returns the end of the latest leaf of a clade.
func (s slant) far(v int) vg.Point {
	return vg.Point{X: s.l.farX(s.l.p.Latest[v]), Y: s.l.farY(s.l.q.Y[v])}
}

// span returns the heights of the placement between which a clade and the branch above it lie.
func (s slant) span(v int) (top, bottom float64) {
	l := s.l
	top, bottom = l.q.Edge[l.p.First[v]], l.q.Edge[l.p.Last[v]+1]
	if u := l.p.Tree().Parent[v]; u >= 0 {
		top, bottom = min(top, l.q.Y[u]), max(bottom, l.q.Y[u])
	}
	return top, bottom
}

func (s slant) hidden(v int, above float64) bool {
	l := s.l
	top, bottom := s.span(v)
	return bottom < l.s0 || top > l.s1 || above > l.t1 || l.p.Latest[v] < l.t0
}

func (slant) straight() bool { return true }

func (s slant) branch(path *vg.Path, from, v int, above float64) {
	if from >= 0 {
		above = max(s.l.p.Time[from], s.l.d.From)
	}
	addClipped(path, s.start(from, v, above), s.end(v), s.l.tree)
}

func (slant) bar(*vg.Path, int) {}

func (slant) sameBar(_, _ int) bool { return false }

func (s slant) away(p vg.Point, v int, above float64) bool {
	l := s.l
	slot, slack := l.slot(p.Y), ink.Reach/float64(l.pitch)
	top, bottom := s.span(v)
	return bottom < slot-slack || top > slot+slack || l.x(above) > p.X+ink.Reach
}

func (s slant) toBranch(p vg.Point, v int, above float64, small bool) vg.Length {
	b := s.end(v)
	if small {
		b = s.far(v)
	}
	return lineDistance(p, s.start(s.l.p.Tree().Parent[v], v, above), b)
}

func (slant) toBar(vg.Point, int) vg.Length { return math.MaxFloat64 }

func (s slant) pieces() pieces { return &linePieces{plot: s, l: s.l, area: s.l.tree} }

// farX and farY are x and y without a bound, for lines that are clipped.
func (l *dendrogramLayout) farX(t float64) vg.Length {
	return l.tree.Min.X + vg.Length((t-l.t0)/(l.t1-l.t0))*(l.tree.Max.X-l.tree.Min.X)
}

func (l *dendrogramLayout) farY(slot float64) vg.Length {
	return l.tree.Max.Y - vg.Length((slot-l.s0)/(l.s1-l.s0))*(l.tree.Max.Y-l.tree.Min.Y)
}

// addClipped adds the part of a straight line that lies in a box or within a few points of it.
func addClipped(path *vg.Path, a, b vg.Point, box vg.Rectangle) {
	const slack = 8
	from, to := 0.0, 1.0
	d := b.Sub(a)
	for _, edge := range [4][2]vg.Length{
		{-d.X, a.X - box.Min.X + slack}, {d.X, box.Max.X + slack - a.X},
		{-d.Y, a.Y - box.Min.Y + slack}, {d.Y, box.Max.Y + slack - a.Y},
	} {
		along, room := float64(edge[0]), float64(edge[1])
		switch {
		case along == 0 && room < 0:
			return
		case along < 0:
			from = max(from, room/along)
		case along > 0:
			to = min(to, room/along)
		}
	}
	if from < to {
		addLine(path, a.Add(d.Scale(vg.Length(from))), a.Add(d.Scale(vg.Length(to))))
	}
}
