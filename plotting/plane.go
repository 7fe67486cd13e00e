package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A Measure is an axis along a direction of the data: the location u, in working units,
// is shown as Offset + Factor·u.
type Measure struct {
	Name           string // with its unit
	Offset, Factor float64
}

// Value returns a location in the units of the axis.
func (m Measure) Value(u float64) float64 { return m.Offset + m.Factor*u }

// ticks returns round values in the units of the axis between two locations, n at most,
// placed at their locations.
func (m Measure) ticks(low, high float64, n int) []Tick {
	ticks := Ticks(m.Value(low), m.Value(high), n)
	for i := range ticks {
		ticks[i].Value = (ticks[i].Value - m.Offset) / m.Factor
	}
	return ticks
}

// digits returns how many digits tell values apart that differ by a hundredth of a span.
func (m Measure) digits(low, high float64) int {
	span := math.Abs(m.Factor*(high-low)) / 100
	most := max(math.Abs(m.Value(low)), math.Abs(m.Value(high)))
	if !(span > 0) || !(most > 0) {
		return 3
	}
	return int(min(max(math.Ceil(math.Log10(most/span)), 2), 8))
}

// A plane is the frame of a figure with two axes: title, legends, scales and the room
// beside the plot, laid out in a box.
type plane struct {
	style  Style
	size   vg.Point
	list   drawList     // behind the plot and around it
	frame  drawList     // the axes, on top of the plot
	area   vg.Rectangle // of the plot; empty where it has no room
	beside vg.Rectangle // to the right of the plot

	x0, x1, y0, y1 float64 // visible, y1 at the top
}

// planeParts say what stands around the plot.
type planeParts struct {
	title, subtitle string
	legend          func(limit int) []legendBlock
	legendBelow     bool                             // at the foot whatever the width
	beside          func(height vg.Length) vg.Length // room wanted to the right of the plot; nil for none
	xName           string
	xTicks, yTicks  func(low, high float64, n int) []Tick
	yName           string
	bare            bool // no axes
}

// Sizes of a plane, in points.
const (
	planeLeast   = 60  // of the plot
	planeTick    = 56  // between numbers at the bottom
	planeTickY   = 34  // between numbers at the left
	planeNamed   = 150 // height from which on the axes are named
	planeLegends = 460 // width from which on legends stand at the right
)

// newPlane lays out a plane. The ranges are of the visible part.
func newPlane(style Style, size vg.Point, x0, x1, y0, y1 float64, parts planeParts) *plane {
	p := &plane{style: style, size: size, x0: x0, x1: x1, y0: y0, y1: y1}
	p.list.box(style.Surface, vg.Rectangle{Max: size})
	margin := min(style.Margin, max(8, 0.03*min(size.X, size.Y)+2))
	box := vg.Rectangle{Min: vg.Point{X: margin, Y: margin}, Max: vg.Point{X: size.X - margin, Y: size.Y - margin}}
	if box.Max.X-box.Min.X < planeLeast || box.Max.Y-box.Min.Y < planeLeast {
		return p
	}
	box.Max.Y = p.heading(box, parts)
	box = p.legends(box, parts)
	if parts.bare {
		if size := box.Size(); size.X >= planeLeast/2 && size.Y >= planeLeast/2 {
			p.area = box
		}
		return p
	}
	named := size.Y >= planeNamed
	bottom := box.Min.Y + AxisHeight(style, named)
	if !named {
		parts.xName, parts.yName = "", ""
	}
	height := box.Max.Y - bottom
	if height < planeLeast/2 {
		return p
	}
	if parts.beside != nil {
		room := min(parts.beside(height), 0.3*(box.Max.X-box.Min.X))
		p.beside = vg.Rectangle{Min: vg.Point{X: box.Max.X - room, Y: bottom}, Max: box.Max}
		box.Max.X -= room
	}
	face := Regular(style.TickSize)
	ticks := parts.yTicks(y0, y1, int(min(max(height/planeTickY, 2), 9)))
	left := vg.Length(0)
	for _, t := range ticks {
		left = max(left, TextWidth(face, t.Label))
	}
	left += axisTick + style.Padding
	if parts.yName != "" {
		left += LineHeight(Regular(style.AxisSize)) + 2*style.Padding
	}
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X + left, Y: bottom}, Max: box.Max}
	if area.Max.X-area.Min.X < planeLeast/2 {
		p.beside = vg.Rectangle{}
		return p
	}
	p.area = area
	p.makeRoom(parts)
	p.axes(parts, ticks)
	return p
}

