package chart

import (
	"image/color"
	"math"

	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Size implements Scene.
func (s *diagnosticsScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *diagnosticsScene) PlotArea() vg.Rectangle { return s.area }

const noDiagnostics = "Diagnostics begin with the first draws of a method that samples, such as the method mcmc."

// statusColour returns the colour of the dot of a verdict.
func statusColour(s plotting.Style, l diagnostics.Level) color.NRGBA {
	switch l {
	case diagnostics.Good:
		return pick(s, 0x009E73, 0x2BC297)
	case diagnostics.Warn:
		return pick(s, 0xC77700, 0xF0A63A)
	case diagnostics.Bad:
		return pick(s, 0xB3261E, 0xF2756C)
	}
	return s.Muted
}

// warningText is the colour of numbers that are worrying.
func warningText(s plotting.Style) color.NRGBA { return pick(s, 0x9A5C00, 0xF0A63A) }

func pick(s plotting.Style, light, dark uint32) color.NRGBA {
	if s.Dark {
		return plotting.Hex(dark)
	}
	return plotting.Hex(light)
}

// Draw implements Scene.
func (s *diagnosticsScene) Draw(c vg.Canvas) {
	st := s.Style
	ink.DrawGround(c, st, s.size)
	if s.Report == nil || len(s.rows) == 0 {
		note := s.Empty
		if note == "" {
			note = noDiagnostics
		}
		ink.DrawNote(c, st, s.area, note)
		return
	}
	s.drawHead(c)
	if s.rowHeight == 0 {
		return
	}
	plotting.Clip(c, s.area, func() {
		for i := range s.panels {
			s.drawRow(c, &s.panels[i])
		}
	})
	s.drawAxes(c)
	s.drawClades(c)
}

// drawHead writes the verdict with its dot and its reasons, and the heads of the columns.
func (s *diagnosticsScene) drawHead(c vg.Canvas) {
	st := s.Style
	bold := ink.Bold(st.Typeface, st.TitleSize)
	radius := dotShare * ink.CapHeight(bold)
	at, width := s.at, s.size.X-2*s.at.X
	c.SetColor(statusColour(st, s.Report.Verdict.Level))
	c.Fill(ink.Disc(vg.Point{X: at.X + radius, Y: at.Y - ink.CapHeight(bold)/2}, radius))
	height := ink.Heading(nil, st, at, width, "x", "") + ink.LineHeight(bold)*vg.Length(len(s.title)-1)
	for i, line := range s.title {
		line = ink.Elide(bold, line, width-s.titleIndent())
		ink.DrawText(c, bold, st.Ink,
			vg.Point{X: at.X + s.titleIndent(), Y: at.Y - ink.LineHeight(bold)*vg.Length(i)}, ink.TopLeft, line)
	}
	ink.Heading(c, st, vg.Point{X: at.X, Y: at.Y - height}, width, "", s.subtitle())
	if s.rowHeight == 0 {
		return
	}
	y := s.area.Max.Y + st.Padding
	f := ink.Bold(st.Typeface, st.AxisSize)
	for _, h := range []struct {
		ink.Span
		text string
	}{{s.columns.trace, "trace"}, {s.columns.density, "density"}, {s.columns.ranks, "ranks"},
		{s.columns.decay, "autocorrelation"}} {
		if h.text == "autocorrelation" && ink.TextWidth(f, h.text) > h.Width() {
			h.text = "autocorr."
		}
		ink.DrawText(c, f, st.Muted, vg.Point{X: h.From, Y: y}, ink.BaseLeft, ink.Elide(f, h.text, h.Width()))
	}
	for _, t := range s.table {
		ink.DrawText(c, f, st.Muted, vg.Point{X: t.right, Y: y}, ink.BaseRight, t.head)
	}
	if s.chains > 1 {
		names := make([]string, s.chains)
		for k := range names {
			names[k] = chainName(k)
		}
		drawSeriesKeys(c, st, names, vg.Point{X: s.columns.trace.To, Y: y},
			s.columns.trace.Width()-ink.TextWidth(f, "trace")-st.Gap)
	}
	var rule vg.Path
	rule.Move(vg.Point{X: s.area.Min.X, Y: s.area.Max.Y})
	rule.Line(s.area.Max)
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Hairline)
	c.Stroke(rule)
}

