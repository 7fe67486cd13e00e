package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A ChartScene is a laid-out [Chart].
type ChartScene struct {
	f     *Chart
	plane *plane
	front drawList // within the plot
}

var _ Scene = (*ChartScene)(nil)

// Layout implements Figure.
func (f *Chart) Layout(size vg.Point) Scene { return f.LayoutChart(size) }

// LayoutChart is Layout with the scene's own type.
func (f *Chart) LayoutChart(size vg.Point) *ChartScene {
	s := &ChartScene{f: f}
	x0, x1 := f.span(f.X, func(l *ChartLayer) [][]float64 { return [][]float64{l.X} })
	y0, y1 := f.span(f.Y, func(l *ChartLayer) [][]float64 { return [][]float64{l.Y, l.Low, l.High} })
	parts := planeParts{title: f.Title, subtitle: f.Subtitle, legend: f.legend, legendBelow: true,
		xName: f.X.Name, yName: f.Y.Name, xTicks: f.X.ticks, yTicks: f.Y.ticks}
	if f.Bare {
		none := func(_, _ float64, _ int) []Tick { return nil }
		parts.xName, parts.yName, parts.xTicks, parts.yTicks = "", "", none, none
	}
	s.plane = newPlane(f.Style, size, x0, x1, y0, y1, parts)
	if f.Square {
		s.plane = s.plane.squared(parts)
	}
	if s.plane.shown() {
		for k := range f.Layers {
			s.add(&f.Layers[k])
		}
	}
	return s
}

// at returns where mark i of a layer lies; ok is false where it lies nowhere.
func (s *ChartScene) at(l *ChartLayer, i int, y []float64) (q vg.Point, ok bool) {
	if i >= len(y) || !finite(l.X[i]) || !finite(y[i]) {
		return q, false
	}
	return s.plane.at(s.f.X.place(l.X[i]), s.f.Y.place(y[i])), true
}

// Place returns where a place of the chart lies in the scene.
func (s *ChartScene) Place(x, y float64) vg.Point {
	return s.plane.at(s.f.X.place(x), s.f.Y.place(y))
}

// add draws a layer.
func (s *ChartScene) add(l *ChartLayer) {
	st := s.f.Style
	ink := Fade(st.ink(l.Ink), l.opacity())
	width := l.Stroke * st.enlargement()
	if width == 0 {
		width = st.Stroke
	}
	line := &strokeItem{colour: ink, width: width}
	if l.Dashed {
		line.dash = []vg.Length{4, 3}
	}
	switch l.Kind {
	case ChartLine:
		line.path = s.outline(l, l.Y)
		s.front.add(line)
	case ChartLinks:
		for i := 0; i+1 < len(l.X); i += 2 {
			a, ok := s.at(l, i, l.Y)
			b, both := s.at(l, i+1, l.Y)
			if ok && both {
				line.segment(a, b)
			}
		}
		s.front.add(line)
	case ChartArea:
		s.front.add(fillItem{ink, closed(s.outline(l, l.Y))})
	case ChartBand:
		s.front.add(fillItem{ink, s.band(l)})
	case ChartText:
		for i, text := range l.Text {
			if q, ok := s.at(l, i, l.Y); ok {
				s.front.text(Regular(st.LabelSize), ink, q, MiddleCentre, 0, text)
			}
		}
	case ChartPoints, ChartBars:
		s.addMarks(l, line)
	}
}

// outline is the line through the places of a layer, broken where there is none.
func (s *ChartScene) outline(l *ChartLayer, y []float64) vg.Path {
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
func (s *ChartScene) band(l *ChartLayer) vg.Path {
	path := s.outline(l, l.High)
	for i := len(l.X) - 1; i >= 0; i-- {
		if q, ok := s.at(l, i, l.Low); ok && len(path) > 0 {
			path.Line(q)
		}
	}
	return closed(path)
}

// addMarks draws points or bars, one path a colour.
func (s *ChartScene) addMarks(l *ChartLayer, line *strokeItem) {
	paths, order := map[ChartInk]vg.Path{}, []ChartInk{}
	radius := l.Radius
	if radius == 0 {
		radius = 2.5
	}
	radius *= s.f.Style.enlargement()
	for i := range l.X {
		q, ok := s.at(l, i, l.Y)
		if !ok {
			continue
		}
		ink := l.Ink
		if l.Inks != nil {
			ink = l.Inks[i]
		}
		if _, known := paths[ink]; !known {
			order = append(order, ink)
		}
		if l.Kind == ChartBars {
			base := s.plane.y(s.f.Y.place(0))
			if s.f.Y.Log {
				base = s.plane.area.Min.Y
			}
			x0, x1 := s.plane.x(s.f.X.place(l.X[i]-l.Width/2)), s.plane.x(s.f.X.place(l.X[i]+l.Width/2))
			box := vg.Rectangle{Min: vg.Point{X: x0, Y: min(base, q.Y)}, Max: vg.Point{X: x1, Y: max(base, q.Y)}}
			paths[ink] = appendBox(paths[ink], box)
			continue
		}
		paths[ink] = append(paths[ink], Disc(q, radius)...)
		a, ok := s.at(l, i, l.Low)
		b, both := s.at(l, i, l.High)
		if ok && both {
			line.segment(a, b)
		}
	}
	s.front.add(line)
	for _, ink := range order {
		colour := Fade(s.f.Style.ink(ink), l.opacity())
		if l.Hollow {
			s.front.add(fillItem{s.f.Style.Surface, paths[ink]})
			s.front.add(&strokeItem{colour: colour, width: max(line.width, 1), path: paths[ink]})
		} else {
			s.front.add(fillItem{colour, paths[ink]})
		}
	}
}

// Draw implements Scene.
func (s *ChartScene) Draw(c vg.Canvas) {
	s.plane.list.draw(c)
	if s.plane.shown() {
		Clip(c, s.plane.reaches(1), func() { s.front.draw(c) })
		if !s.f.Bare {
			s.plane.frame.draw(c)
		}
	}
}

// Size implements Scene.
func (s *ChartScene) Size() vg.Point { return s.plane.size }

// PlotArea implements Scene.
func (s *ChartScene) PlotArea() vg.Rectangle { return s.plane.area }

// Hit implements Scene: the nearest place of a line, point or bar within reach.
func (s *ChartScene) Hit(p vg.Point) (Mark, bool) {
	if !s.plane.shown() || !Contains(s.plane.area, p) {
		return Mark{}, false
	}
	best, layer, place := float64(reach+2), -1, -1
	for k := range s.f.Layers {
		l := &s.f.Layers[k]
		if l.Kind == ChartText || l.Kind == ChartArea || l.Kind == ChartBand {
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
		return Mark{}, false
	}
	return s.mark(layer, place), true
}

// mark describes a place of a layer.
func (s *ChartScene) mark(layer, i int) Mark {
	l := &s.f.Layers[layer]
	m := NewMark("point")
	m.Index, m.Title = i, l.Name
	if i < len(l.Text) {
		m.Title = l.Text[i]
	}
	m.Anchor, _ = s.at(l, i, l.Y)
	x := FormatDigits(l.X[i], 4)
	if k := int(l.X[i]); s.f.X.Labels != nil && k >= 0 && k < len(s.f.X.Labels) {
		x = s.f.X.Labels[k]
	}
	m.Lines = [][2]string{{s.f.X.Name, x}, {s.f.Y.Name, FormatDigits(l.Y[i], 4)}}
	return m
}
