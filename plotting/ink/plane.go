package ink

import (
	"math"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A Measure is an axis along a direction of the data: it shows the location u, in working units, as
// Offset + Factor·u.
type Measure struct {
	Name           string // with its unit
	Offset, Factor float64
	Plain          bool // its values are years or identifiers, written without separators
	Percent        bool // its values are per cents, with the sign beside each
}

// Value returns a location in the units of the axis.
func (m Measure) Value(u float64) float64 { return m.Offset + m.Factor*u }

// Ticks returns at most n round values, in the units of the axis, between two locations. Each tick
// is placed at its location.
func (m Measure) Ticks(low, high float64, n int) []Tick {
	ticks := Ticks(m.Value(low), m.Value(high), n)
	for i := range ticks {
		if v := ticks[i].Value; m.Plain && v == math.Trunc(v) {
			ticks[i].Label = plotting.FormatWhole(v)
		}
		if m.Percent {
			ticks[i].Label += percentSign
		}
		ticks[i].Value = (ticks[i].Value - m.Offset) / m.Factor
	}
	return ticks
}

// Text returns a value, with the digits that [Measure.Digits] gives for a span; whole ones of a plain measure are in
// full.
func (m Measure) Text(value float64, digits int) string {
	if m.Plain && math.Abs(value-math.Round(value)) < 1e-6 {
		return plotting.FormatWhole(value)
	}
	text := plotting.FormatDigits(value, digits)
	if m.Percent {
		text += percentSign
	}
	return text
}

// percentSign stands behind a number.
const percentSign = " %"

// Digits returns the number of digits that tell apart values that differ by a hundredth of a span.
func (m Measure) Digits(low, high float64) int {
	span := math.Abs(m.Factor*(high-low)) / 100
	most := max(math.Abs(m.Value(low)), math.Abs(m.Value(high)))
	if !(span > 0) || !(most > 0) {
		return 3
	}
	return int(min(max(math.Ceil(math.Log10(most/span)), 2), 8))
}

// A Plane is the frame of a figure with two axes, laid out in a box: title, legends, scales and the
// room beside the plot.
type Plane struct {
	Style  plotting.Style
	Size   vg.Point
	List   List         // behind the plot and around it
	Frame  List         // the axes, on top of the plot
	Area   vg.Rectangle // of the plot; empty where it has no room
	Beside vg.Rectangle // to the right of the plot

	LegendsLeft []string // titles of the legends that had no room

	X0, X1, Y0, Y1 float64 // visible, y1 at the top
}

// PlaneParts chooses the parts around the plot.
type PlaneParts struct {
	Title, Subtitle string
	Legend          func(limit int) []LegendBlock
	LegendBelow     bool                             // even in wide figures
	Beside          func(height vg.Length) vg.Length // room wanted to the right of the plot; nil for none
	XName           string
	XTicks, YTicks  func(low, high float64, n int) []Tick
	YName           string
	Bare            bool // no axes
	Square          bool // a unit is equally long along both axes: the plot is narrower, or lower, than its room
}

// Sizes of a plane, in points.
const (
	PlaneLeast   = 60  // of the plot
	PlaneTick    = 56  // between numbers at the bottom
	PlaneTickY   = 34  // between numbers at the left
	PlaneNamed   = 150 // least height at which the axes have names
	planeLegends = 460 // least width at which legends stand at the right
)

// MarginOf is the margin around a plane of a size: small ones have less.
func MarginOf(style plotting.Style, size vg.Point) vg.Length {
	return min(style.Margin, max(8, 0.03*min(size.X, size.Y)+2))
}

// NewPlane lays out a plane. The ranges are of the visible part.
func NewPlane(style plotting.Style, size vg.Point, x0, x1, y0, y1 float64, parts PlaneParts) *Plane {
	p := &Plane{Style: style, Size: size, X0: x0, X1: x1, Y0: y0, Y1: y1}
	p.List.Box(style.Surface, vg.Rectangle{Max: size})
	margin := MarginOf(style, size)
	box := vg.Rectangle{Min: vg.Point{X: margin, Y: margin}, Max: vg.Point{X: size.X - margin, Y: size.Y - margin}}
	if box.Max.X-box.Min.X < PlaneLeast || box.Max.Y-box.Min.Y < PlaneLeast {
		return p
	}
	box.Max.Y = p.heading(box, parts)
	box = p.legends(box, parts)
	if parts.Bare {
		if size := box.Size(); size.X >= PlaneLeast/2 && size.Y >= PlaneLeast/2 {
			p.Area = box
		}
		return p
	}
	named := size.Y >= PlaneNamed
	bottom := box.Min.Y + AxisHeight(style, named)
	if !named {
		parts.XName, parts.YName = "", ""
	}
	height := box.Max.Y - bottom
	if height < PlaneLeast/2 {
		return p
	}
	if parts.Beside != nil {
		room := min(parts.Beside(height), 0.3*(box.Max.X-box.Min.X))
		p.Beside = vg.Rectangle{Min: vg.Point{X: box.Max.X - room, Y: bottom}, Max: box.Max}
		box.Max.X -= room
	}
	face := Regular(style.Typeface, style.TickSize)
	ticks := parts.YTicks(y0, y1, int(min(max(height/PlaneTickY, 2), 9)))
	left := vg.Length(0)
	for _, t := range ticks {
		left = max(left, TextWidth(face, t.Label))
	}
	left += AxisTick + style.Padding
	if parts.YName != "" {
		left += LineHeight(Regular(style.Typeface, style.AxisSize)) + 2*style.Padding
	}
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X + left, Y: bottom}, Max: box.Max}
	if area.Max.X-area.Min.X < PlaneLeast/2 {
		p.Beside = vg.Rectangle{}
		return p
	}
	p.Area = area
	p.makeRoom(parts)
	if parts.Square {
		room := p.Area.Size()
		point := min(room.X/vg.Length(x1-x0), room.Y/vg.Length(y1-y0)) // points a unit
		p.Area.Min.X += (room.X - point*vg.Length(x1-x0)) / 2
		p.Area.Max.X = p.Area.Min.X + point*vg.Length(x1-x0)
		p.Area.Min.Y += (room.Y - point*vg.Length(y1-y0)) / 2
		p.Area.Max.Y = p.Area.Min.Y + point*vg.Length(y1-y0)
	}
	p.axes(parts, ticks)
	return p
}

