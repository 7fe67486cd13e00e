package network

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// steps is how many widths and shades edges have, so that edges alike share a path; of many edges
// fewer.
const (
	steps     = 6
	manySteps = 3
)

// share is the strength of an edge in steps, above 0 to 1; many says that there are many edges.
func share(e *Edge, many bool) float64 { return inSteps(e.Strength, many) }

// inSteps is a share of 0 to 1 in steps, above 0 to 1.
func inSteps(x float64, many bool) float64 {
	n := float64(steps)
	if many {
		n = manySteps
	}
	return (math.Floor(min(max(x, 0), 1)*(n-1)) + 1) / n
}

// Widths of edges, in points: of those that go by the strength alone, and of signed ones, whose width goes by the
// size of the weight.
const (
	leastWidth      = 0.5
	widthByStrength = 1.7
	widthByWeight   = 4
)

// alikeShare is the strength that links show which have none.
const alikeShare = 0.3

// edgeInk returns the colour and the width of an edge of a strength.
func (s *Scene) edgeInk(e Edge) (color.NRGBA, vg.Length) {
	share := share(&e, s.many)
	if s.f.Alike {
		share = alikeShare
	}
	c := s.f.Style.Ink
	if s.f.Signed {
		c = s.signed(e.Weight < 0)
	}
	opacity, width := 0.15+0.75*share, leastWidth+widthByStrength*vg.Length(share)
	if s.f.Signed {
		width = leastWidth + widthByWeight*vg.Length(inSteps(math.Abs(e.Weight)/s.ready.reach, s.many))
	}
	if s.f.Root != nil && !e.Best {
		opacity *= 0.55
	}
	if s.many {
		opacity, width = opacity*0.6, width*0.5
		if !s.f.Signed { // without two colours to tell apart, lines may be as faint as paper lets them
			opacity *= max(manyEdges/float64(len(s.f.Edges)), 0.3)
		}
	}
	if s.some && e.From >= 0 && !s.chosen[e.From] && !s.chosen[e.To] {
		opacity *= 0.35
	}
	return plotting.Fade(c, opacity), width * s.f.Style.Enlargement()
}

// signed is the colour of positive, or negative, edges.
func (s *Scene) signed(negative bool) color.NRGBA {
	end := 0.98
	if negative {
		end = 0.02
	}
	m := ink.Signed.At(end)
	return s.onGround(color.NRGBA{m.R, m.G, m.B, 255})
}

// onGround makes a colour light enough for a dark ground: many are deep, for paper.
func (s *Scene) onGround(c color.NRGBA) color.NRGBA {
	if !s.f.Style.Dark {
		return c
	}
	lab := ink.ToOKLab(c)
	lab.L = max(lab.L, 0.68)
	r := lab.RGBA()
	return color.NRGBA{r.R, r.G, r.B, 255}
}

// mostHeads is how many edges in sight have arrowheads; with more nobody could see them.
const mostHeads = 1500

// A bundle is edges of one colour and width.
type bundle struct {
	edges int // how many there are
	lines ink.Lines
	heads vg.Path
}

// The number of a bundle is its strength in steps, times 8, with these bits, and above them the size of its weight in
// steps where that decides the width.
const (
	negative   = 1
	best       = 2
	unselected = 4
	weights    = (steps + 1) << 3
	bundles    = weights * (steps + 1)
)

// bundleOf is the number of the bundle of an edge, whatever is selected; reach is the size of the largest weight, 0
// where weights do not matter.
func bundleOf(e *Edge, reach float64, many bool) uint16 {
	k := uint16(share(e, many)*steps+0.5) << 3
	if reach > 0 {
		k += weights * uint16(inSteps(math.Abs(e.Weight)/reach, many)*steps+0.5)
	}
	if e.Weight < 0 {
		k |= negative
	}
	if e.Best {
		k |= best
	}
	return k
}

// addEdges draws the edges, those of a colour and width together.
func (s *Scene) addEdges() {
	reach := s.plane.Reaches(2)
	bent := slices.ContainsFunc(s.f.Edges, func(e Edge) bool { return len(e.Via) > 0 })
	type edge struct {
		line
		number int32
	}
	seen := make([]edge, 0, len(s.f.Edges))
	var all [bundles]bundle
	var order []*bundle
	for i, l := range s.ready.lines {
		if s.f.Hidden != nil && (s.f.Hidden[l.from] || s.f.Hidden[l.to]) {
			continue
		}
		k := s.ready.order[i]
		if !crosses(reach, s.points[l.from], s.points[l.to]) && !(bent && len(s.f.Edges[k].Via) > 0) {
			continue
		}
		if !s.f.Signed {
			l.bundle &^= negative
		}
		if s.some && !s.chosen[l.from] && !s.chosen[l.to] {
			l.bundle |= unselected
		}
		seen = append(seen, edge{l, int32(k)})
		b := &all[l.bundle]
		if b.edges == 0 {
			b.lines.Colour, b.lines.Width = s.edgeInk(s.f.Edges[k])
			order = append(order, b)
		}
		b.edges++
	}
	heads := s.f.Directed && len(seen) <= mostHeads
	for _, b := range order {
		b.lines.Points = make([]vg.Point, 0, 2*b.edges)
	}
	for _, e := range seen {
		if b := &all[e.bundle]; bent || heads {
			s.addEdge(b, &s.f.Edges[e.number], heads)
		} else {
			b.lines.Points = append(b.lines.Points, s.points[e.from], s.points[e.to])
		}
	}
	for _, b := range order {
		s.front.Add(&b.lines)
		s.front.Add(ink.Fill{Colour: b.lines.Colour, Path: b.heads})
	}
}

// addEdge adds an edge to its bundle, with an arrowhead where there is room.
func (s *Scene) addEdge(to *bundle, e *Edge, heads bool) {
	a, b := s.points[e.From], s.points[e.To]
	for _, v := range e.Via {
		p := s.plane.At(v[0], v[1])
		to.lines.Points = append(to.lines.Points, a, p)
		a = p
	}
	if heads && !e.Either {
		length := vg.Length(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
		head, r := 3.2*to.lines.Width+2.2, s.radius(e.To)
		if length > 2*r+head+2 {
			ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
			tip := vg.Point{X: b.X - ux*(r+1), Y: b.Y - uy*(r+1)}
			foot := vg.Point{X: tip.X - ux*head, Y: tip.Y - uy*head}
			to.heads = append(to.heads, triangle(tip, foot, ux, uy, head*0.42)...)
			b = foot
		}
	}
	to.lines.Points = append(to.lines.Points, a, b)
}

func triangle(tip, foot vg.Point, ux, uy, half vg.Length) vg.Path {
	var p vg.Path
	p.Move(tip)
	p.Line(vg.Point{X: foot.X - uy*half, Y: foot.Y + ux*half})
	p.Line(vg.Point{X: foot.X + uy*half, Y: foot.Y - ux*half})
	p.Close()
	return p
}

// crosses reports whether a line may be seen in a box: its bounds meet it.
func crosses(r vg.Rectangle, a, b vg.Point) bool {
	return max(a.X, b.X) >= r.Min.X && min(a.X, b.X) <= r.Max.X && max(a.Y, b.Y) >= r.Min.Y && min(a.Y, b.Y) <= r.Max.Y
}
