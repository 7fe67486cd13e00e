package teach

import (
	"image/color"
	"math"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// axes describe the axes of a plot.
type axes struct {
	x0, x1, y0, y1 float64
	x, y           string // names, with their units
	whole          bool   // the numbers along x are counts
	bare           bool   // no numbers along y
	logY           bool   // y0 and y1 are logarithms to base 10 of the numbers written
}

// A plot is a part of a board with axes.
type plot struct {
	*board
	area vg.Rectangle
	axes axes
}

// plot draws axes in a part of the board.
func (b *board) plot(r vg.Rectangle, a axes) *plot {
	if !(a.x1 > a.x0) {
		a.x1 = a.x0 + 1
	}
	if !(a.y1 > a.y0) {
		a.y1 = a.y0 + 1
	}
	f := ink.Regular(b.Typeface, b.TickSize)
	area := r
	area.Min.Y += ink.AxisHeight(b.Style, a.x != "")
	ticks := b.yTicks(a, area.Max.Y-area.Min.Y)
	wide := vg.Length(0)
	for _, t := range ticks {
		wide = max(wide, ink.TextWidth(f, t.Label))
	}
	if a.y != "" {
		name := ink.Regular(b.Typeface, b.AxisSize)
		b.text(name, b.Muted, at(r.Min.X, r.Max.Y), ink.TopLeft, ink.Elide(name, a.y, r.Max.X-r.Min.X))
		area.Max.Y -= ink.LineHeight(name) + b.Padding
	}
	area.Min.X += wide + 2*b.Padding
	area.Max.X -= 2 * b.Padding // half of the last number is beyond the axis
	p := &plot{b, area, a}
	if w, h := extent(area); w < 10 || h < 10 {
		p.area = vg.Rectangle{Min: area.Min, Max: area.Min}
		return p
	}
	n := int(min(max((area.Max.X-area.Min.X)/(5*b.TickSize), 2), 10))
	axis := ink.Axis{From: area.Min, To: at(area.Max.X, area.Min.Y), Low: a.x0, High: a.x1, Name: a.x}
	if axis.Ticks = ink.Ticks(a.x0, a.x1, n); a.whole {
		axis.Ticks = ink.WholeTicks(a.x0, a.x1, n)
	}
	b.add(func(c vg.Canvas) { axis.Draw(c, b.Style) })
	for _, t := range ticks {
		y := p.y(t.Value)
		b.line(b.Hairline, b.AxisStroke, at(area.Min.X, y), at(area.Max.X, y))
		b.text(f, b.Muted, at(area.Min.X-b.Padding, y), ink.MiddleRight, t.Label)
	}
	return p
}

// yTicks returns the numbers along y for a height.
func (b *board) yTicks(a axes, height vg.Length) []ink.Tick {
	n := int(min(max(height/(3.2*b.TickSize), 2), 7))
	if a.bare {
		return nil
	}
	if !a.logY {
		return ink.Ticks(a.y0, a.y1, n)
	}
	ticks := ink.WholeTicks(a.y0, a.y1, n)
	for i := range ticks {
		ticks[i].Label = strconv.FormatFloat(math.Pow(10, ticks[i].Value), 'f', -1, 64)
	}
	return ticks
}

// x returns the position of a value; far outside the range it stays near the edge.
func (p *plot) x(v float64) vg.Length {
	share := (v - p.axes.x0) / (p.axes.x1 - p.axes.x0)
	return p.area.Min.X + vg.Length(min(max(share, -4), 5))*(p.area.Max.X-p.area.Min.X)
}

func (p *plot) y(v float64) vg.Length {
	share := (v - p.axes.y0) / (p.axes.y1 - p.axes.y0)
	return p.area.Min.Y + vg.Length(min(max(share, -4), 5))*(p.area.Max.Y-p.area.Min.Y)
}

func (p *plot) at(x, y float64) vg.Point { return vg.Point{X: p.x(x), Y: p.y(y)} }

// points returns the positions of values; NaN is left out without breaking the line.
func (p *plot) points(xs, ys []float64) []vg.Point {
	var out []vg.Point
	for i := range min(len(xs), len(ys)) {
		if !math.IsNaN(xs[i]) && !math.IsNaN(ys[i]) {
			out = append(out, p.at(xs[i], ys[i]))
		}
	}
	return out
}

// trace draws a line through values, clipped to the plot.
func (p *plot) trace(ink color.NRGBA, width vg.Length, xs, ys []float64, dashes ...vg.Length) {
	path := polyline(p.points(xs, ys))
	p.within(inset(p.area, -width), func() { p.stroke(ink, width, path, dashes...) })
}

// stairs draws a line that keeps each value until the next.
func (p *plot) stairs(ink color.NRGBA, width vg.Length, xs, ys []float64) {
	var a, b []float64
	for i := range xs {
		if i > 0 {
			a, b = append(a, xs[i]), append(b, ys[i-1])
		}
		a, b = append(a, xs[i]), append(b, ys[i])
	}
	p.trace(ink, width, a, b)
}

// band fills the area between two lines.
func (p *plot) band(ink color.NRGBA, xs, low, high []float64) {
	points := p.points(xs, high)
	under := p.points(xs, low)
	for i := len(under) - 1; i >= 0; i-- {
		points = append(points, under[i])
	}
	path := polyline(points)
	if len(path) == 0 {
		return
	}
	path.Close()
	p.within(p.area, func() { p.fill(ink, path) })
}

// bars fills bars of a width, in units of x, from 0 up to values.
func (p *plot) bars(ink color.NRGBA, width float64, xs, heights []float64) {
	var path vg.Path
	for i, x := range xs {
		if h := heights[i]; h > p.axes.y0 {
			r := box(p.x(x-width/2), p.area.Min.Y, p.x(x+width/2), p.y(h))
			path = append(path, r.Path()...)
		}
	}
	p.within(p.area, func() { p.fill(ink, path) })
}

// upright draws a vertical line at a value.
func (p *plot) upright(ink color.NRGBA, width vg.Length, x float64, dashes ...vg.Length) {
	p.stroke(ink, width, polyline([]vg.Point{at(p.x(x), p.area.Min.Y), at(p.x(x), p.area.Max.Y)}), dashes...)
}

// nothing returns the content of a panel that is still empty.
func nothing(why string) *chart.Chart {
	return &chart.Chart{Subtitle: why, Bare: true, Style: plotting.Light, X: chart.Axis{High: 1}, Y: chart.Axis{High: 1}}
}

// sequence returns 0, 1, …, n−1 moved by first.
func sequence(first, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(first + i)
	}
	return out
}