// squared returns the plane laid out anew with a wider range along one axis, so that a unit
// is as long along both.
func (p *plane) squared(parts planeParts) *plane {
	x0, x1, y0, y1 := p.x0, p.x1, p.y0, p.y1
	for range 4 { // the numbers on the axes change with the ranges, and their room with them
		if !p.shown() {
			break
		}
		a := p.area.Size()
		scale := max((x1-x0)/float64(a.X), (y1-y0)/float64(a.Y)) // units a point
		wide, high := scale*float64(a.X)-(x1-x0), scale*float64(a.Y)-(y1-y0)
		p = newPlane(p.style, p.size, x0-wide/2, x1+wide/2, y0-high/2, y1+high/2, parts)
		if p.area.Size() == a {
			break
		}
	}
	return p
}

// makeRoom draws the right end of the plot in where the last number below it would be cut off
// by the edge of the figure.
func (p *plane) makeRoom(parts planeParts) {
	ticks := p.numbers(parts)
	if len(ticks) == 0 {
		return
	}
	last := ticks[len(ticks)-1]
	if over := p.x(last.Value) + TextWidth(Regular(p.style.TickSize), last.Label)/2 - p.size.X; over > 0 && parts.beside == nil {
		p.area.Max.X -= over + 1
	}
}

// numbers returns those below the plot.
func (p *plane) numbers(parts planeParts) []Tick {
	return parts.xTicks(p.x0, p.x1, int(min(max((p.area.Max.X-p.area.Min.X)/planeTick, 2), 11)))
}

// heading adds title and subtitle and returns the upper edge of what is left.
func (p *plane) heading(box vg.Rectangle, parts planeParts) vg.Length {
	subtitle := parts.subtitle
	if p.size.Y < planeNamed {
		subtitle = ""
	}
	at, width := vg.Point{X: box.Min.X, Y: box.Max.Y}, box.Max.X-box.Min.X
	p.list.add(headingItem{p.style, at, width, parts.title, subtitle})
	if h := Heading(nil, p.style, at, width, parts.title, subtitle); h > 0 {
		return box.Max.Y - h - min(14, 0.03*p.size.Y)
	}
	return box.Max.Y
}

// legends adds the legends at the right of wide figures and at the foot of narrow ones,
// and returns the box that is left.
func (p *plane) legends(box vg.Rectangle, parts planeParts) vg.Rectangle {
	if parts.legend == nil || len(parts.legend(1)) == 0 {
		return box
	}
	st := p.style
	if p.size.X < planeLegends || parts.legendBelow {
		for limit := maxLevels; limit > 1; limit -= 2 {
			blocks := parts.legend(limit)
			for n := len(blocks); n > 0; n-- { // the last are left out first
				flow := drawLegendFlow(nil, blocks[:n], st, vg.Point{}, box.Max.X-box.Min.X)
				if flow <= 0.25*(box.Max.Y-box.Min.Y) {
					drawLegendFlow(&p.list, blocks[:n], st, vg.Point{X: box.Min.X, Y: box.Min.Y + flow}, box.Max.X-box.Min.X)
					box.Min.Y += flow + 8
					return box
				}
			}
		}
		return box
	}
	for _, limit := range []int{maxLevels, 5, 3} {
		columns, widths, ok := legendColumns(parts.legend(limit), st, box.Max.Y-box.Min.Y)
		if !ok || len(columns) != 1 {
			continue
		}
		width := min(widths[0], 0.22*(box.Max.X-box.Min.X))
		y := box.Max.Y
		for _, b := range columns[0] {
			b.draw(&p.list, st, vg.Point{X: box.Max.X - width, Y: y}, width)
			y -= b.height(st) + legendApart
		}
		box.Max.X -= width + 20
		break
	}
	return box
}

