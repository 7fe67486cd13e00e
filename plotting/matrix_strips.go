package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Sizes of the strips of a matrix, in points.
const (
	matrixStrip      = 9
	matrixStripApart = 2
	matrixStripGap   = 6 // between strips and cells
)

// evenPlacement gives n rows a share of 1 each.
func evenPlacement(n int) *placement {
	q := &placement{edge: make([]float64, n+1), even: true}
	for i := range q.edge {
		q.edge[i] = float64(i)
	}
	return q
}

// order lists rows or columns by their places.
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
	colours := func(strips []Strip, n int, of func(place int) int) (list []*stripColours) {
		if len(strips) == 0 {
			return nil
		}
		order := displayed(n, of)
		for i := range strips {
			k := newStripColours(&strips[i], order, used)
			if k.ramp == nil {
				used += min(len(strips[i].Annotation.Levels), maxLevels)
			}
			list = append(list, k)
		}
		return list
	}
	s.strips[0] = colours(s.RowStrips, s.rows(), s.row)
	s.strips[1] = colours(s.ColumnStrips, len(s.Heat.Order), s.column)
}

// stripsRoom is what so many strips take beside the cells.
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
			s.strip[0] = append(s.strip[0], vg.Rectangle{Min: vg.Point{X: x, Y: a.Min.Y}, Max: vg.Point{X: x + matrixStrip, Y: a.Max.Y}})
			x += matrixStrip + matrixStripApart
		}
	}
	if columns {
		y := a.Max.Y + stripsRoom(len(s.strips[1]))
		for range s.strips[1] {
			s.strip[1] = append(s.strip[1], vg.Rectangle{Min: vg.Point{X: a.Min.X, Y: y - matrixStrip}, Max: vg.Point{X: a.Max.X, Y: y}})
			y -= matrixStrip + matrixStripApart
		}
	}
}

// paintRuns adds runs of a strip, each in the box that it is given.
func (k *stripColours) paintRuns(list *drawList, st Style, runs []stripRun, box func(stripRun) vg.Rectangle) {
	paths := map[color.NRGBA]*vg.Path{}
	var order []color.NRGBA
	var missing []vg.Rectangle
	for _, run := range runs {
		r := box(run)
		if run.code < 0 {
			missing = append(missing, r)
			continue
		}
		ink := k.colour[run.code]
		path, ok := paths[ink]
		if !ok {
			path = &vg.Path{}
			paths[ink] = path
			order = append(order, ink)
		}
		*path = appendBox(*path, r)
	}
	if len(missing) > 0 {
		list.add(missingItem{missing, st})
	}
	for _, ink := range order {
		list.add(fillItem{ink, *paths[ink]})
	}
}

// drawRowStrips adds the strips of the rows with their names below them.
func (s *matrixScene) drawRowStrips(list *drawList) {
	if len(s.strip[0]) == 0 {
		return
	}
	pitch := float64(s.area.Max.Y-s.area.Min.Y) / (s.r1 - s.r0)
	order, q := displayed(s.rows(), s.row), evenPlacement(s.rows())
	f := Regular(s.Style.TickSize)
	for i, k := range s.strips[0] {
		box := s.strip[0][i]
		k.paintRuns(list, s.Style, k.strip.runs(order, q, s.r0, s.r1, 0.5/pitch, true), func(run stripRun) vg.Rectangle {
			return vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: max(s.y(run.to), box.Min.Y)}, Max: vg.Point{X: box.Max.X, Y: min(s.y(run.from), box.Max.Y)}}
		})
		if room := s.names.Max.Y - s.names.Min.Y; room > 0 {
			at := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: s.names.Max.Y}
			list.text(f, s.Style.Muted, at, MiddleRight, math.Pi/2, Elide(f, k.strip.Annotation.Name, room))
		}
	}
}

// drawColumnStrips adds the strips of the columns; their names stand beside the last panel.
func (s *matrixScene) drawColumnStrips(list *drawList) {
	if len(s.strip[1]) == 0 {
		return
	}
	pitch := float64(s.area.Max.X-s.area.Min.X) / (s.c1 - s.c0)
	order, q := displayed(len(s.Heat.Order), s.column), evenPlacement(len(s.Heat.Order))
	for i, k := range s.strips[1] {
		box := s.strip[1][i]
		k.paintRuns(list, s.Style, k.strip.runs(order, q, s.c0, s.c1, 0.5/pitch, true), func(run stripRun) vg.Rectangle {
			return vg.Rectangle{Min: vg.Point{X: max(s.x(run.from), box.Min.X), Y: box.Min.Y}, Max: vg.Point{X: min(s.x(run.to), box.Max.X), Y: box.Max.Y}}
		})
	}
}

// drawColumnStripNames names the strips of the columns beside the last panel.
func (s *matrixScene) drawColumnStripNames(list *drawList) {
	width := s.labels.Max.X - s.labels.Min.X
	if width <= 0 {
		return
	}
	f := Regular(s.Style.TickSize)
	for i, r := range s.strip[1] {
		list.text(f, s.Style.Muted, vg.Point{X: s.labels.Min.X, Y: (r.Min.Y + r.Max.Y) / 2}, MiddleLeft, 0, Elide(f, s.strips[1][i].strip.Annotation.Name, width))
	}
}

// stripMark is the cell of a strip under a point; column says of which kind.
func (s *matrixScene) stripMark(p vg.Point, column bool) (Mark, bool) {
	side := 0
	if column {
		side = 1
	}
	for i, r := range s.strip[side] {
		if !within(p, r) {
			continue
		}
		m := NewMark("strip")
		strip := s.strips[side][i].strip
		row, col := s.cellAt(p)
		name, of := "", 0
		if column {
			of = s.column(col)
			m.Column, m.Index, name = of, col, s.Heat.columnName(of)
		} else {
			of = s.row(row)
			m.Row, m.Index, name = of, row, s.rowName(of)
		}
		m.Title, m.Anchor = name, p
		m.Lines = [][2]string{{strip.Annotation.Name, strip.levelText(of)}}
		return m, true
	}
	return Mark{}, false
}
