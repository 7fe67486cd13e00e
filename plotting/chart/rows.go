package chart

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// rowsPitch is the height of the highest row, in points.
const rowsPitch = 26

// A rowsScene is the common part of laid-out figures with one named row beneath another, over an axis.
type rowsScene struct {
	style  plotting.Style
	placed // area: of the rows
	names  vg.Rectangle
	axis   ink.Axis
	n      int     // rows
	r0, r1 float64 // visible rows
}

// place puts n rows into an area beneath each other, at its top if they do not fill it, with their
// names from left on, a gap before the area. The axis goes from low to high.
func (s *rowsScene) place(area vg.Rectangle, left, gap vg.Length, w plotting.Window, low, high float64) {
	n := float64(s.n)
	s.r0, s.r1 = w.Y0*n, w.Y1*n
	if spare := area.Max.Y - area.Min.Y - rowsPitch*vg.Length(n); w.IsAll() && spare > 0 {
		area.Min.Y += spare
	}
	s.area = area
	s.names = vg.Rectangle{Min: vg.Point{X: left, Y: area.Min.Y}, Max: vg.Point{X: area.Min.X - gap, Y: area.Max.Y}}
	s.axis = ink.Axis{From: area.Min, To: vg.Point{X: area.Max.X, Y: area.Min.Y}, Low: low, High: high}
	s.axis.Ticks = ink.Ticks(low, high, int(min(max((area.Max.X-area.Min.X)/ink.PlaneTick, 2), 9)))
}

// pitch is the height of a row.
func (s *rowsScene) pitch() vg.Length { return (s.area.Max.Y - s.area.Min.Y) / vg.Length(s.r1-s.r0) }

// y returns the height of a place among the rows.
func (s *rowsScene) y(row float64) vg.Length { return s.area.Max.Y - vg.Length(row-s.r0)*s.pitch() }

// box is the part of the area that belongs to row i.
func (s *rowsScene) box(i int) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: s.y(float64(i + 1))},
		Max: vg.Point{X: s.area.Max.X, Y: s.y(float64(i))}}
}

// mark draws the ground of a selected row about y.
func (s *rowsScene) mark(list *ink.List, y vg.Length) {
	list.Box(plotting.Fade(s.style.Selection, 0.15),
		vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: y - s.pitch()/2}, Max: vg.Point{X: s.area.Max.X, Y: y + s.pitch()/2}})
}

// finish adds the names of the rows, those chosen strong, and the axis.
func (s *rowsScene) finish(name func(i int) string, chosen []bool) {
	st := s.style
	if s.names.Max.X > s.names.Min.X {
		labels, size := ink.SideLabels(st, st.Look.Rows, s.r0, s.r1, s.n, s.pitch(), s.y, name, chosen)
		labels.WriteBefore(s.names.Max.X, s.names.Max.X-s.names.Min.X, size, st, &s.list)
	}
	s.list.Add(ink.AxisItem{Axis: s.axis, Style: st})
}

// rowAt returns the row at p; false beside the rows.
func (s *rowsScene) rowAt(p vg.Point) (int, bool) {
	if s.area.Max.X <= s.area.Min.X || p.Y < s.area.Min.Y || p.Y > s.area.Max.Y || p.X < 0 || p.X > s.size.X {
		return 0, false
	}
	i := int(s.r0 + float64((s.area.Max.Y-p.Y)/s.pitch()))
	return i, i >= 0 && i < s.n
}

// frame draws a frame around row i.
func (s *rowsScene) frame(c vg.Canvas, i int) {
	list := &ink.List{}
	list.Add(ink.Outline(s.style, s.box(i)))
	plotting.Clip(c, s.area, func() { list.Draw(c) })
}
