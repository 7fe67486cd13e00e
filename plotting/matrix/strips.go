package matrix

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Sizes of the strips of a matrix, in points.
const (
	matrixStrip      = 9
	matrixStripApart = 2
	matrixStripGap   = 6 // between strips and cells
)

// evenPlacement gives each of n rows a height of 1.
func evenPlacement(n int) *beside.Placement {
	q := &beside.Placement{Edge: make([]float64, n+1), Even: true}
	for i := range q.Edge {
		q.Edge[i] = float64(i)
	}
	return q
}

// displayed lists rows or columns by their places.
func displayed(n int, of func(place int) int) []int32 {
	order := make([]int32, n)
	for p := range order {
		order[p] = int32(of(p))
	}
	return order
}

// prepareStrips gives colours to the strips of rows and columns.
func (s *matrixScene) prepareStrips() {
	used := 0
	colours := func(strips []beside.Strip, n int, of func(place int) int) (list []*beside.StripColours) {
		if len(strips) == 0 {
			return nil
		}
		order := displayed(n, of)
		for i := range strips {
			k := beside.NewStripColours(&strips[i], order, used, s.Style.Look).In(s.Style)
			used += k.Inks
			list = append(list, k)
		}
		return list
	}
	s.strips[0] = colours(s.RowStrips, s.rows(), s.row)
	s.strips[1] = colours(s.ColumnStrips, len(s.Heat.Order), s.column)
}

// stripsRoom returns the room that n strips take beside the cells.
func stripsRoom(n int) vg.Length {
	if n == 0 {
		return 0
	}
	return vg.Length(n)*(matrixStrip+matrixStripApart) - matrixStripApart + matrixStripGap
}

// placeStrips puts the strips beside the area of the first panel.
func (s *matrixScene) placeStrips(rows, columns bool) {
	a := s.area
	if rows {
		x := a.Min.X - stripsRoom(len(s.strips[0]))
		for range s.strips[0] {
			s.strip[0] = append(s.strip[0],
				vg.Rectangle{Min: vg.Point{X: x, Y: a.Min.Y}, Max: vg.Point{X: x + matrixStrip, Y: a.Max.Y}})
			x += matrixStrip + matrixStripApart
		}
	}
	if columns {
		y := a.Max.Y + stripsRoom(len(s.strips[1]))
		for range s.strips[1] {
			s.strip[1] = append(s.strip[1],
				vg.Rectangle{Min: vg.Point{X: a.Min.X, Y: y - matrixStrip}, Max: vg.Point{X: a.Max.X, Y: y}})
			y -= matrixStrip + matrixStripApart
		}
	}
}

// drawRowStrips adds the strips of the rows with their names below them.
func (s *matrixScene) drawRowStrips(list *ink.List) {
	if len(s.strip[0]) == 0 {
		return
	}
	pitch := float64(s.area.Max.Y-s.area.Min.Y) / (s.r1 - s.r0)
	order, q := displayed(s.rows(), s.row), evenPlacement(s.rows())
	f := ink.Regular(s.Style.Typeface, s.Style.TickSize)
	for i, k := range s.strips[0] {
		box := s.strip[0][i]
		k.PaintRuns(list, s.Style, k.Strip.Runs(order, q, s.r0, s.r1, 0.5/pitch, true),
			func(run beside.StripRun) vg.Rectangle {
				return k.Bar(run.Code, vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: max(s.y(run.To), box.Min.Y)},
					Max: vg.Point{X: box.Max.X, Y: min(s.y(run.From), box.Max.Y)}})
			})
		if room := s.names.Max.Y - s.names.Min.Y; room > 0 {
			at := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: s.names.Max.Y}
			list.Text(f, s.Style.Muted, at, ink.MiddleRight, math.Pi/2, ink.Elide(f, k.Strip.Annotation.Name, room))
		}
	}
}

// drawColumnStrips adds the strips of the columns; their names stand beside the last panel.
func (s *matrixScene) drawColumnStrips(list *ink.List) {
	if len(s.strip[1]) == 0 {
		return
	}
	pitch := float64(s.area.Max.X-s.area.Min.X) / (s.c1 - s.c0)
	order, q := displayed(len(s.Heat.Order), s.column), evenPlacement(len(s.Heat.Order))
	for i, k := range s.strips[1] {
		box := s.strip[1][i]
		k.PaintRuns(list, s.Style, k.Strip.Runs(order, q, s.c0, s.c1, 0.5/pitch, true),
			func(run beside.StripRun) vg.Rectangle {
				return vg.Rectangle{Min: vg.Point{X: max(s.x(run.From), box.Min.X), Y: box.Min.Y},
					Max: vg.Point{X: min(s.x(run.To), box.Max.X), Y: box.Max.Y}}
			})
	}
}

// drawColumnStripNames names the strips of the columns beside the last panel.
func (s *matrixScene) drawColumnStripNames(list *ink.List) {
	width := s.labels.Max.X - s.labels.Min.X
	if width <= 0 {
		return
	}
	f := ink.Regular(s.Style.Typeface, s.Style.TickSize)
	for i, r := range s.strip[1] {
		list.Text(f, s.Style.Muted, vg.Point{X: s.labels.Min.X, Y: (r.Min.Y + r.Max.Y) / 2}, ink.MiddleLeft, 0,
			ink.Elide(f, s.strips[1][i].Strip.Annotation.Name, width))
	}
}

// stripMark returns the cell of a strip under a point; column says whether it is a strip of
// columns.
func (s *matrixScene) stripMark(p vg.Point, column bool) (plotting.Mark, bool) {
	side := 0
	if column {
		side = 1
	}
	for i, r := range s.strip[side] {
		if !ink.Within(p, r) {
			continue
		}
		m := plotting.NewMark(plotting.StripMark)
		strip := s.strips[side][i].Strip
		row, col := s.cellAt(p)
		name, of := "", 0
		if column {
			of = s.column(col)
			m.Column, m.Index, name = of, col, s.Heat.ColumnName(of)
		} else {
			of = s.row(row)
			m.Row, m.Index, name = of, row, s.rowName(of)
		}
		m.Title, m.Anchor = name, p
		m.Lines = [][2]string{{strip.Annotation.Name, strip.LevelText(of)}}
		return m, true
	}
	return plotting.Mark{}, false
}
