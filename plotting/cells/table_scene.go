package cells

import (
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A tableScene is a laid-out [Table].
type tableScene struct {
	Table
	size  vg.Point
	list  ink.List
	heads vg.Rectangle
	area  vg.Rectangle // of the rows
	order []int
	pitch vg.Length
	spans []ink.Span // of the columns that have room; empty ones are left out
}

// columnWidths returns the width that each column wants.
func (s *tableScene) columnWidths() []vg.Length {
	st := s.Style
	bold, plain := ink.Bold(st.AxisSize), ink.Regular(st.AxisSize)
	widths := make([]vg.Length, len(s.Columns))
	for j, c := range s.Columns {
		widths[j] = max(ink.TextWidth(bold, c.Head)+12, ink.WidestOf(plain, len(s.Rows), func(i int) string { return s.Rows[i].Cells[j].Text })+4)
		if c.Text {
			widths[j] = min(widths[j], 170)
		}
	}
	if len(widths) > 0 && slices.ContainsFunc(s.Rows, func(r TableRow) bool { return r.Swatch != nil }) {
		widths[0] += tableSwatch + 8
	}
	return widths
}

func (s *tableScene) build() {
	st := s.Style
	w := s.GetWindow()
	height := s.area.Max.Y - s.area.Min.Y
	n := float64(len(s.order))
	s.pitch = min(height/vg.Length(n*(w.Y1-w.Y0)), tableRow)
	x := s.area.Min.X
	for _, width := range s.columnWidths() {
		if x+width > s.area.Max.X {
			s.spans = append(s.spans, ink.Span{})
			continue
		}
		s.spans = append(s.spans, ink.Span{From: x, To: x + width})
		x += width + tableSpace
	}
	right := x - tableSpace
	rule := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
	rule.Segment(vg.Point{X: s.heads.Min.X, Y: s.heads.Min.Y}, vg.Point{X: right, Y: s.heads.Min.Y})
	s.list.Add(rule)
	s.addTableHeads()
	rows := &ink.List{}
	for place, i := range s.order {
		r := s.row(place)
		if r.Max.Y > s.area.Min.Y && r.Min.Y < s.area.Max.Y {
			r.Max.X = right
			s.addRow(rows, i, r)
		}
	}
	s.list.Add(ink.Clipped{Rect: s.area, List: rows})
	s.addNote()
}

// tableNote is the widest line of a note, in points.
const tableNote = 640

// addNote writes the note below the rows.
func (s *tableScene) addNote() {
	if s.Note == "" {
		return
	}
	f := ink.Regular(s.Style.SubtitleSize)
	pitch := ink.LineHeight(f)
	lines := ink.Wrap(f, s.Note, min(s.area.Max.X-s.area.Min.X, tableNote))
	y := s.row(len(s.order)-1).Min.Y - pitch - 10
	if y-pitch*vg.Length(len(lines)-1) < s.area.Min.Y {
		return
	}
	for _, l := range lines {
		s.list.Text(f, s.Style.Muted, vg.Point{X: s.area.Min.X, Y: y}, ink.BaseLeft, 0, l)
		y -= pitch
	}
}

// row returns the box of a row, by its place from the top.
func (s *tableScene) row(place int) vg.Rectangle {
	top := s.area.Max.Y - (vg.Length(place)-vg.Length(s.GetWindow().Y0*float64(len(s.order))))*s.pitch
	return vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: top - s.pitch}, Max: vg.Point{X: s.area.Max.X, Y: top}}
}

func (s *tableScene) addTableHeads() {
	st := s.Style
	f := ink.Bold(st.AxisSize)
	y := (s.heads.Min.Y + s.heads.Max.Y) / 2
	for j, c := range s.Columns {
		p := s.spans[j]
		if p.Width() <= 0 {
			continue
		}
		colour := st.Muted
		if j == s.Sort {
			colour = st.Ink
			x := p.To + 7
			if c.Text {
				x = p.From + ink.TextWidth(f, c.Head) + 7
			}
			s.list.Add(ink.Fill{Colour: colour, Path: sortArrow(vg.Point{X: x, Y: y}, s.Descending)})
		}
		if c.Text {
			s.list.Text(f, colour, vg.Point{X: p.From, Y: y}, ink.MiddleLeft, 0, c.Head)
		} else {
			s.list.Text(f, colour, vg.Point{X: p.To, Y: y}, ink.MiddleRight, 0, c.Head)
		}
	}
}