func (s *diagnosticsScene) drawRow(c vg.Canvas, p *diagnosticsPanels) {
	st := s.Style
	var rule vg.Path
	rule.Move(p.box.Min)
	rule.Line(vg.Point{X: p.box.Max.X, Y: p.box.Min.Y})
	c.SetLineDash(nil, 0)
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Hairline)
	c.Stroke(rule)
	middle := (p.box.Min.Y + p.box.Max.Y) / 2
	bold := ink.Bold(st.Typeface, st.AxisSize)
	if s.rowHeight >= st.AxisSize {
		ink.DrawText(c, bold, st.Ink, vg.Point{X: p.box.Min.X, Y: middle}, ink.MiddleLeft,
			ink.Elide(bold, p.quantity.Title, s.columns.name.Width()+2*st.Gap))
	}
	s.drawTrace(c, p)
	s.drawDensity(c, p)
	s.drawRanks(c, p)
	s.drawDecay(c, p)
	if s.rowHeight >= st.AxisSize {
		s.drawNumbers(c, p, middle)
	}
}

func (s *diagnosticsScene) drawTrace(c vg.Canvas, p *diagnosticsPanels) {
	st, t := s.Style, p.traces
	if t.empty {
		return
	}
	if s.rowHeight >= 30 {
		f := ink.Regular(st.Typeface, st.TickSize)
		for _, k := range t.y {
			ink.DrawText(c, f, st.Muted, vg.Point{X: t.area.Min.X - st.Padding, Y: t.at(t.x.Low, k.Value).Y},
				ink.MiddleRight, k.Label)
		}
	}
	plotting.Clip(c, vg.Rectangle{Min: t.area.Min.Sub(vg.Point{X: 1, Y: 1}), Max: t.area.Max.Add(vg.Point{X: 1, Y: 1})},
		func() { t.drawLines(c) })
	x, ok := t.cursorX()
	if !ok {
		return
	}
	var line vg.Path
	line.Move(vg.Point{X: x, Y: t.area.Min.Y})
	line.Line(vg.Point{X: x, Y: t.area.Max.Y})
	c.SetColor(st.Selection)
	c.SetLineWidth(st.Stroke)
	c.Stroke(line)
	if s.Chain >= 0 && s.Chain < len(t.Series) {
		r := &t.Series[s.Chain]
		if i, ok := t.nearest(r, float64(s.Cursor)); ok && ink.Finite(r.Values[i]) {
			c.Fill(ink.Disc(t.at(t.Trace.x(r, i), r.Values[i]), 1.5*st.DotRadius))
		}
	}
}

// densityX returns the place of a value of a density.
func (p *diagnosticsPanels) densityX(v float64) vg.Length {
	x := p.diagnosticsRow.density.X
	low, high := x[0], x[len(x)-1]
	if p.diagnosticsRow.density.Steps { // room for the first and the last bar
		low, high = low-0.5, high+0.5
	}
	return p.density.Min.X + p.density.Size().X*vg.Length((v-low)/(high-low))
}

