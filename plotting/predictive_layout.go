package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A DensityScene is a laid-out [Density].
type DensityScene struct {
	f       *Density
	plane   *plane
	classes *rowClasses
	class   []int    // of each node
	front   drawList // within the plot
}

// LayoutPlaces is Layout with the scene's own type, for its further methods.
func (f *Density) LayoutPlaces(size vg.Point) *DensityScene {
	s := &DensityScene{f: f}
	if f.Places == nil || len(f.Places.tree.preorder) == 0 {
		s.plane = &plane{style: f.Style, size: size}
		s.plane.list.box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	s.classes = f.Colours.classes(f.Places.tree, f.Highlight, f.Style)
	s.class = s.classes.nodes(f.Places.tree)
	m := f.Places.measures
	x0, x1, y0, y1 := f.Places.visible(f.Window)
	parts := planeParts{
		title: f.Title, subtitle: f.Subtitle, legend: s.legend, xName: m[0].Name, yName: m[1].Name,
		xTicks: m[0].ticks, yTicks: m[1].ticks,
	}
	s.plane = newPlane(f.Style, size, x0, x1, y0, y1, parts)
	if f.Square {
		s.plane = s.plane.squared(parts)
	}
	if !s.plane.shown() {
		return s
	}
	s.addField()
	s.addTree()
	s.addRows()
	return s
}

// scale gives colours to log densities of working units.
func (s *DensityScene) scale() Scale {
	return Scale{Map: densityMap(s.f.Style, s.f.Bold), Low: s.f.Places.low, High: s.f.Places.high}
}

// legend explains the colours of the rows, of the density and the contours.
func (s *DensityScene) legend(limit int) []legendBlock {
	if s.f.HideLegend {
		return nil
	}
	blocks := s.classes.legend(limit)
	if s.f.Field != nil {
		k := s.scale()
		k.Low, k.High = k.Low+s.f.Places.shift(), k.High+s.f.Places.shift()
		blocks = append(blocks, legendBlock{title: "log density of a new row", ramp: &ColorBar{Scale: k, Unit: "nats", Note: s.f.Places.contourNote()}})
	}
	for _, complete := range s.f.Places.complete {
		if !complete {
			return append(blocks, legendBlock{title: "cells missing", entries: []legendEntry{{hollow: true, colour: s.f.Style.Ink, text: "at the posterior mean"}}})
		}
	}
	return blocks
}

// addField paints the density and its contours.
func (s *DensityScene) addField() {
	f, p := s.f, s.plane
	if f.Field == nil {
		return
	}
	f.Places.prepare()
	image, lines := f.Places.painted.of(f.Field, p, s.scale(), f.Places.levels)
	s.front.add(imageItem{p.area, image})
	for i, path := range lines {
		if f.Bold && i%2 == 1 {
			continue // the tone says enough
		}
		ink := Fade(f.Style.Muted, 0.85-0.15*float64(i))
		s.front.add(&strokeItem{colour: ink, width: 0.8, path: path})
	}
}

// Widths of the branches of a tree by the share of the rows below them.
var placeWidths = []struct {
	share float64
	width vg.Length
}{{0.3, 2.2}, {0.08, 1.5}, {0, 0.9}}

// addTree draws the branches between the means of their ends, one path for each colour and width.
func (s *DensityScene) addTree() {
	if s.f.HideTree {
		return
	}
	places, p := s.f.Places, s.plane
	t := places.tree
	type kind struct{ class, width int }
	items := map[kind]*strokeItem{}
	reached := p.reaches(3)
	for _, node := range t.preorder {
		v := int(node)
		a, b := s.branch(v)
		if !boxesMeet(boxOf([]vg.Point{a, b}), reached) {
			continue
		}
		k := kind{class: s.class[v]}
		for float64(t.Size(v)) < placeWidths[k.width].share*float64(len(t.order)) {
			k.width++
		}
		if items[k] == nil {
			ink := s.classes.ink(k.class)
			if k.class != selectedClass {
				ink = Fade(ink, s.faded(0.75))
			}
			items[k] = &strokeItem{colour: ink, width: placeWidths[k.width].width}
		}
		items[k].segment(a, b)
	}
	for _, class := range s.classes.order() {
		for width := range placeWidths {
			if i := items[kind{class, len(placeWidths) - 1 - width}]; i != nil {
				s.front.add(i)
			}
		}
	}
	origin := p.at(0, 0)
	s.front.add(fillItem{s.f.Style.Surface, Disc(origin, 3.5)})
	s.front.add(&strokeItem{colour: s.f.Style.Ink, width: 1.25, path: Disc(origin, 3.5)})
}

// faded is an opacity, less while something else is selected.
func (s *DensityScene) faded(share float64) float64 {
	if len(s.f.Highlight.Rows) > 0 {
		return 0.7 * share
	}
	return share
}

// branch returns the ends of the branch above v on the page.
func (s *DensityScene) branch(v int) (a, b vg.Point) {
	places := s.f.Places
	from := s.plane.at(0, 0)
	if u := places.tree.tree.Parent[v]; u >= 0 {
		from = s.plane.at(places.x[u], places.y[u])
	}
	return from, s.plane.at(places.x[v], places.y[v])
}

// dotRadius is that of the points of the rows.
func (s *DensityScene) dotRadius() vg.Length {
	switch n := len(s.f.Places.rowX); {
	case n > 300 && s.f.Bold:
		return 1.3 // on a projector too, or they would hide the density
	case n <= 300:
		return 3 * s.f.Style.enlargement()
	case n <= 1500:
		return 2.25 * s.f.Style.enlargement()
	}
	return 1.6 * s.f.Style.enlargement()
}

// rows returns how many rows are drawn.
func (s *DensityScene) rows() int {
	if n := len(s.f.Places.rowX); s.f.Rows == 0 || s.f.Rows > n {
		return n
	}
	return s.f.Rows
}

// addRows draws the rows as points, hollow where a cell is missing.
func (s *DensityScene) addRows() {
	places, p, r := s.f.Places, s.plane, s.dotRadius()
	full, hollow := map[int]*fillItem{}, map[int]*strokeItem{}
	reached := p.reaches(r)
	noise := &strokeItem{colour: Fade(s.f.Style.Muted, s.faded(0.6)), width: 0.7} // from where rows are to what was seen of them
	for row := range s.rows() {
		at := p.at(places.rowX[row], places.rowY[row])
		if !Contains(reached, at) {
			continue
		}
		if mean := p.at(places.x[row], places.y[row]); !s.f.HideTree && math.Hypot(float64(mean.X-at.X), float64(mean.Y-at.Y)) > 1 {
			noise.segment(mean, at)
		}
		k := s.classes.class[row]
		if full[k] == nil {
			ink := s.classes.ink(k)
			if k != selectedClass {
				ink = Fade(ink, s.faded(0.9))
			}
			full[k], hollow[k] = &fillItem{colour: ink}, &strokeItem{colour: ink, width: 1}
		}
		switch {
		case !places.complete[row]:
			hollow[k].path = append(hollow[k].path, Disc(at, r)...)
		case k == selectedClass:
			full[k].path = append(full[k].path, Disc(at, r+0.75)...)
		default:
			full[k].path = append(full[k].path, Disc(at, r)...)
		}
	}
	s.front.add(noise)
	for _, k := range s.classes.order() {
		if full[k] != nil {
			s.front.add(*full[k])
			s.front.add(hollow[k])
		}
	}
}

// Draw implements Scene.
func (s *DensityScene) Draw(c vg.Canvas) {
	s.plane.list.draw(c)
	if s.plane.shown() {
		Clip(c, s.plane.area, func() { s.front.draw(c) })
		s.plane.frame.draw(c)
	}
}

// Size implements Scene.
func (s *DensityScene) Size() vg.Point { return s.plane.size }

// PlotArea implements Scene.
func (s *DensityScene) PlotArea() vg.Rectangle { return s.plane.area }