// sortArrow returns an arrow that points down if rows fall from the greatest to the least.
func sortArrow(at vg.Point, descending bool) vg.Path {
	h := vg.Length(2)
	if descending {
		h = -h
	}
	var p vg.Path
	p.Move(vg.Point{X: at.X - 3, Y: at.Y - h})
	p.Line(vg.Point{X: at.X + 3, Y: at.Y - h})
	p.Line(vg.Point{X: at.X, Y: at.Y + h})
	p.Close()
	return p
}

func (s *tableScene) addRow(list *ink.List, i int, r vg.Rectangle) {
	st, row := s.Style, &s.Rows[i]
	colour := st.Ink
	if slices.Contains(s.Selected, row.Index) {
		colour = st.SelectionText
		list.Box(plotting.Fade(st.Selection, 0.14), r)
	}
	size := min(st.AxisSize, 0.72*s.pitch)
	f := ink.Regular(size)
	y := (r.Min.Y + r.Max.Y) / 2
	for j, c := range s.Columns {
		p := s.spans[j]
		if p.Width() <= 0 {
			continue
		}
		cell := row.Cells[j]
		left := p.From
		if j == 0 && row.Swatch != nil {
			list.Add(ink.Fill{Colour: *row.Swatch, Path: ink.Disc(vg.Point{X: left + tableSwatch/2, Y: y}, tableSwatch/2)})
			left += tableSwatch + 8
		}
		if share := s.bar(j, cell.Value); share > 0 {
			box := vg.Rectangle{Min: vg.Point{X: p.To - share*p.Width(), Y: y - 0.36*s.pitch}, Max: vg.Point{X: p.To + 3, Y: y + 0.36*s.pitch}}
			list.Box(plotting.Fade(st.Muted, 0.18), box)
		}
		if c.Text {
			list.Text(f, colour, vg.Point{X: left, Y: y}, ink.MiddleLeft, 0, ink.Elide(f, cell.Text, p.To-left))
		} else {
			list.Text(f, colour, vg.Point{X: p.To, Y: y}, ink.MiddleRight, 0, cell.Text)
		}
	}
}

// bar returns the length of the bar of a value, as a share of its column.
func (s *tableScene) bar(column int, v float64) vg.Length {
	if !s.Columns[column].Bar || !(v > 0) {
		return 0
	}
	most := 0.0
	for i := range s.Rows {
		most = math.Max(most, s.Rows[i].Cells[column].Value)
	}
	return vg.Length(v / most)
}

// Size implements Scene.
func (s *tableScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *tableScene) PlotArea() vg.Rectangle { return s.area }

// Draw implements Scene.
func (s *tableScene) Draw(c vg.Canvas) { s.list.Draw(c) }

// Hit implements Scene: a row, with its Index, or the head of a column (kind "head"), with
// its number as Column.
func (s *tableScene) Hit(p vg.Point) (plotting.Mark, bool) {
	m := plotting.NewMark("row")
	m.Anchor = p
	switch {
	case s.area.Max.X <= s.area.Min.X:
		return m, false
	case ink.Within(p, s.heads):
		for j, c := range s.spans {
			if c.Width() > 0 && p.X >= c.From-tableSpace/2 && p.X <= c.To+tableSpace/2 {
				m.Kind, m.Column, m.Title = "head", j, s.Columns[j].Head
				m.Lines = append(slices.Clone(s.Columns[j].Tip), [2]string{"click", "orders by it"})
				return m, true
			}
		}
	case ink.Within(p, s.area):
		place := int(float64((s.area.Max.Y-p.Y)/s.pitch) + s.GetWindow().Y0*float64(len(s.order)))
		if place >= 0 && place < len(s.order) {
			row := &s.Rows[s.order[place]]
			m.Index, m.Node, m.Title, m.Lines = row.Index, place, row.Cells[0].Text, row.Lines
			return m, true
		}
	}
	return m, false
}

// DrawOverlay underlines the head or frames the row that the pointer is over.
func (s *tableScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	switch {
	case m.Kind == "head" && m.Column >= 0 && m.Column < len(s.spans):
		p := s.spans[m.Column]
		line := &ink.Stroke{Colour: s.Style.Selection, Width: s.Style.SelectedStroke}
		line.Segment(vg.Point{X: p.From, Y: s.heads.Min.Y}, vg.Point{X: p.To, Y: s.heads.Min.Y})
		line.Draw(c)
	case m.Kind == "row" && m.Node >= 0 && m.Node < len(s.order):
		plotting.Clip(c, s.area, func() { ink.Outline(s.Style, s.row(m.Node)).Draw(c) })
	}
}
