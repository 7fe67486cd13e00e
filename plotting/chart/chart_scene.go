package chart

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Scene is a laid-out [Chart].
type Scene struct {
	f     *Chart
	plane *ink.Plane
	front ink.List // within the plot
}

var _ plotting.Scene = (*Scene)(nil)

// Layout implements Figure.
func (f *Chart) Layout(size vg.Point) plotting.Scene { return f.layoutChart(size) }

// layoutChart is Layout with the concrete type of the scene.
func (f *Chart) layoutChart(size vg.Point) *Scene {
	s := &Scene{f: f}
	x0, x1 := f.span(f.X, func(l *Layer) [][]float64 { return [][]float64{l.X} })
	y0, y1 := f.span(f.Y, func(l *Layer) [][]float64 { return [][]float64{l.Y, l.Low, l.High} })
	parts := ink.PlaneParts{Title: f.Title, Subtitle: f.Subtitle, Legend: f.legend, LegendBelow: true,
		XName: f.X.Name, YName: f.Y.Name, XTicks: f.X.ticks, YTicks: f.Y.ticks}
	if f.bare() {
		none := func(_, _ float64, _ int) []ink.Tick { return nil }
		parts.XName, parts.YName, parts.XTicks, parts.YTicks = "", "", none, none
	}
	s.plane = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
	switch {
	case f.Square && f.Narrow:
		parts.Square = true
		s.plane = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
	case f.Square:
		s.plane = s.plane.Squared(parts)
	}
	if s.plane.Shown() {
		for k := range f.Layers {
			s.add(&f.Layers[k])
		}
	}
	return s
}

// at returns the place of mark i of a layer; ok is false if it has none.
func (s *Scene) at(l *Layer, i int, y []float64) (q vg.Point, ok bool) {
	if i >= len(y) || !ink.Finite(l.X[i]) || !ink.Finite(y[i]) {
		return q, false
	}
	return s.place(l.X[i], y[i]), true
}

// place maps a place of the chart to the scene.
func (s *Scene) place(x, y float64) vg.Point { return s.plane.At(s.f.X.place(x), s.f.Y.place(y)) }

// add draws a layer.
func (s *Scene) add(l *Layer) {
	st := s.f.Style
	hue := plotting.Fade(l.colour(st), l.opacity())
	width := l.Stroke * st.Enlargement()
	if width == 0 {
		width = st.Stroke
	}
	line := &ink.Stroke{Colour: hue, Width: width}
	if l.Dashed {
		line.Dash = []vg.Length{4, 3}
	}
	switch l.Kind {
	case Line:
		line.Path = s.outline(l, l.Y)
		s.front.Add(line)
	case Links:
		for i := 0; i+1 < len(l.X); i += 2 {
			a, ok := s.at(l, i, l.Y)
			b, both := s.at(l, i+1, l.Y)
			if ok && both {
				line.Segment(a, b)
			}
		}
		s.front.Add(line)
	case Area:
		s.front.Add(ink.Fill{Colour: hue, Path: closed(s.outline(l, l.Y))})
	case Band:
		s.front.Add(ink.Fill{Colour: hue, Path: s.band(l)})
	case Text:
		for i, text := range l.Text {
			if q, ok := s.at(l, i, l.Y); ok {
				s.front.Text(ink.Regular(st.Typeface, st.LabelSize), hue, q, ink.MiddleCentre, 0, text)
			}
		}
	case Points, Bars:
		s.addMarks(l, line)
	}
}

// outline returns the line through the places of a layer, broken at gaps.
func (s *Scene) outline(l *Layer, y []float64) vg.Path {
	path := make(vg.Path, 0, len(l.X))
	broken := true
	for i := range l.X {
		q, ok := s.at(l, i, y)
		switch {
		case !ok:
		case broken:
			path.Move(q)
		default:
			path.Line(q)
		}
		broken = !ok
	}
	return path
}

// closed closes each part of a path.
func closed(path vg.Path) vg.Path {
	out := make(vg.Path, 0, len(path)+4)
	for i, p := range path {
		if i > 0 && p.Type == vg.MoveComp {
			out.Close()
		}
		out = append(out, p)
	}
	if len(out) > 0 {
		out.Close()
	}
	return out
}

// band is the area between Low and High.
func (s *Scene) band(l *Layer) vg.Path {
	path := s.outline(l, l.High)
	for i := len(l.X) - 1; i >= 0; i-- {
		if q, ok := s.at(l, i, l.Low); ok && len(path) > 0 {
			path.Line(q)
		}
	}
	return closed(path)
}

