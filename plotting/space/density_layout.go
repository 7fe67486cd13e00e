package space

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A DensityScene is a laid-out [Density].
type DensityScene struct {
	f       *Density
	plane   *ink.Plane
	classes *beside.RowClasses
	class   []int    // of each node
	front   ink.List // within the plot
}

// LayoutPlaces is Layout with the concrete type of the scene, for its further methods.
func (f *Density) LayoutPlaces(size vg.Point) *DensityScene {
	s := &DensityScene{f: f}
	if f.Places == nil || len(f.Places.tree.Preorder) == 0 {
		s.plane = &ink.Plane{Style: f.Style, Size: size}
		s.plane.List.Box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	s.classes = f.Colours.Classes(f.Places.tree, f.Selection, f.Style)
	s.class = s.classes.Nodes(f.Places.tree)
	m := f.Places.measures
	x0, x1, y0, y1 := f.Places.visible(f.Window)
	parts := ink.PlaneParts{
		Title: f.Title, Subtitle: f.Subtitle, Legend: s.legend, XName: m[0].Name, YName: m[1].Name,
		XTicks: m[0].Ticks, YTicks: m[1].Ticks,
	}
	parts.Square = f.Square
	s.plane = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
	if !s.plane.Shown() {
		return s
	}
	s.addField()
	s.addTree()
	s.addRows()
	return s
}

// scale maps log densities in working units to colours.
func (s *DensityScene) scale() ink.Scale {
	return ink.Scale{Map: densityMap(s.f.Style, s.f.Bold), Low: s.f.Places.low, High: s.f.Places.high}
}

// legend explains the colours of the rows and of the density, and the contours.
func (s *DensityScene) legend(limit int) []ink.LegendBlock {
	if s.f.HideLegend {
		return nil
	}
	blocks := s.classes.Legend(limit)
	if s.f.Field != nil {
		k := s.scale()
		k.Low, k.High = k.Low+s.f.Places.shift(), k.High+s.f.Places.shift()
		blocks = append(blocks,
			ink.LegendBlock{Title: "log density", Ramp: &ink.ColorBar{Scale: k, Note: s.f.Places.contourNote()}})
	}
	for _, complete := range s.f.Places.complete {
		if !complete {
			return append(blocks, ink.LegendBlock{Title: "cells missing",
				Entries: []ink.LegendEntry{{Hollow: true, Colour: s.f.Style.Ink, Text: "at the posterior mean"}}})
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
	s.front.Add(ink.Image{Rect: p.Area, Image: image})
	for i, path := range lines {
		if f.Bold && i%2 == 1 {
			continue // the tone says enough
		}
		hue := plotting.Fade(f.Style.Muted, 0.85-0.15*float64(i))
		s.front.Add(&ink.Stroke{Colour: hue, Width: 0.8, Path: path})
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
	items := map[kind]*ink.Stroke{}
	reached := p.Reaches(3)
	for _, node := range t.Preorder {
		v := int(node)
		a, b := s.branch(v)
		if !boxesMeet(boxOf([]vg.Point{a, b}), reached) {
			continue
		}
		k := kind{class: s.class[v]}
		for float64(t.Size(v)) < placeWidths[k.width].share*float64(len(t.Order())) {
			k.width++
		}
		if items[k] == nil {
			hue := s.classes.Ink(k.class)
			if k.class != beside.SelectedClass {
				hue = plotting.Fade(hue, s.faded(0.75))
			}
			items[k] = &ink.Stroke{Colour: hue, Width: placeWidths[k.width].width}
		}
		items[k].Segment(a, b)
	}
	for _, class := range s.classes.Order() {
		for width := range placeWidths {
			if i := items[kind{class, len(placeWidths) - 1 - width}]; i != nil {
				s.front.Add(i)
			}
		}
	}
	origin := p.At(0, 0)
	s.front.Add(ink.Fill{Colour: s.f.Style.Surface, Path: ink.Disc(origin, 3.5)})
	s.front.Add(&ink.Stroke{Colour: s.f.Style.Ink, Width: 1.25, Path: ink.Disc(origin, 3.5)})
}

// faded returns an opacity, reduced while something else is selected.
func (s *DensityScene) faded(share float64) float64 {
	if len(s.f.Selection.Rows) > 0 {
		return 0.7 * share
	}
	return share
}

// branch returns the ends of the branch above v in the picture.
func (s *DensityScene) branch(v int) (a, b vg.Point) {
	places := s.f.Places
	from := s.plane.At(0, 0)
	if u := places.tree.Tree().Parent[v]; u >= 0 {
		from = s.plane.At(places.x[u], places.y[u])
	}
	return from, s.plane.At(places.x[v], places.y[v])
}

// dotRadius returns the radius of the points of rows.
func (s *DensityScene) dotRadius() vg.Length {
	switch n := len(s.f.Places.rowX); {
	case n > 300 && s.f.Bold:
		return 1.3 // even on a projector, because larger ones would hide the density
	case n <= 300:
		return 3 * s.f.Style.Enlargement()
	case n <= 1500:
		return 2.25 * s.f.Style.Enlargement()
	}
	return 1.6 * s.f.Style.Enlargement()
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
	full, hollow := map[int]*ink.Fill{}, map[int]*ink.Stroke{}
	reached := p.Reaches(r)
	// from the locations of rows to their observations
	noise := &ink.Stroke{Colour: plotting.Fade(s.f.Style.Muted, s.faded(0.6)), Width: 0.7}
	for row := range s.rows() {
		at := p.At(places.rowX[row], places.rowY[row])
		if !ink.Contains(reached, at) {
			continue
		}
		if mean := p.At(places.x[row], places.y[row]); !s.f.HideTree &&
			math.Hypot(float64(mean.X-at.X), float64(mean.Y-at.Y)) > 1 {
			noise.Segment(mean, at)
		}
		k := s.classes.Class[row]
		if full[k] == nil {
			hue := s.classes.Ink(k)
			if k != beside.SelectedClass {
				hue = plotting.Fade(hue, s.faded(0.9))
			}
			full[k], hollow[k] = &ink.Fill{Colour: hue}, &ink.Stroke{Colour: hue, Width: 1}
		}
		switch {
		case !places.complete[row]:
			hollow[k].Path = append(hollow[k].Path, ink.Disc(at, r)...)
		case k == beside.SelectedClass:
			full[k].Path = append(full[k].Path, ink.Disc(at, r+0.75)...)
		default:
			full[k].Path = append(full[k].Path, ink.Disc(at, r)...)
		}
	}
	s.front.Add(noise)
	for _, k := range s.classes.Order() {
		if full[k] != nil {
			s.front.Add(*full[k])
			s.front.Add(hollow[k])
		}
	}
}

// Draw implements Scene.
func (s *DensityScene) Draw(c vg.Canvas) {
	s.plane.List.Draw(c)
	if s.plane.Shown() {
		plotting.Group(c, "points", func() { plotting.Clip(c, s.plane.Area, func() { s.front.Draw(c) }) })
		s.plane.Frame.Draw(c)
	}
}

// Size implements Scene.
func (s *DensityScene) Size() vg.Point { return s.plane.Size }

// PlaneAt implements ink.Planar.
func (s *DensityScene) PlaneAt(p vg.Point) (*ink.Plane, vg.Point, bool) { return s.plane.PlaneAt(p) }

// PlotArea implements Scene.
func (s *DensityScene) PlotArea() vg.Rectangle { return s.plane.Area }

// LegendsLeftOut implements [plotting.Legible].
func (s *DensityScene) LegendsLeftOut() []string { return s.plane.LegendsLeft }