// Squared returns the plane with a wider range along one axis, so that a unit is equally long along
// both.
func (p *Plane) Squared(parts PlaneParts) *Plane {
	x0, x1, y0, y1 := p.X0, p.X1, p.Y0, p.Y1
	for range 4 { // the numbers on the axes change with the ranges, and their room with them
		if !p.Shown() {
			break
		}
		a := p.Area.Size()
		scale := max((x1-x0)/float64(a.X), (y1-y0)/float64(a.Y)) // units a point
		wide, high := scale*float64(a.X)-(x1-x0), scale*float64(a.Y)-(y1-y0)
		p = NewPlane(p.Style, p.Size, x0-wide/2, x1+wide/2, y0-high/2, y1+high/2, parts)
		if p.Area.Size() == a {
			break
		}
	}
	return p
}

// makeRoom moves the right end of the plot in if the last number below it would be cut off by the
// edge of the figure.
func (p *Plane) makeRoom(parts PlaneParts) {
	ticks := p.numbers(parts)
	if len(ticks) == 0 {
		return
	}
	last := ticks[len(ticks)-1]
	if over := p.X(last.Value) + TextWidth(Regular(p.Style.Typeface, p.Style.TickSize), last.Label)/2 -
		p.Size.X; over > 0 && parts.Beside == nil {
		p.Area.Max.X -= over + 1
	}
}

// numbers returns those below the plot.
func (p *Plane) numbers(parts PlaneParts) []Tick {
	return parts.XTicks(p.X0, p.X1, int(min(max((p.Area.Max.X-p.Area.Min.X)/PlaneTick, 2), 11)))
}

// heading adds title and subtitle and returns the upper edge of the rest.
func (p *Plane) heading(box vg.Rectangle, parts PlaneParts) vg.Length {
	subtitle := parts.Subtitle
	if p.Size.Y < PlaneNamed {
		subtitle = ""
	}
	at, width := vg.Point{X: box.Min.X, Y: box.Max.Y}, box.Max.X-box.Min.X
	p.List.Add(HeadingItem{p.Style, at, width, parts.Title, subtitle})
	if h := Heading(nil, p.Style, at, width, parts.Title, subtitle); h > 0 {
		return box.Max.Y - h - min(14, 0.03*p.Size.Y)
	}
	return box.Max.Y
}

// legends adds the legends, at the right of wide figures and at the foot of narrow ones and where they
// are too high, and returns the box that is left.
func (p *Plane) legends(box vg.Rectangle, parts PlaneParts) vg.Rectangle {
	if parts.Legend == nil || len(parts.Legend(1)) == 0 || p.Style.Look.Legend == plotting.NoPlace {
		return box
	}
	st := p.Style
	if !LegendBelow(st, p.Size.X < planeLegends || parts.LegendBelow) {
		for _, limit := range LegendLimits {
			columns, widths, ok := LegendColumns(OrderedBlocks(st, parts.Legend(limit)), st, box.Max.Y-box.Min.Y)
			if !ok || len(columns) != 1 {
				continue
			}
			width := WidthsWithin(columns, widths, st, 0.22*(box.Max.X-box.Min.X), 0,
				box.Max.Y-box.Min.Y)
			if width > 0.45*(box.Max.X-box.Min.X) {
				break
			}
			y := box.Max.Y
			p.List.Group("legend", func() {
				for _, b := range columns[0] {
					b.Draw(&p.List, st, vg.Point{X: box.Max.X - width, Y: y}, width)
					y -= b.Height(st) + LegendApart
				}
			})
			box.Max.X -= width + 20
			return box
		}
	}
	room := 0.25 * (box.Max.Y - box.Min.Y)
	flow := FitFlow(func(limit int) []LegendBlock { return OrderedBlocks(st, parts.Legend(limit)) }, st,
		box.Max.X-box.Min.X, room, room)
	p.LegendsLeft = flow.LeftOut
	if h := flow.Height(); h > 0 {
		p.List.Group("legend", func() { flow.Draw(&p.List, vg.Point{X: box.Min.X, Y: box.Min.Y + h}) })
		box.Min.Y += h + 8
	}
	return box
}

