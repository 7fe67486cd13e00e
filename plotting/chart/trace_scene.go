package chart

import (
	"math"
	"strings"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Size implements Scene.
func (s *traceScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *traceScene) PlotArea() vg.Rectangle {
	if s.empty {
		return vg.Rectangle{}
	}
	return s.area
}

// defaultEmpty is shown until there are values.
const defaultEmpty = "The curve begins when the start is complete."

// Draw implements Scene.
func (s *traceScene) Draw(c vg.Canvas) {
	st := s.Style
	ink.DrawGround(c, st, s.size)
	y := s.text.Max.Y
	plotting.Group(c, "title", func() {
		for _, l := range s.textLines() {
			if y-ink.CapHeight(l.face) < s.text.Min.Y-0.01 {
				break
			}
			colour := st.Ink
			if l.muted {
				colour = st.Muted
			}
			ink.DrawText(c, l.face, colour, vg.Point{X: s.text.Min.X, Y: y}, ink.TopLeft,
				ink.Elide(l.face, l.text, s.text.Max.X-s.text.Min.X))
			y -= ink.LineHeight(l.face)
		}
	})
	if s.empty {
		note := s.Empty
		if note == "" {
			note = defaultEmpty
		}
		ink.DrawNote(c, st, s.area, note)
		return
	}
	if len(s.Series) > 1 && s.aside() {
		plotting.Group(c, "legend", func() { s.drawKeys(c, y-st.Padding) })
	} else if h := s.headings(); len(s.Series) > 1 && len(h) > 0 && y < s.text.Max.Y {
		names := make([]string, len(s.Series))
		for k := range names {
			names[k] = s.name(k)
		}
		end := vg.Point{X: s.text.Max.X, Y: s.text.Max.Y - ink.CapHeight(h[0].face)}
		plotting.Group(c, "legend", func() {
			drawSeriesKeys(c, st, names, end, s.text.Max.X-s.text.Min.X-ink.TextWidth(h[0].face, h[0].text)-st.Gap)
		})
	}
	plotting.Group(c, "axis", func() { s.drawAxes(c) })
	// Dots may overhang the ends of the axis; the lines of a zoomed figure hardly do.
	over := vg.Point{X: st.DotRadius + 1, Y: st.DotRadius + 1}
	plotting.Group(c, "lines", func() {
		plotting.Clip(c, vg.Rectangle{Min: s.area.Min.Sub(vg.Point{X: over.X}), Max: s.area.Max.Add(over)},
			func() { s.drawLines(c) })
	})
	s.drawCursor(c)
}

// drawSeriesKeys names the series on one line of the given width that ends at a point. If they do
// not fit, the word that all names begin with is left out of all but the first, then of the first
// too. If they still do not fit, nothing is drawn.
func drawSeriesKeys(c vg.Canvas, st plotting.Style, names []string, end vg.Point, room vg.Length) {
	const dash = 13 // with the space after it
	f := ink.Regular(st.Typeface, st.AxisSize)
	short := make([]string, len(names))
	for k, n := range names {
		short[k] = strings.TrimPrefix(n, "chain ")
	}
	mixed := append(append([]string{}, names[0]), short[1:]...)
	for _, texts := range [][]string{mixed, short} {
		width := -st.Gap
		for _, t := range texts {
			width += dash + ink.TextWidth(f, t) + st.Gap
		}
		if width > room {
			continue
		}
		x := end.X - width
		c.SetLineWidth(2)
		c.SetLineDash(nil, 0)
		for k, t := range texts {
			var p vg.Path
			p.Move(vg.Point{X: x, Y: end.Y + ink.CapHeight(f)/2})
			p.Line(vg.Point{X: x + dash - 4, Y: end.Y + ink.CapHeight(f)/2})
			c.SetColor(seriesColour(st, k))
			c.Stroke(p)
			ink.DrawText(c, f, st.Muted, vg.Point{X: x + dash, Y: end.Y}, ink.BaseLeft, t)
			x += dash + ink.TextWidth(f, t) + st.Gap
		}
		return
	}
}

// drawKeys names the series below the text.
func (s *traceScene) drawKeys(c vg.Canvas, y vg.Length) {
	f := ink.Regular(s.Style.Typeface, s.Style.AxisSize)
	pitch := ink.LineHeight(f)
	c.SetLineWidth(2)
	c.SetLineDash(nil, 0)
	for k := range s.Series {
		if y-pitch < s.text.Min.Y {
			return
		}
		var p vg.Path
		p.Move(vg.Point{X: s.text.Min.X + 1, Y: y - pitch/2})
		p.Line(vg.Point{X: s.text.Min.X + 12, Y: y - pitch/2})
		c.SetColor(seriesColour(s.Style, k))
		c.Stroke(p)
		x := s.text.Min.X + 12 + 1.5*s.Style.Padding
		ink.DrawText(c, f, s.Style.Ink, vg.Point{X: x, Y: y - pitch/2}, ink.MiddleLeft,
			ink.Elide(f, s.name(k), s.text.Max.X-x))
		y -= pitch
	}
}

func (s *traceScene) drawAxes(c vg.Canvas) {
	st := s.Style
	var grid vg.Path
	f := ink.Regular(st.Typeface, st.TickSize)
	for _, k := range s.y {
		y := s.at(s.x.Low, k.Value).Y
		grid.Move(vg.Point{X: s.area.Min.X, Y: y})
		grid.Line(vg.Point{X: s.area.Max.X, Y: y})
		ink.DrawText(c, f, st.Muted, vg.Point{X: s.area.Min.X - st.Padding, Y: y}, ink.MiddleRight, k.Label)
	}
	c.SetColor(st.Hairline)
	c.SetLineWidth(st.AxisStroke)
	c.SetLineDash(nil, 0)
	c.Stroke(grid)
	s.x.Draw(c, st)
}

// pale is the opacity of the burn-in.
const pale = 1.0 / 3

func (s *traceScene) drawLines(c vg.Canvas) {
	st := s.Style
	c.SetLineWidth(s.weight)
	for k, l := range s.lines {
		colour := plotting.Fade(seriesColour(st, k), s.opacity)
		c.SetColor(plotting.Fade(colour, pale))
		c.Stroke(l.pale)
		c.SetColor(colour)
		c.Stroke(l.full)
		c.SetLineWidth(rejectedWidth)
		c.Stroke(l.thin)
		c.SetLineWidth(acceptedWidth)
		c.Stroke(l.thick)
		c.SetLineWidth(s.weight)
		for _, p := range []vg.Path{l.pale, l.full, l.thick} {
			if len(p) == 1 { // a line of one point is a dot
				c.Fill(ink.Disc(p[0].Pos, st.DotRadius))
			}
		}
	}
	if s.hasBest {
		c.SetColor(st.Surface)
		c.Fill(ink.Disc(s.bestAt, st.DotRadius+2))
		c.SetColor(seriesColour(st, s.best[0]))
		c.Fill(ink.Disc(s.bestAt, st.DotRadius+0.75))
	}
	s.drawTurns(c)
}

// cursorX returns the place of the cursor, and whether it is visible.
func (s *traceScene) cursorX() (vg.Length, bool) {
	if !s.HasCursor || s.empty {
		return 0, false
	}
	at := float64(s.Cursor)
	if s.BySeconds {
		byIteration := s.Trace
		byIteration.BySeconds = false
		found := false
		for k := range s.Series {
			if i, ok := byIteration.nearest(&s.Series[k], at); ok {
				at, found = s.Series[k].Seconds[i], true
				break
			}
		}
		if !found {
			return 0, false
		}
	}
	x := s.x.At(at)
	return x, x >= s.area.Min.X-0.5 && x <= s.area.Max.X+0.5
}

func (s *traceScene) drawCursor(c vg.Canvas) {
	x, ok := s.cursorX()
	if !ok {
		return
	}
	var p vg.Path
	p.Move(vg.Point{X: x, Y: s.area.Min.Y})
	p.Line(vg.Point{X: x, Y: s.area.Max.Y})
	c.SetColor(s.Style.Selection)
	c.SetLineWidth(s.Style.Stroke)
	c.SetLineDash(nil, 0)
	c.Stroke(p)
	c.Fill(ink.Disc(vg.Point{X: x, Y: s.area.Min.Y}, 2*s.Style.DotRadius))
}

// Hit implements Scene: the point nearest along the horizontal axis, of the series nearest to p.
// The mark has the series as Column and the point as Index.
func (s *traceScene) Hit(p vg.Point) (plotting.Mark, bool) {
	const slack = 6
	wide := vg.Rectangle{Min: s.area.Min.Sub(vg.Point{X: slack, Y: slack}),
		Max: s.area.Max.Add(vg.Point{X: slack, Y: slack})}
	if s.empty || !ink.Contains(wide, p) {
		return plotting.Mark{}, false
	}
	if m, ok := s.hitTurn(p); ok {
		return m, true
	}
	x := s.x.Low + (s.x.High-s.x.Low)*float64((p.X-s.area.Min.X)/(s.area.Max.X-s.area.Min.X))
	x = min(max(x, s.x.Low), s.x.High)
	series, index, least := -1, 0, math.Inf(1)
	for k := range s.Series {
		r := &s.Series[k]
		i, ok := s.nearest(r, x)
		if !ok || !ink.Finite(r.Values[i]) {
			continue
		}
		q := s.at(s.Trace.x(r, i), r.Values[i])
		// For a series that ended earlier, measure to its end.
		d := math.Hypot(float64(q.X-p.X), float64(q.Y-p.Y))
		if d < least {
			series, index, least = k, i, d
		}
	}
	if series < 0 {
		return plotting.Mark{}, false
	}
	r := &s.Series[series]
	m := plotting.NewMark(plotting.PointMark)
	m.Column, m.Index = series, index
	m.Title = s.iterationName() + " " + plotting.FormatCount(r.Iteration[index])
	m.Anchor = s.at(s.Trace.x(r, index), r.Values[index])
	if len(s.Series) > 1 {
		m.Lines = append(m.Lines, [2]string{"series", s.name(series)})
	}
	title := s.Title
	if title == "" {
		title = "value"
	}
	m.Lines = append(m.Lines, [2]string{title, plotting.FormatDigits(r.Values[index], 7)})
	if ink.Finite(r.Seconds[index]) {
		m.Lines = append(m.Lines,
			[2]string{"after", plotting.FormatElapsed(time.Duration(r.Seconds[index] * float64(time.Second)))})
	}
	m.Lines = append(m.Lines, s.epochOf(r.Iteration[index])...)
	return m, true
}