// table returns a sheet of n rows.
func table(name string, header []string, n int, row func(i int) []string) plotting.Sheet {
	return plotting.Sheet{Name: name, Header: header, Rows: func(yield func([]string) bool) {
		for i := range n {
			if !yield(row(i)) {
				return
			}
		}
	}}
}

// growth draws a count that grows with the customers, from none on: as drawn so far, and with the expected mean and
// standard deviation. expected names these.
func (b *board) growth(room vg.Rectangle, expected string, a axes, mean, deviation, drawn []float64) {
	room = b.key(room, keyEntry{category(0), '-', "drawn"}, keyEntry{b.Muted, ':', expected})
	p := b.plot(room, a)
	xs := sequence(0, len(mean))
	low, high := make([]float64, len(xs)), make([]float64, len(xs))
	for i := range xs {
		low[i], high[i] = max(mean[i]-2*deviation[i], 0), mean[i]+2*deviation[i]
	}
	p.band(plotting.Fade(b.Muted, 0.16), xs, low, high)
	p.trace(b.Muted, b.SelectedStroke, xs, mean, dash...)
	p.stairs(category(0), 2*b.Stroke, sequence(0, len(drawn)), drawn)
	n := len(drawn) - 1
	b.discs(b.Selection, 1.6*b.DotRadius, p.at(float64(n), drawn[n]))
}