// axes adds the axis below the plot and the one at its left.
func (p *Plane) axes(parts PlaneParts, ticks []Tick) {
	st, a := p.Style, p.Area
	x := Axis{From: a.Min, To: vg.Point{X: a.Max.X, Y: a.Min.Y}, Low: p.X0, High: p.X1, Name: parts.XName}
	x.Ticks = p.numbers(parts)
	p.Frame.Add(AxisItem{x, st})
	line := &Stroke{Colour: st.Muted, Width: st.AxisStroke}
	line.Segment(a.Min, vg.Point{X: a.Min.X, Y: a.Max.Y})
	face := Regular(st.Typeface, st.TickSize)
	widest := vg.Length(0)
	for _, t := range ticks {
		y := p.Y(t.Value)
		line.Segment(vg.Point{X: a.Min.X - AxisTick, Y: y}, vg.Point{X: a.Min.X, Y: y})
		p.Frame.Text(face, st.Muted, vg.Point{X: a.Min.X - AxisTick - st.Padding, Y: y}, MiddleRight, 0, t.Label)
		widest = max(widest, TextWidth(face, t.Label))
	}
	p.Frame.Add(line)
	name := Regular(st.Typeface, st.AxisSize)
	at := vg.Point{X: a.Min.X - AxisTick - 3*st.Padding - widest, Y: (a.Min.Y + a.Max.Y) / 2}
	p.Frame.Text(name, st.Muted, at, BaseCentre, math.Pi/2, Elide(name, parts.YName, a.Max.Y-a.Min.Y))
}

// Shown reports whether there was room for the plot.
func (p *Plane) Shown() bool { return p.Area.Max.X > p.Area.Min.X }

// X returns the place of a value. Far outside the window it stays near the edge, so that no canvas
// meets enormous coordinates.
func (p *Plane) X(v float64) vg.Length {
	share := (v - p.X0) / (p.X1 - p.X0)
	return p.Area.Min.X + vg.Length(min(max(share, -9), 10))*(p.Area.Max.X-p.Area.Min.X)
}

// Y does the same along the other axis.
func (p *Plane) Y(v float64) vg.Length {
	share := (v - p.Y0) / (p.Y1 - p.Y0)
	return p.Area.Min.Y + vg.Length(min(max(share, -9), 10))*(p.Area.Max.Y-p.Area.Min.Y)
}

// At returns the point of two values.
func (p *Plane) At(x, y float64) vg.Point { return vg.Point{X: p.X(x), Y: p.Y(y)} }

// Value returns the values at a point.
func (p *Plane) Value(q vg.Point) (x, y float64) {
	sx := float64((q.X - p.Area.Min.X) / (p.Area.Max.X - p.Area.Min.X))
	sy := float64((q.Y - p.Area.Min.Y) / (p.Area.Max.Y - p.Area.Min.Y))
	return p.X0 + sx*(p.X1-p.X0), p.Y0 + sy*(p.Y1-p.Y0)
}

// Reaches returns the plot widened by the given length on all sides.
func (p *Plane) Reaches(by vg.Length) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: p.Area.Min.X - by, Y: p.Area.Min.Y - by},
		Max: vg.Point{X: p.Area.Max.X + by, Y: p.Area.Max.Y + by},
	}
}

// Visible returns the part of a range that a window shows along an axis; top says that the window
// counts from its upper end.
func Visible(low, high, from, to float64, top bool) (float64, float64) {
	if top {
		from, to = 1-to, 1-from
	}
	return low + from*(high-low), low + to*(high-low)
}

// Padded widens a range by a share on either side; a range of one point gets a width.
func Padded(low, high, share float64) (float64, float64) {
	if !(low <= high) {
		return -1, 1
	}
	if high-low <= 1e-9*max(math.Abs(low), math.Abs(high), 1e-300) {
		return low - 0.5, high + 0.5
	}
	return low - share*(high-low), high + share*(high-low)
}

// AxisBand is the height of the band that holds the axis of time, in points.
const AxisBand = 46

// NarrowWidth is the width below which legends stand under the picture, in points.
const NarrowWidth = 430

// LeastCells is the smallest side of the cells, in points.
const LeastCells = 40