// addMarks draws points or bars, one path a colour.
func (s *Scene) addMarks(l *Layer, line *ink.Stroke) {
	paths, order := map[Ink]vg.Path{}, []Ink{}
	radius := l.Radius
	if radius == 0 {
		radius = 2.5
	}
	radius *= s.f.Style.Enlargement()
	for i := range l.X {
		q, ok := s.at(l, i, l.Y)
		if !ok {
			continue
		}
		hue := l.Ink
		if l.Inks != nil {
			hue = l.Inks[i]
		}
		if _, known := paths[hue]; !known {
			order = append(order, hue)
		}
		if l.Kind == Bars {
			base := s.plane.Y(s.f.Y.place(0))
			if s.f.Y.Log {
				base = s.plane.Area.Min.Y
			}
			x0, x1 := s.plane.X(s.f.X.place(l.X[i]-l.Width/2)), s.plane.X(s.f.X.place(l.X[i]+l.Width/2))
			box := vg.Rectangle{Min: vg.Point{X: x0, Y: min(base, q.Y)}, Max: vg.Point{X: x1, Y: max(base, q.Y)}}
			paths[hue] = ink.AppendBox(paths[hue], box)
			continue
		}
		paths[hue] = append(paths[hue], ink.Disc(q, radius)...)
		a, ok := s.at(l, i, l.Low)
		b, both := s.at(l, i, l.High)
		if ok && both {
			line.Segment(a, b)
		}
	}
	s.front.Add(line)
	for _, hue := range order {
		colour := hue.of(s.f.Style)
		if l.Inks == nil {
			colour = l.colour(s.f.Style)
		}
		colour = plotting.Fade(colour, l.opacity())
		if l.Hollow {
			s.front.Add(ink.Fill{Colour: s.f.Style.Surface, Path: paths[hue]})
			s.front.Add(&ink.Stroke{Colour: colour, Width: max(line.Width, 1), Path: paths[hue]})
		} else {
			s.front.Add(ink.Fill{Colour: colour, Path: paths[hue]})
		}
	}
}

// Draw implements Scene.
func (s *Scene) Draw(c vg.Canvas) {
	s.plane.List.Draw(c)
	if s.plane.Shown() {
		plotting.Clip(c, s.plane.Reaches(1), func() { s.front.Draw(c) })
		if !s.f.bare() {
			s.plane.Frame.Draw(c)
		}
	}
}

// Size implements Scene.
func (s *Scene) Size() vg.Point { return s.plane.Size }

// PlotArea implements Scene.
func (s *Scene) PlotArea() vg.Rectangle { return s.plane.Area }

// PlaneAt implements ink.Planar; a logarithmic axis has no such plane.
func (s *Scene) PlaneAt(p vg.Point) (*ink.Plane, vg.Point, bool) {
	if s.f.X.Log || s.f.Y.Log {
		return nil, p, false
	}
	return s.plane.PlaneAt(p)
}

// Hit implements Scene: the nearest place of a line, point or bar within reach.
func (s *Scene) Hit(p vg.Point) (plotting.Mark, bool) {
	if !s.plane.Shown() || !ink.Contains(s.plane.Area, p) {
		return plotting.Mark{}, false
	}
	best, layer, place := float64(ink.Reach+2), -1, -1
	for k := range s.f.Layers {
		l := &s.f.Layers[k]
		if l.Kind == Text || l.Kind == Area || l.Kind == Band {
			continue
		}
		for i := range l.X {
			q, ok := s.at(l, i, l.Y)
			if !ok {
				continue
			}
			if d := math.Hypot(float64(q.X-p.X), float64(q.Y-p.Y)); d < best {
				best, layer, place = d, k, i
			}
		}
	}
	if layer < 0 {
		return plotting.Mark{}, false
	}
	return s.mark(layer, place), true
}

// mark describes a place of a layer.
func (s *Scene) mark(layer, i int) plotting.Mark {
	l := &s.f.Layers[layer]
	m := plotting.NewMark(plotting.PointMark)
	m.Index, m.Title = i, l.Name
	if i < len(l.Text) {
		m.Title = l.Text[i]
	}
	m.Anchor, _ = s.at(l, i, l.Y)
	x := s.f.X.text(l.X[i])
	if k := int(l.X[i]); s.f.X.Labels != nil && k >= 0 && k < len(s.f.X.Labels) {
		x = s.f.X.Labels[k]
	}
	m.Lines = [][2]string{{s.f.X.Name, x}}
	if s.f.Y.Labels == nil { // a name of a row is the title
		m.Lines = append(m.Lines, [2]string{s.f.Y.Name, s.f.Y.text(l.Y[i])})
	}
	return m
}

// LegendsLeftOut implements [plotting.Legible].
func (s *Scene) LegendsLeftOut() []string { return s.plane.LegendsLeft }
