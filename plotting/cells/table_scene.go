package cells

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A tableScene is a laid-out [Table].
type tableScene struct {
	Table
	placed // area: of the rows
	heads  vg.Rectangle
	order  []int
	drawn  []int // the columns
	pitch  vg.Length
	spans  []ink.Span // of the columns that have room; empty ones are left out
	// blocks stand below each other, the first column in each. A table too wide for its place has several.
	blocks []tableBlock
	left   int // how many columns are left out

	shortened []*ink.ShortNames // of each column; nil until it is asked for
}

// A tableBlock is some of the columns of a table, with all its rows.
type tableBlock struct {
	columns     []int
	heads, rows vg.Rectangle
}

// columnWidths returns the width that each column wants.
func (s *tableScene) columnWidths() []vg.Length {
	st := s.Style
	bold, plain := ink.Bold(st.Typeface, st.AxisSize), ink.Regular(st.Typeface, st.AxisSize)
	widths := make([]vg.Length, len(s.Columns))
	for j, c := range s.Columns {
		widths[j] = max(ink.TextWidth(bold, c.Head)+12,
			ink.WidestOf(plain, len(s.Rows), func(i int) string { return s.Rows[i].Cells[j].Text })+4)
		if c.Text {
			widths[j] = min(widths[j], 190)
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
	s.place()
	for _, b := range s.blocks {
		right := s.spans[b.columns[len(b.columns)-1]].To
		rule := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
		rule.Segment(vg.Point{X: b.heads.Min.X, Y: b.heads.Min.Y}, vg.Point{X: right, Y: b.heads.Min.Y})
		s.list.Add(rule)
		s.addTableHeads(b)
		rows := &ink.List{}
		for place, i := range s.order {
			r := s.row(b, place)
			if r.Max.Y > b.rows.Min.Y && r.Min.Y < b.rows.Max.Y {
				r.Max.X = right
				s.addRow(rows, b.columns, i, r)
			}
		}
		s.list.Add(ink.Clipped{Rect: b.rows, List: rows})
	}
	if s.left > 0 {
		p := vg.Point{X: s.area.Max.X, Y: (s.heads.Min.Y + s.heads.Max.Y) / 2}
		s.list.Text(ink.Bold(st.Typeface, st.AxisSize), st.Muted, p, ink.MiddleRight, 0, s.leftCount())
	}
	s.addNote()
}

// leftCount says behind the heads how many columns are left out.
func (s *tableScene) leftCount() string { return fmt.Sprintf("+%d", s.left) }

// leastFirst is the least width of the first column, which has the names.
const leastFirst vg.Length = 80

// fit places the first column, narrower where it is words, and as many of the others as have room beside it and the
// count of those left out, and returns them. They begin after those that From leaves out.
func (s *tableScene) fit(widths []vg.Length) (columns []int) {
	room := s.area.Max.X -
		ink.TextWidth(ink.Bold(s.Style.Typeface, s.Style.AxisSize), fmt.Sprintf("+%d", len(widths))) - tableSpace
	first := widths[0]
	if s.Columns[0].Text {
		first = min(first, max(leastFirst, 0.35*(room-s.area.Min.X)))
	}
	clear(s.spans)
	s.spans[0] = ink.Span{From: s.area.Min.X, To: s.area.Min.X + first}
	columns, x := []int{0}, s.spans[0].To+tableSpace
	others := s.drawn[1:]
	if s.From >= len(others) || s.From < 0 {
		s.From = 0
	}
	for k, j := range others[s.From:] {
		if end := x + widths[j]; end > room && !(k == 0 && end <= s.area.Max.X) {
			break
		}
		s.spans[j] = ink.Span{From: x, To: x + widths[j]}
		columns, x = append(columns, j), x+widths[j]+tableSpace
	}
	s.left = len(s.drawn) - len(columns)
	return columns
}

// next is how many columns are left out at the left when those after the ones shown are.
func (s *tableScene) next() int {
	columns := s.blocks[0].columns
	if at := slices.Index(s.drawn, columns[len(columns)-1]); at < len(s.drawn)-1 {
		return at
	}
	return 0
}

// place gives each column its place: in one block if all have room, else in as many as they need, else, where
// there is no room for these, in one block from which columns are left out.
func (s *tableScene) place() {
	widths := s.columnWidths()
	s.drawn = s.Drawn()
	whole := tableBlock{heads: s.heads, rows: s.area}
	s.spans = make([]ink.Span, len(widths))
	var chunks [][]int
	x := s.area.Min.X
	for _, j := range s.drawn {
		width := widths[j]
		if last := len(chunks) - 1; last < 0 || x+width > s.area.Max.X && len(chunks[last]) > 1 {
			chunks = append(chunks, []int{0})
			x = s.area.Min.X + widths[0] + tableSpace
			s.spans[0] = ink.Span{From: s.area.Min.X, To: s.area.Min.X + widths[0]}
			if j == 0 {
				continue
			}
		}
		if x+width > s.area.Max.X {
			continue // wider than the table
		}
		last := &chunks[len(chunks)-1]
		*last = append(*last, j)
		s.spans[j] = ink.Span{From: x, To: x + width}
		x += width + tableSpace
	}
	n, blocks := vg.Length(len(s.order)), vg.Length(len(chunks))
	pitch := (s.area.Max.Y - s.area.Min.Y - (blocks-1)*tableBetween) / (blocks * n)
	if blocks > 1 && (!s.GetWindow().IsAll() || pitch < tableLeast) {
		chunks, blocks = [][]int{s.fit(widths)}, 1
	}
	if blocks > 1 {
		s.pitch = min(pitch, tableRow)
	}
	for k, columns := range chunks {
		b := whole
		if b.columns = columns; blocks > 1 {
			down := vg.Length(k) * (n*s.pitch + tableBetween)
			b.heads.Min.Y -= down
			b.heads.Max.Y -= down
			b.rows.Max.Y -= down
			b.rows.Min.Y = b.rows.Max.Y - n*s.pitch
		}
		s.blocks = append(s.blocks, b)
	}
}

// tableNote is the widest line of a note, in points.
const tableNote = 640

// addNote writes the note below the rows.
func (s *tableScene) addNote() {
	if s.Note == "" {
		return
	}
	f := ink.Regular(s.Style.Typeface, s.Style.SubtitleSize)
	pitch := ink.LineHeight(f)
	lines := ink.Wrap(f, s.Note, min(s.area.Max.X-s.area.Min.X, tableNote))
	y := s.row(s.blocks[len(s.blocks)-1], len(s.order)-1).Min.Y - pitch - 10
	if y-pitch*vg.Length(len(lines)-1) < s.area.Min.Y {
		return
	}
	for _, l := range lines {
		s.list.Text(f, s.Style.Muted, vg.Point{X: s.area.Min.X, Y: y}, ink.BaseLeft, 0, l)
		y -= pitch
	}
}

// row returns the box of a row of a block, by its place from the top.
func (s *tableScene) row(b tableBlock, place int) vg.Rectangle {
	top := b.rows.Max.Y - (vg.Length(place)-vg.Length(s.GetWindow().Y0*float64(len(s.order))))*s.pitch
	return vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: top - s.pitch}, Max: vg.Point{X: s.area.Max.X, Y: top}}
}

