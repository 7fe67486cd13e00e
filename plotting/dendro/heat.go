package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// cellForms draw the heat map of a layout in parts, and in other forms than shaded cells.
type cellForms struct{ l *dendrogramLayout }

func formsOf(l *dendrogramLayout) cellForms { return cellForms{l} }

// drawHeat adds the heat map of the visible rows.
func (l *dendrogramLayout) drawHeat(list *ink.List) {
	if !l.heatShown || l.heat.Max.X <= l.heat.Min.X {
		return
	}
	box := l.heat
	from, to := l.s0, l.s1
	if l.q.Even && l.pitch >= 1/beside.HeatResolution {
		// Draw whole rows, beyond the edges of the plot if need be: each is one line of the image
		// and never blurred.
		from, to = math.Floor(from), math.Ceil(to)
	}
	rect := vg.Rectangle{
		Min: vg.Point{X: box.Min.X, Y: box.Max.Y - vg.Length(to-l.s0)*l.pitch},
		Max: vg.Point{X: box.Max.X, Y: box.Max.Y + vg.Length(l.s0-from)*l.pitch},
	}
	if formsOf(l).drawCellForms(list) {
		return
	}
	list.Add(beside.HeatItem{Heat: l.d.Heat, P: l.p, Q: l.q, From: from, To: to, Rect: rect, Seen: box, Style: l.style,
		Parts: l.parts})
	formsOf(l).drawGaps(list)
	numbered := l.style.Look.Numbers && formsOf(l).evenRows() && l.d.Heat.Numbers(list, l.style, l.numberedCells())
	if !numbered && (l.q.Even || len(l.q.Gaps) > 0) {
		l.drawLimits(list)
	}
	l.drawColumnMarks(list)
}

// drawLimits marks the cells in sight that hold a number known between limits.
func (l *dendrogramLayout) drawLimits(list *ink.List) {
	places := map[int]int{}
	for k, j := range l.d.Heat.Order {
		places[j] = k
	}
	l.d.Heat.DrawLimits(list, func(row, column int) (vg.Rectangle, bool) {
		r := l.columnBox(places[column])
		if row >= len(l.p.Rank) {
			return r, false
		}
		if _, shut := l.shutAt(int(l.p.Rank[row])); shut {
			return r, false
		}
		y := l.y(l.q.Y[row])
		r.Min.Y, r.Max.Y = y-l.pitch/2, y+l.pitch/2
		return r, y <= l.heat.Max.Y && y >= l.heat.Min.Y
	})
}

// mostNumbered limits how many cells have their value written.
const mostNumbered = 5000

// numberedCells returns the cells of the leaves in sight, none where they are too many.
func (l *dendrogramLayout) numberedCells() (cells []beside.NumberedCell) {
	for r, end := l.q.At(l.s0), l.q.At(l.s1); r <= end; r++ {
		if _, shut := l.shutAt(r); shut {
			continue
		}
		leaf := int(l.p.Order()[r])
		y := l.y(l.q.Y[leaf])
		if y > l.heat.Max.Y || y < l.heat.Min.Y {
			continue
		}
		if len(cells)+len(l.d.Heat.Order) > mostNumbered {
			return nil
		}
		for k, j := range l.d.Heat.Order {
			box := l.columnBox(k)
			box.Min.Y, box.Max.Y = y-l.pitch/2, y+l.pitch/2
			cells = append(cells, beside.NumberedCell{Row: leaf, Column: j, Box: box})
		}
	}
	return cells
}

// columnBox returns the box of the k-th column of the heat map from the left.
func (l *dendrogramLayout) columnBox(k int) vg.Rectangle {
	_, n := l.d.Heat.Dims()
	r := l.heat
	r.Min.X, r.Max.X = l.parts.Span(k, n, l.heat.Min.X, l.heat.Max.X)
	return r
}

// columnAt returns the place of the column of the heat map at x.
func (f cellForms) columnAt(x vg.Length) int {
	_, n := f.l.d.Heat.Dims()
	return f.l.parts.At(x, n, f.l.heat.Min.X, f.l.heat.Max.X)
}

// evenRows reports whether every row in sight has one height: no clade is one triangle, and nothing moves.
func (f cellForms) evenRows() bool {
	return (f.l.q.Even || len(f.l.q.Gaps) > 0 && len(f.l.shut) == 0) && !f.l.q.Moving
}

