package space

import (
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// mostDrifting is how many rows drift to new places at most; more jump.
const mostDrifting = 5000

// MotionFrom implements [plotting.Moving]: ellipses grow into their new forms, those that are born come out of the
// nearest one and those that die go into it, in the colour of the selection; rows drift where their directions
// changed.
func (s *ClustersScene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(*ClustersScene)
	if !ok || s.f.Points == nil || was.f.Points == nil || s.f.Turned != nil || was.f.Turned != nil ||
		len(s.f.Points.X) > mostDrifting || len(s.f.Points.X) != len(was.f.Points.X) || s.Size() != was.Size() ||
		s.f.Window.Normal() != was.f.Window.Normal() || s.f.Ground != nil {
		return nil
	}
	drifts := s.f.Points != was.f.Points
	if !drifts && slices.EqualFunc(s.f.Ellipses, was.f.Ellipses, sameForm) {
		return nil
	}
	return func(share float64) plotting.Scene {
		f := *s.f
		if drifts {
			p := *f.Points
			p.X, p.Y = mixed(was.f.Points.X, p.X, share), mixed(was.f.Points.Y, p.Y, share)
			for k := range p.bounds {
				p.bounds[k] = (1-share)*was.f.Points.bounds[k] + share*p.bounds[k]
			}
			f.Points = &p
		}
		f.Ellipses, f.fresh = moved(was.f.Ellipses, s.f.Ellipses, share)
		f.gone = leaving(was.f.Ellipses, s.f.Ellipses, share)
		f.freshness = 1 - share
		return f.Layout(s.Size())
	}
}

func sameForm(a, b Ellipse) bool {
	return a.X == b.X && a.Y == b.Y && a.XX == b.XX && a.XY == b.XY && a.YY == b.YY
}

func mixed(from, to []float64, share float64) []float64 {
	out := make([]float64, len(to))
	for i, x := range to {
		out[i] = (1-share)*from[i] + share*x
	}
	return out
}

// at returns the ellipse at a share of the way to another, with the words of the other.
func (e Ellipse) at(to Ellipse, share float64) Ellipse {
	mix := func(a, b float64) float64 { return (1-share)*a + share*b }
	to.X, to.Y = mix(e.X, to.X), mix(e.Y, to.Y)
	to.XX, to.XY, to.YY = mix(e.XX, to.XX), mix(e.XY, to.XY), mix(e.YY, to.YY)
	return to
}

// same returns the place of the ellipse that was e: of one ID or, where these have none, of one place; −1 for none.
func same(list []Ellipse, e Ellipse, place int) int {
	if e.ID != 0 {
		return slices.IndexFunc(list, func(o Ellipse) bool { return o.ID == e.ID })
	}
	if place < len(list) && list[place].ID == 0 {
		return place
	}
	return -1
}

// nearest returns the place of the ellipse whose mean is nearest; −1 for none.
func nearest(list []Ellipse, e Ellipse) int {
	at, least := -1, math.Inf(1)
	for k, o := range list {
		if d := math.Hypot(o.X-e.X, o.Y-e.Y); !o.Few && d < least {
			at, least = k, d
		}
	}
	return at
}

// moved returns ellipses at a share of the way, and which of them were born.
func moved(was, now []Ellipse, share float64) (list []Ellipse, fresh []bool) {
	list, fresh = make([]Ellipse, len(now)), make([]bool, len(now))
	for k, e := range now {
		list[k] = e
		old := same(was, e, k)
		if fresh[k] = old < 0; fresh[k] {
			old = nearest(was, e)
		}
		if old >= 0 && !was[old].Few && !e.Few {
			list[k] = was[old].at(e, share)
		}
	}
	return list, fresh
}

// leaving returns the ellipses that die, on their way into the nearest one.
func leaving(was, now []Ellipse, share float64) (list []Ellipse) {
	for k, e := range was {
		if e.Few || same(now, e, k) >= 0 {
			continue
		}
		if into := nearest(now, e); into >= 0 {
			e = e.at(now[into], share)
		}
		list = append(list, e)
	}
	return list
}

// addChanges draws the ellipses that were born or die, in the colour of the selection.
func (s *ClustersScene) addChanges() {
	hue := plotting.Fade(s.f.Style.Selection, s.f.freshness)
	for k, fresh := range s.f.fresh {
		if e := s.f.Ellipses[k]; fresh && !e.Few {
			s.front.Add(&ink.Stroke{Colour: hue, Width: 2.5 * s.f.Style.Enlargement(), Path: s.outline(e, 1)})
		}
	}
	for _, e := range s.f.gone {
		s.front.Add(&ink.Stroke{Colour: hue, Width: 2.5 * s.f.Style.Enlargement(), Path: s.outline(e, 1)})
	}
}
