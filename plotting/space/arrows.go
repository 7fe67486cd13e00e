package space

import (
	"fmt"
	"iter"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// An Arrow is a direction that a column of the table takes over the two directions of [Clusters]: its loadings on two
// factors. Arrows start at the origin; all are scaled alike, so that they fill most of the room of the rows.
type Arrow struct {
	Name string
	Item int // index of the column
	X, Y float64
}

const (
	arrowReach = 0.9 // of the way to the edge that the arrow nearest to it goes
	arrowHead  = 7.0 // points
)

// withOrigin widens ranges of the axes so that they hold the origin, where arrows start.
func (f *Clusters) withOrigin(b [4]float64) [4]float64 {
	if len(f.Arrows) == 0 {
		return b
	}
	for k := range 2 {
		room := 0.05 * (b[2*k+1] - b[2*k])
		b[2*k], b[2*k+1] = min(b[2*k], -room), max(b[2*k+1], room)
	}
	return b
}

// arrowScale returns the factor on all arrows.
func (f *Clusters) arrowScale() float64 {
	b := f.bounds()
	scale := math.Inf(1)
	for _, a := range f.Arrows {
		for k, v := range []float64{a.X, a.Y} {
			switch {
			case v > 0:
				scale = min(scale, b[2*k+1]/v)
			case v < 0:
				scale = min(scale, b[2*k]/v)
			}
		}
	}
	if math.IsInf(scale, 1) {
		return 0
	}
	return arrowReach * scale
}

// tip returns where an arrow ends.
func (s *ClustersScene) tip(a Arrow) vg.Point { return s.plane.At(s.arrowScale*a.X, s.arrowScale*a.Y) }

// addArrows draws the arrows, and the names of those that have room at their tips or a little above or below them, the
// first ones first. How many have none is said.
func (s *ClustersScene) addArrows() {
	if len(s.f.Arrows) == 0 {
		return
	}
	style, origin := s.f.Style, s.plane.At(0, 0)
	face := ink.Regular(style.Typeface, style.LabelSize)
	marked := map[int]bool{}
	for _, c := range s.f.Selection.Columns {
		marked[c] = true
	}
	var names []vg.Rectangle
	there := 0
	for _, a := range s.f.Arrows {
		tip := s.tip(a)
		dx, dy := float64(tip.X-origin.X), float64(tip.Y-origin.Y)
		long := math.Hypot(dx, dy)
		if long < 1 {
			continue
		}
		hue, width := style.Ink, 1.25*style.Enlargement()
		if marked[a.Item] {
			hue, width = style.Selection, 2*style.Enlargement()
		}
		u, v := vg.Length(dx/long), vg.Length(dy/long)
		head := min(arrowHead*style.Enlargement(), vg.Length(long))
		base := vg.Point{X: tip.X - head*u, Y: tip.Y - head*v}
		s.front.Line(hue, width, origin, base)
		var path vg.Path
		path.Move(tip)
		path.Line(vg.Point{X: base.X - head*v/3, Y: base.Y + head*u/3})
		path.Line(vg.Point{X: base.X + head*v/3, Y: base.Y - head*u/3})
		path.Close()
		s.front.Add(ink.Fill{Colour: hue, Path: path})
		at, anchor := vg.Point{X: tip.X + 4*u, Y: tip.Y + 4*v}, ink.MiddleLeft
		wide := ink.TextWidth(face, a.Name)
		box := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - style.LabelSize/2},
			Max: vg.Point{X: at.X + wide, Y: at.Y + style.LabelSize/2}}
		if u < 0 {
			anchor = ink.MiddleRight
			box.Min.X, box.Max.X = at.X-wide, at.X
		}
		if !ink.Contains(s.plane.Area, tip) {
			continue
		}
		there++
		for _, lines := range []vg.Length{0, 1, -1, 2, -2} {
			by := vg.Point{Y: lines * style.LabelSize}
			if moved := (vg.Rectangle{Min: box.Min.Add(by), Max: box.Max.Add(by)}); free(names, moved, s.plane.Area) {
				names = append(names, moved)
				s.front.Box(plotting.Fade(style.Surface, 0.7), moved)
				s.front.Text(face, hue, at.Add(by), anchor, 0, a.Name)
				break
			}
		}
	}
	if n := len(names); n < there {
		s.note(fmt.Sprintf("%d of %d arrows named", n, there),
			vg.Point{X: s.plane.Area.Min.X + 4, Y: s.plane.Area.Min.Y + 4}, ink.BaseLeft)
	}
}

// free reports whether a name has room in the area beside those that stand already.
func free(names []vg.Rectangle, box, area vg.Rectangle) bool {
	if box.Min.X < area.Min.X || box.Max.X > area.Max.X || box.Min.Y < area.Min.Y || box.Max.Y > area.Max.Y {
		return false
	}
	for _, n := range names {
		if box.Min.X < n.Max.X && n.Min.X < box.Max.X && box.Min.Y < n.Max.Y && n.Min.Y < box.Max.Y {
			return false
		}
	}
	return true
}

// arrowMark describes an arrow.
func (s *ClustersScene) arrowMark(a Arrow) plotting.Mark {
	m := plotting.NewMark(plotting.ArrowMark)
	m.Column, m.Title, m.Anchor = a.Item, a.Name, s.tip(a)
	for k, v := range []float64{a.X, a.Y} {
		m.Lines = append(m.Lines, [2]string{"loading on " + s.f.Points.Measures[k].Name, plotting.FormatNumber(v)})
	}
	return m
}

// arrowAt returns the arrow whose tip is within reach of a point.
func (s *ClustersScene) arrowAt(q vg.Point) (Arrow, bool) {
	for _, a := range s.f.Arrows {
		if t := s.tip(a); math.Hypot(float64(t.X-q.X), float64(t.Y-q.Y)) < ink.Reach+arrowHead/2 {
			return a, true
		}
	}
	return Arrow{}, false
}

// arrowSheet lists the arrows.
func (f *Clusters) arrowSheet() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, a := range f.Arrows {
			if !yield([]string{a.Name, plotting.Cell(a.X), plotting.Cell(a.Y)}) {
				return
			}
		}
	}
}
