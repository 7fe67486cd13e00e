package matrix

import (
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Sizes of panels, in points.
const (
	panelGap     = 14
	widestGap    = 2.5 // between rows or columns
	gapShare     = 0.3 // of a cell that a gap takes at most
	panelCaption = 16
	mostMarks    = 3000 // dots in a panel
	sparseMarks  = 300  // this few dots are drawn even on tiny cells
	glowInk      = 0.5  // opacity of the strongest glow
	leastMarked  = 3    // least side of a cell with a dot, if there are more
)

// addPanels makes the scenes of the panels once the area, the names and the strips of the first are
// placed; step is the distance from one to the next.
func (s *matrixScene) addPanels(step vg.Length) {
	s.panels = []*matrixScene{s}
	for i, p := range s.Panels {
		k := *s
		k.Heat, k.Caption, k.Marked = p.Heat, p.Caption, p.Marked
		by := vg.Length(i+1) * step
		for _, r := range []*vg.Rectangle{&k.area, &k.names, &k.caption} {
			r.Min.X += by
			r.Max.X += by
		}
		k.strip[1] = nil
		for _, r := range s.strip[1] {
			r.Min.X += by
			r.Max.X += by
			k.strip[1] = append(k.strip[1], r)
		}
		s.panels = append(s.panels, &k)
	}
}

// drawPanels draws the parts of each panel.
func (s *matrixScene) drawPanels(list *ink.List) {
	for i, k := range s.panels {
		cells := &ink.List{}
		cells.Add(matrixCells{k})
		k.drawGaps(cells)
		k.drawGlow(cells)
		if k.moving == nil && !((s.Style.Look.Numbers || k.Heat.Written) && k.Heat.Numbers(cells, s.Style, k.numbered())) {
			k.drawLimits(cells)
		}
		k.drawMarks(cells)
		k.drawSelection(cells)
		list.Add(ink.Clipped{Rect: k.area, List: cells})
		list.Add(&ink.Stroke{Colour: s.Style.Hairline, Width: s.Style.AxisStroke, Path: k.area.Path()})
		k.drawColumnStrips(list)
		k.drawColumnLabels(list)
		if len(s.Panels) > 0 {
			f, width := ink.Bold(s.Style.Typeface, s.Style.AxisSize), k.caption.Max.X-k.caption.Min.X
			if i == len(s.Panels) {
				width += s.labels.Max.X - s.labels.Min.X
			}
			list.Text(f, s.Style.Muted, vg.Point{X: k.caption.Min.X, Y: k.caption.Max.Y}, ink.TopLeft, 0,
				ink.Elide(f, k.Caption, width))
		}
	}
}

// drawGaps parts the rows and columns that have a gap before them.
func (s *matrixScene) drawGaps(list *ink.List) {
	width, height := s.CellSize()
	across := &ink.Stroke{Colour: s.Style.Surface, Width: min(widestGap, gapShare*height)}
	for _, r := range s.RowGaps {
		if y := s.y(float64(r)); y > s.area.Min.Y && y < s.area.Max.Y {
			across.Segment(vg.Point{X: s.area.Min.X, Y: y}, vg.Point{X: s.area.Max.X, Y: y})
		}
	}
	down := &ink.Stroke{Colour: s.Style.Surface, Width: min(widestGap, gapShare*width)}
	for _, c := range s.ColumnGaps {
		if x := s.x(float64(c)); x > s.area.Min.X && x < s.area.Max.X {
			down.Segment(vg.Point{X: x, Y: s.area.Min.Y}, vg.Point{X: x, Y: s.area.Max.Y})
		}
	}
	list.Add(across)
	list.Add(down)
}

// drawLimits marks the cells in sight that hold a number known between limits.
func (s *matrixScene) drawLimits(list *ink.List) {
	if len(s.Heat.Limits) == 0 {
		return
	}
	n, d := s.Heat.X.Dims()
	down, along := placesOf(s.rows(), n, s.row), placesOf(len(s.Heat.Order), d, s.column)
	s.Heat.DrawLimits(list, func(row, column int) (vg.Rectangle, bool) {
		r, c := down[row], along[column]
		if r < 0 || float64(r+1) < s.r0 || float64(r) > s.r1 || float64(c+1) < s.c0 || float64(c) > s.c1 {
			return vg.Rectangle{}, false
		}
		return vg.Rectangle{Min: vg.Point{X: s.x(float64(c)), Y: s.y(float64(r + 1))},
			Max: vg.Point{X: s.x(float64(c + 1)), Y: s.y(float64(r))}}, true
	})
}

// placesOf returns at which of count places each of most items stands, −1 for none; of gives the item of a place.
func placesOf(count, most int, of func(place int) int) []int {
	places := slices.Repeat([]int{-1}, most)
	for p := range count {
		places[of(p)] = p
	}
	return places
}

// mostNumbered limits how many cells have their value written.
const mostNumbered = 5000

// numbered returns the cells in sight, none where they are too many.
func (s *matrixScene) numbered() (cells []beside.NumberedCell) {
	for p := int(s.r0); p < s.rows() && float64(p) < s.r1; p++ {
		for c := max(int(s.c0), 0); c < len(s.Heat.Order) && float64(c) < s.c1; c++ {
			from, to := s.across(c)
			cells = append(cells, beside.NumberedCell{Row: s.row(p), Column: s.column(c),
				Box: vg.Rectangle{Min: vg.Point{X: from, Y: s.y(float64(p + 1))}, Max: vg.Point{X: to, Y: s.y(float64(p))}}})
		}
		if len(cells) > mostNumbered {
			return nil
		}
	}
	return cells
}

// drawGlow tints rows and columns with amber.
func (s *matrixScene) drawGlow(list *ink.List) {
	if len(s.RowGlow) > 0 {
		for p := int(s.r0); p < s.rows() && float64(p) < s.r1; p++ {
			if g := s.RowGlow[s.row(p)]; g > 0 {
				list.Box(plotting.Fade(s.Style.Selection, glowInk*g), vg.Rectangle{
					Min: vg.Point{X: s.area.Min.X, Y: s.y(float64(p + 1))}, Max: vg.Point{X: s.area.Max.X, Y: s.y(float64(p))}})
			}
		}
	}
	if len(s.ColumnGlow) > 0 {
		for p := int(s.c0); p < len(s.Heat.Order) && float64(p) < s.c1; p++ {
			if g := s.ColumnGlow[s.column(p)]; g > 0 {
				from, to := s.across(p)
				list.Box(plotting.Fade(s.Style.Selection, glowInk*g),
					vg.Rectangle{Min: vg.Point{X: from, Y: s.area.Min.Y}, Max: vg.Point{X: to, Y: s.area.Max.Y}})
			}
		}
	}
}

// visibleMarks returns the middles of the visible cells of Marks and the side of a cell; ok is
// false if they are too many to be told apart.
func (s *matrixScene) visibleMarks() (at []vg.Point, side vg.Length, ok bool) {
	side = min(s.x(1)-s.x(0), s.y(0)-s.y(1))
	rows, columns := s.rows(), len(s.Heat.Order)
	n, d := s.Heat.X.Dims()
	down, along := placesOf(rows, n, s.row), placesOf(columns, d, s.column)
	for _, m := range s.Marks {
		r, c := down[m.Row], along[m.Column]
		if r < 0 || c < 0 || float64(r+1) < s.r0 || float64(r) > s.r1 || float64(c+1) < s.c0 || float64(c) > s.c1 {
			continue
		}
		if len(at) == mostMarks {
			return nil, side, false
		}
		at = append(at, vg.Point{X: s.x(float64(c) + 0.5), Y: s.y(float64(r) + 0.5)})
	}
	return at, side, side >= leastMarked || len(at) <= sparseMarks
}

// drawMarks adds a dot to each visible cell of Marks, light with a dark rim, so that it shows on
// every colour.
func (s *matrixScene) drawMarks(list *ink.List) {
	if !s.Marked || len(s.Marks) == 0 {
		return
	}
	at, side, ok := s.visibleMarks()
	if !ok {
		return
	}
	radius := min(max(side/5, 1), 2.5)
	var discs vg.Path
	for _, p := range at {
		discs = append(discs, ink.Disc(p, radius)...)
	}
	list.Add(ink.Fill{Colour: plotting.Light.Surface, Path: discs})
	list.Add(&ink.Stroke{Colour: plotting.Light.Ink, Width: 0.7, Path: discs})
}

// marksBlock explains the dots; far says that cells are now too small for them.
func (s *matrixScene) marksBlock(far bool) (ink.LegendBlock, bool) {
	marked := s.Marked
	for _, p := range s.Panels {
		marked = marked || p.Marked
	}
	if !marked || len(s.Marks) == 0 {
		return ink.LegendBlock{}, false
	}
	text := plotting.FormatCount(len(s.Marks))
	if far {
		text += ", too small to mark"
	}
	return ink.LegendBlock{Title: s.MarksName,
		Entries: []ink.LegendEntry{{Hollow: true, Colour: s.Style.Ink, Text: text}}}, true
}