func (s *tableScene) addTableHeads(b tableBlock) {
	st := s.Style
	f := ink.Bold(st.Typeface, st.AxisSize)
	y := (b.heads.Min.Y + b.heads.Max.Y) / 2
	for _, j := range b.columns {
		c, p := s.Columns[j], s.spans[j]
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

// short shortens the words of a column.
func (s *tableScene) short(column int) *ink.ShortNames {
	if s.shortened == nil {
		s.shortened = make([]*ink.ShortNames, len(s.Columns))
	}
	if s.shortened[column] == nil {
		s.shortened[column] = ink.NewShortNames(len(s.Rows), func(i int) string { return s.Rows[i].Cells[column].Text })
	}
	return s.shortened[column]
}

func (s *tableScene) addRow(list *ink.List, columns []int, i int, r vg.Rectangle) {
	st, row := s.Style, &s.Rows[i]
	colour := st.Ink
	if slices.Contains(s.Selected, row.Index) {
		colour = st.SelectionText
		list.Box(plotting.Fade(st.Selection, 0.14), r)
	}
	size := min(st.AxisSize, 0.72*s.pitch)
	f := ink.Regular(st.Typeface, size)
	y := (r.Min.Y + r.Max.Y) / 2
	for _, j := range columns {
		c, p := s.Columns[j], s.spans[j]
		cell := row.Cells[j]
		left := p.From
		if j == 0 && row.Swatch != nil {
			list.Add(ink.Fill{Colour: *row.Swatch, Path: ink.Disc(vg.Point{X: left + tableSwatch/2, Y: y}, tableSwatch/2)})
			left += tableSwatch + 8
		}
		if share := s.bar(j, row); share > 0 {
			box := vg.Rectangle{Min: vg.Point{X: p.To - share*p.Width(), Y: y - 0.36*s.pitch},
				Max: vg.Point{X: p.To + 3, Y: y + 0.36*s.pitch}}
			list.Box(plotting.Fade(st.Muted, 0.18), box)
		}
		if c.Text {
			list.Text(f, colour, vg.Point{X: left, Y: y}, ink.MiddleLeft, 0, s.short(j).Elide(f, cell.Text, p.To-left))
		} else {
			list.Text(f, colour, vg.Point{X: p.To, Y: y}, ink.MiddleRight, 0, cell.Text)
		}
	}
}

// bar returns the length of the bar of a cell, as a share of its column.
func (s *tableScene) bar(column int, of *TableRow) vg.Length {
	v := of.Cells[column].Value
	if !s.Columns[column].Bar || of.Bare || !(v > 0) {
		return 0
	}
	most := s.Columns[column].Most
	if most == 0 {
		for i := range s.Rows {
			most = math.Max(most, s.Rows[i].Cells[column].Value)
		}
	}
	return vg.Length(v / most)
}

// Hit implements Scene: a row, with its Index, or the head of a column (kind "head"), with
// its number as Column.
func (s *tableScene) Hit(p vg.Point) (plotting.Mark, bool) {
	m := plotting.NewMark(plotting.RowMark)
	m.Anchor = p
	for _, b := range s.blocks {
		switch {
		case ink.Within(p, b.heads) && s.left > 0 && p.X > s.spans[b.columns[len(b.columns)-1]].To+tableSpace/2:
			m.Kind, m.Index, m.Title = "more", s.next(), plotting.Plural(s.left, "column")+" left out"
			m.Lines = [][2]string{{"click", "shows the next ones"}}
			return m, true
		case ink.Within(p, b.heads):
			for _, j := range b.columns {
				if c := s.spans[j]; p.X >= c.From-tableSpace/2 && p.X <= c.To+tableSpace/2 {
					m.Kind, m.Column, m.Title = "head", j, s.Columns[j].Head
					m.Lines = append(slices.Clone(s.Columns[j].Tip), [2]string{"click", "orders by it"})
					return m, true
				}
			}
		case ink.Within(p, b.rows):
			place := int(float64((b.rows.Max.Y-p.Y)/s.pitch) + s.GetWindow().Y0*float64(len(s.order)))
			if place >= 0 && place < len(s.order) {
				row := &s.Rows[s.order[place]]
				m.Index, m.Node, m.Title, m.Lines = row.Index, place, row.Cells[0].Text, row.Lines
				return m, true
			}
		}
	}
	return m, false
}

// DrawOverlay underlines the head or frames the row that the pointer is over.
func (s *tableScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	for _, b := range s.blocks {
		switch {
		case m.Kind == plotting.HeadMark && slices.Contains(b.columns, m.Column):
			p := s.spans[m.Column]
			line := &ink.Stroke{Colour: s.Style.Selection, Width: s.Style.SelectedStroke}
			line.Segment(vg.Point{X: p.From, Y: b.heads.Min.Y}, vg.Point{X: p.To, Y: b.heads.Min.Y})
			line.Draw(c)
		case m.Kind == plotting.RowMark && m.Node >= 0 && m.Node < len(s.order):
			plotting.Clip(c, b.rows, func() { ink.Outline(s.Style, s.row(b, m.Node)).Draw(c) })
		}
	}
}
