package network

import (
	"image/color"
	"math"

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

// share is the strength of an edge in steps, above 0 to 1.
func (s *Scene) share(e Edge) float64 {
	n := float64(steps)
	if s.many {
		n = manySteps
	}
	return (math.Floor(min(max(e.Strength, 0), 1)*(n-1)) + 1) / n
}

// edgeInk returns the colour and the width of an edge of a strength.
func (s *Scene) edgeInk(e Edge) (color.NRGBA, vg.Length) {
	share := s.share(e)
	c := s.f.Style.Ink
	if s.f.Signed {
		c = s.signed(e.Weight < 0)
	}
	opacity, width := 0.15+0.75*share, 0.5+1.7*vg.Length(share)
	if s.f.Root != nil && !e.Best {
		opacity *= 0.55
	}
	if s.many {
		opacity, width = opacity*0.6, width*0.5
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
	c := color.NRGBA{m.R, m.G, m.B, 255}
	if s.f.Style.Dark { // its ends are deep, for paper
		lab := ink.ToOKLab(c)
		lab.L = max(lab.L, 0.68)
		r := lab.RGBA()
		c = color.NRGBA{r.R, r.G, r.B, 255}
	}
	return c
}

// mostHeads is how many edges in sight have arrowheads; with more nobody could see them.
const mostHeads = 1500

// A bundle is edges of one colour and width.
type bundle struct {
	lines ink.Lines
	heads vg.Path
}

// addEdges draws the edges, those of a colour and width together.
func (s *Scene) addEdges() {
	reach := s.plane.Reaches(2)
	seen := make([]int, 0, len(s.f.Edges))
	for _, k := range s.ready.order {
		e := &s.f.Edges[k]
		if !s.f.hidden(e.From) && !s.f.hidden(e.To) && (len(e.Via) > 0 || crosses(reach, s.points[e.From], s.points[e.To])) {
			seen = append(seen, k)
		}
	}
	heads := s.f.Directed && len(seen) <= mostHeads
	bundles := map[int]*bundle{}
	var order []*bundle
	for _, k := range seen {
		e := &s.f.Edges[k]
		key := int(s.share(*e) * steps * manySteps)
		key <<= 3
		if s.f.Signed && e.Weight < 0 {
			key |= 1
		}
		if e.Best {
			key |= 2
		}
		if s.some && !s.chosen[e.From] && !s.chosen[e.To] {
			key |= 4
		}
		b := bundles[key]
		if b == nil {
			b = &bundle{}
			b.lines.Colour, b.lines.Width = s.edgeInk(*e)
			bundles[key] = b
			order = append(order, b)
		}
		s.addEdge(b, e, heads)
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
