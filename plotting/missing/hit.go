package missing

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Size implements Scene.
func (s *scene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *scene) PlotArea() vg.Rectangle { return s.cells }

// Draw implements Scene.
func (s *scene) Draw(c vg.Canvas) { s.list.Draw(c) }

// at returns the places of row and column under p, clamped to the visible part.
func (s *scene) at(p vg.Point) (row, column int) {
	r0, r1, c0, c1 := s.places()
	row = int(s.r0 + float64((s.cells.Max.Y-p.Y)/(s.cells.Max.Y-s.cells.Min.Y))*(s.r1-s.r0))
	column = int(s.c0 + float64((p.X-s.cells.Min.X)/(s.cells.Max.X-s.cells.Min.X))*(s.c1-s.c0))
	return min(max(row, r0), r1-1), min(max(column, c0), c1-1)
}

// Hit implements Scene: a cell, a row at its name or bar, a column likewise.
func (s *scene) Hit(p vg.Point) (plotting.Mark, bool) {
	if s.cells.Max.X <= s.cells.Min.X {
		return plotting.Mark{}, false
	}
	n, d := s.Pattern.Dims()
	row, column := s.at(p)
	i, j := s.grid.row(row), s.grid.column(column)
	ofRow := [2]string{"missing in the row", plotting.FormatCount(s.Pattern.InRow[i]) + " of " + plotting.FormatCount(d) +
		" (" + percent(s.Pattern.InRow[i], d) + ")"}
	ofColumn := [2]string{"missing in the column", plotting.FormatCount(s.Pattern.InColumn[j]) + " of " +
		plotting.FormatCount(n) + " (" + percent(s.Pattern.InColumn[j], n) + ")"}
	m := plotting.NewMark(plotting.CellMark)
	m.Anchor = p
	switch {
	case ink.Within(p, s.cells):
		m.Row, m.Column = i, j
		m.Title = s.Pattern.Rows[i] + ", " + s.Pattern.Columns[j]
		state := "present"
		if s.grid.missing(row, column) {
			state = "missing"
		}
		m.Lines = [][2]string{{"cell", state}, ofRow, ofColumn}
	case ink.Within(p, s.right), ink.Within(p, s.left):
		m.Kind, m.Row, m.Title, m.Lines = "leaf", i, s.Pattern.Rows[i], [][2]string{ofRow}
	case ink.Within(p, s.above), ink.Within(p, s.below):
		m.Kind, m.Column, m.Title, m.Lines = "column", j, s.Pattern.Columns[j], [][2]string{ofColumn}
	default:
		return plotting.Mark{}, false
	}
	return m, true
}