// drawCellForms adds the values in another form than shaded cells, and reports whether it did: not where
// there are too many
// or rows move.
func (f cellForms) drawCellForms(list *ink.List) bool {
	form := f.form()
	if form == plotting.ShadedCells || !f.evenRows() {
		return false
	}
	var rows []beside.CellRow
	for r, end := f.l.q.At(f.l.s0), f.l.q.At(f.l.s1); r <= end; r++ {
		leaf := int(f.l.p.Order()[r])
		box, y := f.l.heat, f.l.y(f.l.q.Y[leaf])
		box.Min.Y, box.Max.Y = y-f.l.pitch/2, y+f.l.pitch/2
		if (len(rows)+1)*len(f.l.d.Heat.Order) > mostNumbered {
			return false
		}
		rows = append(rows, beside.CellRow{Row: leaf, Box: box})
	}
	f.of().Draw(list, rows, func(k int) (left, right vg.Length) {
		r := f.l.columnBox(k)
		return r.Min.X, r.Max.X
	})
	f.l.drawColumnMarks(list)
	return true
}

// columnsPlaced reports whether each column has a place of its own in the heat map.
func (f cellForms) columnsPlaced() bool {
	form := f.form()
	return form != plotting.BoxCells && form != plotting.PieCells
}

// partBand is the height of the names of the parts of the columns.
func (f cellForms) partBand() vg.Length {
	if len(f.l.parts.Names) == 0 {
		return 0
	}
	return ink.LineHeight(ink.Regular(f.l.style.Typeface, f.l.style.TickSize)) + 2
}

// drawPartNames adds the names of the parts of the columns above them and their strips.
func (f cellForms) drawPartNames(list *ink.List) {
	y := f.l.heat.Max.Y + 4
	for _, box := range f.l.columnStrips {
		y = max(y, box.Max.Y+3)
	}
	_, n := f.l.d.Heat.Dims()
	f.l.parts.DrawNames(list, ink.Regular(f.l.style.Typeface, f.l.style.TickSize), f.l.style.Muted, n, f.l.heat.Min.X,
		f.l.heat.Max.X, y)
}

// drawGaps clears what lies between groups of rows.
func (f cellForms) drawGaps(list *ink.List) {
	for _, r := range f.l.q.Gaps {
		top, bottom := f.l.y(f.l.q.Edge[r]-f.l.q.Gap), f.l.y(f.l.q.Edge[r])
		for _, box := range append([]vg.Rectangle{f.l.heat}, f.l.strips...) {
			if box.Max.X > box.Min.X {
				box.Min.Y, box.Max.Y = bottom, top
				list.Box(f.l.style.Surface, box)
			}
		}
	}
}

// mostFramed is the share of the heat map's width that frames of selected columns may take.
const mostFramed = 0.25

// drawColumnMarks frames the selected columns, those side by side together. Many narrow ones that are spread over the heat map
// have marks at its edges alone: frames would hide the cells.
func (l *dendrogramLayout) drawColumnMarks(list *ink.List) {
	if len(l.classes.columns) == 0 {
		return
	}
	var runs []vg.Rectangle
	beside := false // the column before is selected
	for k, j := range l.d.Heat.Order {
		chosen, r := l.columnChosen(j), l.columnBox(k)
		if chosen && beside {
			runs[len(runs)-1].Max.X = r.Max.X
		} else if chosen {
			runs = append(runs, r)
		}
		beside = chosen
	}
	marks := &ink.Stroke{Colour: l.style.Selection, Width: l.style.SelectedStroke}
	framed := 2 * l.style.SelectedStroke * vg.Length(len(runs))
	const long = 5 // of a mark at an edge
	for _, r := range runs {
		if framed <= mostFramed*(l.heat.Max.X-l.heat.Min.X) {
			marks.Path = append(marks.Path, r.Path()...)
			continue
		}
		x := (r.Min.X + r.Max.X) / 2
		marks.Segment(vg.Point{X: x, Y: r.Max.Y}, vg.Point{X: x, Y: r.Max.Y - long})
		marks.Segment(vg.Point{X: x, Y: r.Min.Y}, vg.Point{X: x, Y: r.Min.Y + long})
	}
	list.Add(marks)
}

// drawColumnNames adds the names below heat map and strips, turned to read upwards.
func (l *dendrogramLayout) drawColumnNames(list *ink.List) {
	if l.nameBand == 0 {
		return
	}
	st := l.style
	y := l.tree.Min.Y - 5
	if l.stripNames() {
		f := ink.Regular(st.Typeface, st.TickSize)
		for i, k := range l.colours {
			if r := l.strips[i]; r.Max.X > r.Min.X {
				at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y}
				list.Text(f, st.Muted, at, ink.MiddleRight, math.Pi/2, ink.Elide(f, k.Strip.Annotation.Name, l.nameBand))
			}
		}
	}
	if formsOf(l).columnsPlaced() {
		l.drawNamesOfColumns(list, y)
	}
}
