package matrix

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// margins are the rooms around the cells. A part that is not shown has none.
type margins struct {
	tree, edge     vg.Length    // left of the cells; edge is that of the groups
	strips         [2]vg.Length // of rows, left of the cells, and of columns, above them
	labels, legend vg.Length    // right of the cells
	names, below   vg.Length    // below the cells; below is that of the legends where they flow there
	caption        vg.Length    // above
	panels         vg.Length    // number
}

// divide divides the box among cells, labels, tree and legend; it reports false if nothing fits.
func (s *matrixScene) divide(box vg.Rectangle, columns float64) bool {
	m, fits := s.makeAside(box, columns)
	if !fits {
		m = s.margins(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
		fits = s.sizeCells(box, m, columns)
	}
	if s.Symmetric && !s.asided && m.legend > 0 &&
		s.Style.Look.Legend == plotting.UsualPlace { // a square, which may have more room over its legends
		side, area, blocks, left := s.area.Size().X, s.area, s.blocks, s.legendsLeft
		s.foot = true
		below := s.margins(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
		if s.sizeCells(box, below, columns) && len(s.legendsLeft) == 0 && s.area.Size().X > 1.1*side {
			m, fits = below, true
		} else {
			s.foot, s.flows, s.area, s.blocks, s.legendsLeft = false, false, area, blocks, left
		}
	}
	if !fits {
		return false
	}
	w := s.Window.Normal()
	rows := float64(s.rows())
	s.r0, s.r1, s.c0, s.c1 = w.Y0*rows, w.Y1*rows, w.X0*columns, w.X1*columns
	s.placeStrips(m.strips[0] > 0, m.strips[1] > 0)
	s.placeBeside(box, m)
	return true
}

// margins decides which parts a box of this size has, and their room.
func (s *matrixScene) margins(width, height vg.Length) (m margins) {
	m.labels, m.names = s.nameRoom(width, height)
	m.legend, m.below = s.legendRoom(width, height)
	if s.Tree != nil && width >= 330 {
		m.tree = min(matrixTree, 0.18*width)
	}
	if len(s.Groups) > 0 {
		m.edge = beside.GroupBar + 3
	}
	if width >= 260 {
		m.strips[0] = stripsRoom(len(s.strips[0]))
	}
	if height >= 200 {
		m.strips[1] = stripsRoom(len(s.strips[1]))
	}
	if len(s.Panels) > 0 {
		m.caption = panelCaption
	}
	m.panels = vg.Length(len(s.Panels) + 1)
	return m
}

// nameRoom returns the width of the names of rows and the height of those of columns.
func (s *matrixScene) nameRoom(width, height vg.Length) (labels, names vg.Length) {
	st := s.Style
	f := ink.Regular(st.Typeface, st.LabelSize)
	if width >= 220 && st.Look.Rows != plotting.NoNames {
		labels = min(ink.WidestOf(f, s.rows(), func(i int) string { return s.rowName(s.row(i)) })*1.1+6, 0.26*width)
		for _, k := range s.ColumnStrips { // their names stand beside them
			labels = max(labels, min(ink.TextWidth(ink.Regular(st.Typeface, st.TickSize), k.Annotation.Name)+8, 0.12*width))
		}
	}
	if height >= 220 && st.Look.Columns != plotting.NoNames {
		names = min(ink.WidestOf(f, len(s.Heat.Order),
			func(j int) string { return s.Heat.ColumnName(s.Heat.Order[j]) })*1.1+6, 0.26*height, 120)
	}
	return labels, names
}

// sizeCells decides on the area of the cells, of the first panel where there are several. It reports
// false if they have no room.
func (s *matrixScene) sizeCells(box vg.Rectangle, m margins, columns float64) bool {
	s.area = vg.Rectangle{
		Min: vg.Point{X: box.Min.X + m.tree + m.edge + m.strips[0], Y: box.Min.Y + m.names + m.below},
		Max: vg.Point{X: box.Max.X - m.labels - m.legend, Y: box.Max.Y - m.strips[1] - m.caption},
	}
	s.area.Max.X = s.area.Min.X + (s.area.Max.X-s.area.Min.X-panelGap*(m.panels-1))/m.panels
	if s.Symmetric {
		s.area.Max.Y -= m.edge
		side := min(s.area.Max.X-s.area.Min.X, s.area.Max.Y-s.area.Min.Y)
		s.area.Max.X, s.area.Min.Y = s.area.Min.X+side, s.area.Max.Y-side
	} else { // few columns need not fill the width, nor few rows the height
		widest, highest := vg.Length(widestCell), vg.Length(highestCell)
		if s.Largest > 0 {
			widest, highest = s.Largest, s.Largest
		}
		s.area.Max.X = min(s.area.Max.X, s.area.Min.X+max(widest*vg.Length(columns), ink.LeastCells))
		if most := s.Style.Look.RowHeight; most > 0 {
			highest = most
		}
		s.area.Min.Y = max(s.area.Min.Y, s.area.Max.Y-max(highest*vg.Length(s.rows()), ink.LeastCells))
	}
	return s.area.Max.X-s.area.Min.X >= ink.LeastCells && s.area.Max.Y-s.area.Min.Y >= ink.LeastCells
}

// placeBeside places the parts around the cells.
func (s *matrixScene) placeBeside(box vg.Rectangle, m margins) {
	part := func(x0, x1, y0, y1 vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
	}
	a := s.area
	last := a.Max.X + (m.panels-1)*(a.Max.X-a.Min.X+panelGap) // of the last panel
	top := a.Max.Y + m.strips[1]
	if m.caption > 0 {
		s.caption = part(a.Min.X, a.Max.X, top, top+m.caption)
	}
	if m.tree > 0 {
		s.tree = part(box.Min.X+1, a.Min.X-m.strips[0]-m.edge-4, a.Min.Y, a.Max.Y)
	}
	if m.labels > 0 {
		s.labels = part(last+6, last+m.labels, a.Min.Y, a.Max.Y)
	}
	if m.names > 0 {
		s.names = part(a.Min.X, a.Max.X, a.Min.Y-m.names, a.Min.Y-6)
	}
	switch {
	case m.legend > 0:
		x := last + m.labels + matrixLegend
		s.legend = part(x, min(x+m.legend-matrixLegend, box.Max.X), box.Min.Y, top+m.caption)
	case m.below > 0:
		s.legend = part(box.Min.X, box.Max.X, box.Min.Y, min(box.Min.Y+m.below-10, a.Min.Y-m.names))
	}
	if s.leftOutEnd = box.Max.X; m.legend > 0 && s.legend.Max.Y-heightOf(s.blocks, s.Style) < a.Min.Y {
		s.leftOutEnd = s.legend.Min.X - 6
	}
}
