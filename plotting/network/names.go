package network

import (
	"cmp"
	"math"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// mostNames is how many names are written at most.
const mostNames = 200

// free returns the places beside a node at which a name of that size hides nothing.
func (s *Scene) free(room *[mostPlacings]placing, u int, r, width, high vg.Length, taken *grid) []placing {
	area, at, free := s.plane.Area, s.at(u), room[:0]
	for _, k := range s.besides(room, u, r, high) {
		box := k.box(at, width, high)
		if box.Min.X >= area.Min.X && box.Max.X <= area.Max.X && box.Min.Y >= area.Min.Y &&
			box.Max.Y <= area.Max.Y && !taken.meets(box) {
			free = append(free, k)
		}
	}
	return free
}

// addNames writes names where they hide neither a node nor another name: those selected first,
// then the nodes with most edges. A name has a ground of its own, so that no edge runs through it.
func (s *Scene) addNames() {
	order := s.ready.named
	if s.some {
		order = make([]int, 0, len(order))
		for _, first := range []bool{true, false} {
			for _, u := range s.ready.named {
				if s.chosen[u] == first {
					order = append(order, u)
				}
			}
		}
	}
	face := ink.Regular(s.f.Style.Typeface, s.f.Style.LabelSize)
	high := ink.CapHeight(face)
	area := s.plane.Area
	taken := newGrid(area, 24, len(s.f.Names)+mostNames)
	for u, at := range s.points {
		if ink.Contains(area, at) && !s.f.hidden(u) {
			r := s.radius(u) * 0.8
			taken.add(vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}})
		}
	}
	ground := plotting.Fade(s.f.Style.Surface, 0.8)
	var texts ink.List
	var room [mostPlacings]placing
	names, there := s.ready.written(s.f, face), 0
	for _, u := range order {
		at := s.at(u)
		if !ink.Contains(area, at) || s.f.hidden(u) {
			continue
		}
		if there++; len(texts.Items) == mostNames {
			continue
		}
		width, r := names[u].width, s.radius(u)
		if s.root[u] {
			r += 2.5 // its ring
		}
		free, text := s.free(&room, u, r, width, high, taken), names[u].text
		if len(free) == 0 && u < len(s.f.Brief) {
			text = s.f.Brief[u]
			width = ink.TextWidth(face, text)
			free = s.free(&room, u, r, width, high, taken)
		}
		if len(free) == 0 {
			continue
		}
		if len(free) > 1 && !s.f.Outward { // few names have a place at all, so the best one is found for these
			free = s.clear(u, free)
		}
		c := s.f.Style.Ink
		if s.chosen[u] {
			c = s.f.Style.SelectionText
		}
		box := free[0].box(at, width, high)
		s.front.Box(ground, box)
		texts.Text(face, c, vg.Point{X: at.X + free[0].dx, Y: at.Y + free[0].dy}, free[0].anchor, 0, text)
		taken.add(box)
	}
	s.front.Items = append(s.front.Items, texts.Items...)
	s.tellNames(len(texts.Items), there)
}

// tellNames says in a corner how many of the nodes in sight have their name, where others have not.
func (s *Scene) tellNames(named, of int) {
	what := "rows"
	if s.f.Columns {
		what = "columns"
	}
	st, area := s.f.Style, s.plane.Area
	small := ink.Regular(st.Typeface, st.TickSize)
	for i, line := range ink.LeftOut(small, area.Size().X, named, of, s.f.Things.Say(what)) {
		at := vg.Point{X: area.Min.X + 4, Y: area.Min.Y + 4 - vg.Length(i)*ink.LineHeight(small)}
		s.front.Box(plotting.Fade(st.Surface, 0.8), vg.Rectangle{Min: vg.Point{X: at.X - 2, Y: at.Y - 2},
			Max: vg.Point{X: at.X + ink.TextWidth(small, line) + 2, Y: at.Y + ink.CapHeight(small) + 2}})
		s.front.Text(small, st.Muted, at, ink.BaseLeft, 0, line)
	}
}

// A placing puts a name beside a node.
type placing struct {
	dx, dy vg.Length
	anchor ink.Anchor
}

// box is where a name stands beside a node.
func (p placing) box(at vg.Point, width, high vg.Length) vg.Rectangle {
	left := at.X + p.dx - width*vg.Length(p.anchor.X)
	return vg.Rectangle{Min: vg.Point{X: left - 1, Y: at.Y + p.dy - high/2 - 1.5},
		Max: vg.Point{X: left + width + 1, Y: at.Y + p.dy + high/2 + 1.5}}
}

// mostPlacings is how many places beside a node there are.
const mostPlacings = 8

// besides lists in room where a name may stand, the best first.
func (s *Scene) besides(room *[mostPlacings]placing, u int, r, high vg.Length) []placing {
	right, left := placing{r + 3, 0, ink.MiddleLeft}, placing{-r - 3, 0, ink.MiddleRight}
	above, below := placing{0, r + 3 + high/2, ink.MiddleCentre}, placing{0, -r - 3 - high/2, ink.MiddleCentre}
	at := s.at(u)
	if !s.f.Outward {
		begin, end := placing{-r, above.dy, ink.MiddleLeft}, placing{r, above.dy, ink.MiddleRight} // near the border
		under, last := begin, end
		under.dy, last.dy = below.dy, below.dy
		return append(room[:0], right, left, above, below, begin, end, under, last)
	}
	centre := vg.Point{X: (s.plane.Area.Min.X + s.plane.Area.Max.X) / 2,
		Y: (s.plane.Area.Min.Y + s.plane.Area.Max.Y) / 2}
	side, level := right, above
	if at.X < centre.X {
		side = left
	}
	if at.Y < centre.Y {
		level = below
	}
	if dx, dy := at.X-centre.X, at.Y-centre.Y; dx*dx < 0.1*dy*dy {
		return append(room[:0], level, side)
	}
	return append(room[:0], side, level)
}

// clear puts first where fewest edges of a node lead.
func (s *Scene) clear(u int, places []placing) []placing {
	at := s.at(u)
	var crossed [4]float64 // by the sides right, left, above and below
	for _, k := range s.ready.near[u] {
		e := &s.f.Edges[k]
		v := e.From
		if v == u {
			v = e.To
		}
		if s.f.hidden(v) {
			continue
		}
		to := s.at(v)
		dx, dy := float64(to.X-at.X), float64(to.Y-at.Y)
		l := math.Hypot(dx, dy)
		if l == 0 {
			continue
		}
		for i, along := range [4]float64{dx / l, -dx / l, dy / l, -dy / l} {
			if along > 0 {
				crossed[i] += along * along * along * along // names are narrow for edges that lead past them
			}
		}
	}
	side := func(p placing) int { // of the four
		switch {
		case p.dy > 0:
			return 2
		case p.dy < 0:
			return 3
		case p.dx < 0:
			return 1
		}
		return 0
	}
	stable.Sort(places, func(a, b placing) int {
		return cmp.Compare(math.Round(4*crossed[side(a)]), math.Round(4*crossed[side(b)]))
	})
	return places
}