// outline returns the path of a density.
func (p *diagnosticsPanels) outline(y []float64) vg.Path {
	d := p.diagnosticsRow.density
	height := func(v float64) vg.Length { return p.density.Min.Y + p.density.Size().Y*vg.Length(0.96*v/p.peak) }
	var path vg.Path
	add := func(x, v float64) {
		at := vg.Point{X: p.densityX(x), Y: height(v)}
		if len(path) == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	for i, v := range y {
		if d.Steps {
			add(d.X[i]-0.5, v)
			add(d.X[i]+0.5, v)
		} else {
			add(d.X[i], v)
		}
	}
	return path
}

func (s *diagnosticsScene) drawDensity(c vg.Canvas, p *diagnosticsPanels) {
	st, d := s.Style, p.diagnosticsRow.density
	if d == nil || p.density.Size().X <= 0 || !(p.peak > 0) {
		return
	}
	var base vg.Path
	base.Move(p.density.Min)
	base.Line(vg.Point{X: p.density.Max.X, Y: p.density.Min.Y})
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Muted)
	c.Stroke(base)
	if len(d.Chains) > 1 {
		c.SetLineWidth(1)
		for k, y := range d.Chains {
			c.SetColor(seriesColour(st, k))
			c.Stroke(p.outline(y))
		}
	}
	c.SetLineWidth(1.5)
	c.SetColor(st.Ink)
	if len(d.Chains) == 1 {
		c.SetColor(seriesColour(st, 0))
	}
	c.Stroke(p.outline(d.Pooled))
	if s.rowHeight >= tickRoom {
		ticks := ink.Ticks(d.X[0], d.X[len(d.X)-1], 3)
		if d.Steps {
			ticks = ink.WholeTicks(d.X[0], d.X[len(d.X)-1], 3)
		}
		a := ink.Axis{From: p.density.Min, To: vg.Point{X: p.density.Max.X, Y: p.density.Min.Y}, Low: 0, High: 1}
		f := ink.Regular(st.Typeface, st.TickSize)
		for i := range ticks {
			ticks[i].Value = float64((p.densityX(ticks[i].Value) - a.From.X) / (a.To.X - a.From.X))
		}
		a.Ticks = ticks
		for _, i := range a.Labelled(f) {
			ink.DrawText(c, f, st.Muted, vg.Point{X: a.At(ticks[i].Value), Y: p.density.Min.Y - st.Padding},
				ink.TopCentre, ticks[i].Label)
		}
	}
}

// leastDecay is the least autocorrelation on the axis.
const leastDecay = -0.25

// decayAt returns the place of the autocorrelation at a lag.
func (s *diagnosticsScene) decayAt(p *diagnosticsPanels, lag int, v float64) vg.Point {
	size := p.decay.Size()
	return vg.Point{
		X: p.decay.Min.X + size.X*vg.Length(float64(lag)/float64(s.lags)),
		Y: p.decay.Min.Y + size.Y*vg.Length((math.Max(v, leastDecay)-leastDecay)/(1-leastDecay)),
	}
}

func (s *diagnosticsScene) drawDecay(c vg.Canvas, p *diagnosticsPanels) {
	st := s.Style
	if p.decay.Size().X <= 0 || p.diagnosticsRow.density == nil {
		return
	}
	var zero vg.Path
	zero.Move(s.decayAt(p, 0, 0))
	zero.Line(s.decayAt(p, s.lags, 0))
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Muted)
	c.Stroke(zero)
	c.SetLineWidth(1)
	for k, y := range p.diagnosticsRow.decay {
		var path vg.Path
		for i, v := range y {
			at := s.decayAt(p, i*p.every, v)
			if i == 0 {
				path.Move(at)
			} else {
				path.Line(at)
			}
		}
		c.SetColor(seriesColour(st, k))
		c.Stroke(path)
	}
}

// drawAxes draws those of the iterations and of the lags.
func (s *diagnosticsScene) drawAxes(c vg.Canvas) {
	if len(s.panels) == 0 {
		return
	}
	low, high := s.span()
	for _, a := range []struct {
		ink.Span
		low, high float64
		name      string
	}{{s.columns.trace, low, high, s.Report.Options.Iteration},
		{s.columns.decay, 0, float64(s.lags), "lag, " + s.Report.Options.Iteration + "s"}} {
		if a.Width() <= 0 || !(a.high > a.low) {
			continue
		}
		ink.Axis{From: vg.Point{X: a.From, Y: s.axisY}, To: vg.Point{X: a.To, Y: s.axisY}, Low: a.low, High: a.high,
			Ticks: ink.WholeTicks(a.low, a.high, max(int(a.Width()/72), 2)), Name: a.name}.Draw(c, s.Style)
	}
	if s.columns.ranks.Width() > 0 {
		s.rankAxis().Draw(c, s.Style)
	}
}