// axes adds the axis below the plot and the one at its left.
func (p *plane) axes(parts planeParts, ticks []Tick) {
	st, a := p.style, p.area
	x := Axis{From: a.Min, To: vg.Point{X: a.Max.X, Y: a.Min.Y}, Low: p.x0, High: p.x1, Name: parts.xName}
	x.Ticks = p.numbers(parts)
	p.frame.add(axisItem{x, st})
	line := &strokeItem{colour: st.Muted, width: st.AxisStroke}
	line.segment(a.Min, vg.Point{X: a.Min.X, Y: a.Max.Y})
	face := Regular(st.TickSize)
	widest := vg.Length(0)
	for _, t := range ticks {
		y := p.y(t.Value)
		line.segment(vg.Point{X: a.Min.X - axisTick, Y: y}, vg.Point{X: a.Min.X, Y: y})
		p.frame.text(face, st.Muted, vg.Point{X: a.Min.X - axisTick - st.Padding, Y: y}, MiddleRight, 0, t.Label)
		widest = max(widest, TextWidth(face, t.Label))
	}
	p.frame.add(line)
	name := Regular(st.AxisSize)
	at := vg.Point{X: a.Min.X - axisTick - 3*st.Padding - widest, Y: (a.Min.Y + a.Max.Y) / 2}
	p.frame.text(name, st.Muted, at, BaseCentre, math.Pi/2, Elide(name, parts.yName, a.Max.Y-a.Min.Y))
}

// shown reports whether there was room for the plot.
func (p *plane) shown() bool { return p.area.Max.X > p.area.Min.X }

// x returns where a value lies; far outside the window it stays near the edge, so that no
// canvas meets enormous coordinates.
func (p *plane) x(v float64) vg.Length {
	share := (v - p.x0) / (p.x1 - p.x0)
	return p.area.Min.X + vg.Length(min(max(share, -9), 10))*(p.area.Max.X-p.area.Min.X)
}

// y is x for the other axis.
func (p *plane) y(v float64) vg.Length {
	share := (v - p.y0) / (p.y1 - p.y0)
	return p.area.Min.Y + vg.Length(min(max(share, -9), 10))*(p.area.Max.Y-p.area.Min.Y)
}

// at returns where a place lies.
func (p *plane) at(x, y float64) vg.Point { return vg.Point{X: p.x(x), Y: p.y(y)} }

// value returns the place under a point.
func (p *plane) value(q vg.Point) (x, y float64) {
	sx := float64((q.X - p.area.Min.X) / (p.area.Max.X - p.area.Min.X))
	sy := float64((q.Y - p.area.Min.Y) / (p.area.Max.Y - p.area.Min.Y))
	return p.x0 + sx*(p.x1-p.x0), p.y0 + sy*(p.y1-p.y0)
}

// reaches returns the plot with some room around it.
func (p *plane) reaches(by vg.Length) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: p.area.Min.X - by, Y: p.area.Min.Y - by},
		Max: vg.Point{X: p.area.Max.X + by, Y: p.area.Max.Y + by},
	}
}

// visible returns the part of a range that a window shows along an axis; top says that the
// window counts from its upper end.
func visible(low, high, from, to float64, top bool) (float64, float64) {
	if top {
		from, to = 1-to, 1-from
	}
	return low + from*(high-low), low + to*(high-low)
}

// padded widens a range by a share on either side; a range of one point gets a width.
func padded(low, high, share float64) (float64, float64) {
	if !(low <= high) {
		return -1, 1
	}
	if high-low <= 1e-9*max(math.Abs(low), math.Abs(high), 1e-300) {
		return low - 0.5, high + 0.5
	}
	return low - share*(high-low), high + share*(high-low)
}
