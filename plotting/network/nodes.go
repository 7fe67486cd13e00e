package network

import (
	"image/color"
	"maps"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// manyNodes is from how many nodes on their rims are discs below them.
const manyNodes = 300

// ink returns the colour of a node.
func (s *Scene) ink(u int) color.NRGBA {
	if s.colours != nil {
		if code := s.f.Strip.Code(u); code >= 0 && code < len(s.colours.Colour) {
			return s.colours.Colour[code]
		}
		return s.f.Strip.WithoutInk(s.f.Style)
	}
	return s.plain
}

// rimOf returns the colour of the rim of a node: that of the ground, so that nodes stand off the edges, or a grey about
// nodes that would be lost on the ground.
func (s *Scene) rimOf(c color.NRGBA) color.NRGBA {
	const lost = 0.15 // difference in lightness
	if ground := s.f.Style.Surface; math.Abs(ink.ToOKLab(c).L-ink.ToOKLab(ground).L) >= lost {
		return ground
	}
	return s.f.Style.Muted
}

// A disc is how nodes alike are drawn.
type disc struct {
	colour color.NRGBA
	radius vg.Length
}

// addNodes draws the nodes, rings about the roots of the best tree, and those selected in the
// colour of the selection with a halo.
func (s *Scene) addNodes() {
	reached := s.plane.Reaches(s.middle * 3)
	kinds := map[disc]int{}
	var discs []disc
	var centres [][]vg.Point
	last := -1 // the kind of the node before
	var rings, halo vg.Path
	chosen := map[vg.Length][]vg.Point{} // by radius
	for u := range s.f.Names {
		at, r := s.at(u), s.radius(u)
		if !ink.Contains(reached, at) || s.f.hidden(u) {
			continue
		}
		if s.chosen[u] {
			chosen[r], halo = append(chosen[r], at), append(halo, ink.Disc(at, r+3)...)
			continue
		}
		if d := (disc{s.ink(u), r}); last < 0 || d != discs[last] {
			k, known := kinds[d]
			if !known {
				k = len(discs)
				kinds[d] = k
				discs, centres = append(discs, d), append(centres, nil)
			}
			last = k
		}
		centres[last] = append(centres[last], at)
	}
	for _, u := range s.f.Roots {
		if at := s.at(u); ink.Contains(reached, at) && !s.f.hidden(u) {
			rings = append(rings, ink.Disc(at, s.radius(u)+2.5)...)
		}
	}
	many := len(s.f.Names) > manyNodes
	for k, d := range discs {
		if many {
			s.front.Add(ink.Discs{Colour: s.rimOf(d.colour), Radius: d.radius + 0.5, Centres: centres[k]})
		}
		s.front.Add(ink.Discs{Colour: d.colour, Radius: d.radius, Centres: centres[k]})
		if !many {
			var path vg.Path
			for _, at := range centres[k] {
				path = append(path, ink.Disc(at, d.radius)...)
			}
			s.front.Add(&ink.Stroke{Colour: s.rimOf(d.colour), Width: 0.6, Path: path})
		}
	}
	s.front.Add(&ink.Stroke{Colour: s.f.Style.Ink, Width: 1.4 * s.f.Style.Enlargement(), Path: rings})
	s.front.Add(ink.Fill{Colour: plotting.Fade(s.f.Style.Selection, 0.35), Path: halo})
	for _, r := range slices.Sorted(maps.Keys(chosen)) {
		s.front.Add(ink.Discs{Colour: s.f.Style.Selection, Radius: r, Centres: chosen[r]})
	}
}
