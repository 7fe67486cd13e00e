package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// columnPart is the heat map with the parts above and below its columns.
type columnPart struct {
	l             *dendrogramLayout
	heat          vg.Rectangle   // shares the height of the tree
	columnTree    vg.Rectangle   // above the heat map
	columnStrips  []vg.Rectangle // between them
	columnColours []*beside.StripColours
	heatShown     bool
	barBelow      bool         // the colour bar stands below the heat map
	columnSize    vg.Length    // of column names; 0 where there are none
	parts         beside.Parts // of the columns of the heat map
	columnStep    int          // every columnStep-th column has its name, 0 for the selected ones alone
	columnsLevel  bool         // names of columns are not turned: each fits into its column
	leftOutEnd    vg.Length    // right end of the words on names that are left out
	heatBar       vg.Rectangle // the colours in the legend of the heat map
	nameBand      vg.Length    // room below the rows for names of columns and strips
}

// cellForms draw the heat map of a layout in parts, and in other forms than shaded cells.
type cellForms struct{ l *dendrogramLayout }

func formsOf(l *dendrogramLayout) cellForms { return cellForms{l} }

// drawHeat adds the heat map of the visible rows.
func (hp *columnPart) drawHeat(list *ink.List) {
	if !hp.heatShown || hp.heat.Max.X <= hp.heat.Min.X {
		return
	}
	box := hp.heat
	from, to := hp.l.s0, hp.l.s1
	if hp.l.q.Even && hp.l.pitch >= 1/beside.HeatResolution {
		// Draw whole rows, beyond the edges of the plot if need be: each is one line of the image
		// and never blurred.
		from, to = math.Floor(from), math.Ceil(to)
	}
	rect := vg.Rectangle{
		Min: vg.Point{X: box.Min.X, Y: box.Max.Y - vg.Length(to-hp.l.s0)*hp.l.pitch},
		Max: vg.Point{X: box.Max.X, Y: box.Max.Y + vg.Length(hp.l.s0-from)*hp.l.pitch},
	}
	if formsOf(hp.l).drawCellForms(list) {
		return
	}
	list.Add(beside.HeatItem{Heat: hp.l.d.Heat, P: hp.l.p, Q: hp.l.q, From: from, To: to, Rect: rect, Seen: box,
		Style: hp.l.style,
		Parts: hp.parts})
	formsOf(hp.l).drawGaps(list)
	numbered := hp.l.style.Look.Numbers && formsOf(hp.l).evenRows() &&
		hp.l.d.Heat.Numbers(list, hp.l.style, hp.numberedCells())
	if !numbered && (hp.l.q.Even || len(hp.l.q.Gaps) > 0) {
		hp.drawLimits(list)
	}
	hp.drawColumnMarks(list)
}

// drawLimits marks the cells in sight that hold a number known between limits.
func (hp *columnPart) drawLimits(list *ink.List) {
	places := map[int]int{}
	for k, j := range hp.l.d.Heat.Order {
		places[j] = k
	}
	hp.l.d.Heat.DrawLimits(list, func(row, column int) (vg.Rectangle, bool) {
		r := hp.columnBox(places[column])
		if row >= len(hp.l.p.Rank) {
			return r, false
		}
		if _, shut := hp.l.labelling.shutAt(int(hp.l.p.Rank[row])); shut {
			return r, false
		}
		y := hp.l.y(hp.l.q.Y[row])
		r.Min.Y, r.Max.Y = y-hp.l.pitch/2, y+hp.l.pitch/2
		return r, y <= hp.heat.Max.Y && y >= hp.heat.Min.Y
	})
}

// mostNumbered limits how many cells have their value written.
const mostNumbered = 5000

// numberedCells returns the cells of the leaves in sight, none where they are too many.
func (hp *columnPart) numberedCells() (cells []beside.NumberedCell) {
	for r, end := hp.l.q.At(hp.l.s0), hp.l.q.At(hp.l.s1); r <= end; r++ {
		if _, shut := hp.l.labelling.shutAt(r); shut {
			continue
		}
		leaf := int(hp.l.p.Order()[r])
		y := hp.l.y(hp.l.q.Y[leaf])
		if y > hp.heat.Max.Y || y < hp.heat.Min.Y {
			continue
		}
		if len(cells)+len(hp.l.d.Heat.Order) > mostNumbered {
			return nil
		}
		for k, j := range hp.l.d.Heat.Order {
			box := hp.columnBox(k)
			box.Min.Y, box.Max.Y = y-hp.l.pitch/2, y+hp.l.pitch/2
			cells = append(cells, beside.NumberedCell{Row: leaf, Column: j, Box: box})
		}
	}
	return cells
}

// columnBox returns the box of the k-th column of the heat map from the left.
func (hp *columnPart) columnBox(k int) vg.Rectangle {
	_, n := hp.l.d.Heat.Dims()
	r := hp.heat
	r.Min.X, r.Max.X = hp.parts.Span(k, n, hp.heat.Min.X, hp.heat.Max.X)
	return r
}

// columnAt returns the place of the column of the heat map at x.
func (f cellForms) columnAt(x vg.Length) int {
	_, n := f.l.d.Heat.Dims()
	return f.l.columns.parts.At(x, n, f.l.columns.heat.Min.X, f.l.columns.heat.Max.X)
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
		box, y := f.l.columns.heat, f.l.y(f.l.q.Y[leaf])
		box.Min.Y, box.Max.Y = y-f.l.pitch/2, y+f.l.pitch/2
		if (len(rows)+1)*len(f.l.d.Heat.Order) > mostFormed {
			return false
		}
		rows = append(rows, beside.CellRow{Row: leaf, Box: box})
	}
	f.of().Draw(list, rows, func(k int) (left, right vg.Length) {
		r := f.l.columns.columnBox(k)
		return r.Min.X, r.Max.X
	})
	f.l.columns.drawColumnMarks(list)
	return true
}

// mostFormed limits how many cells are drawn in another form than shaded cells.
const mostFormed = 20_000

// Lacks implements [plotting.Limiting].
func (d *Dendrogram) Lacks(control, value string) string {
	inSight := d.Window.Normal()
	switch form := plotting.CellForm(value); {
	case d.Heat == nil || value == plotting.CellForms[0]:
	case control == "heat-gaps" && value == "on" && len(d.Groups) == 0 &&
		len(beside.PartsBy(d.Heat.In(d.Style.Look), d.Style.Look.ColumnsBy).Names) == 0:
		return "There is nothing to part: the tree has no groups, and the columns are not ordered by labels."
	case control == "heat-form" && len(d.Collapsed) > 0:
		return "Clades are folded, so rows differ in height; unfold them for other forms."
	case control == "heat-form" && (inSight.Y1-inSight.Y0)*float64(d.RowCount()*len(d.Heat.Order)) > mostFormed:
		return "More than " + plotting.FormatCount(mostFormed) + " cells are in sight; zoom in for other forms."
	case control == "heat-form":
		return beside.LacksForm(d.Heat, form)
	}
	return ""
}

// columnsPlaced reports whether each column has a place of its own in the heat map.
func (f cellForms) columnsPlaced() bool {
	form := f.form()
	return form != plotting.BoxCells && form != plotting.PieCells
}

// partBand is the height of the names of the parts of the columns.
func (f cellForms) partBand() vg.Length {
	if len(f.l.columns.parts.Names) == 0 {
		return 0
	}
	return ink.LineHeight(ink.Regular(f.l.style.Typeface, f.l.style.TickSize)) + 2
}

// drawPartNames adds the names of the parts of the columns above them and their strips.
func (f cellForms) drawPartNames(list *ink.List) {
	y := f.l.columns.heat.Max.Y + 4
	for _, box := range f.l.columns.columnStrips {
		y = max(y, box.Max.Y+3)
	}
	_, n := f.l.d.Heat.Dims()
	f.l.columns.parts.DrawNames(list, ink.Regular(f.l.style.Typeface, f.l.style.TickSize), f.l.style.Muted, n,
		f.l.columns.heat.Min.X,
		f.l.columns.heat.Max.X, y)
}

// drawGaps clears the gaps between groups of rows.
func (f cellForms) drawGaps(list *ink.List) {
	for _, r := range f.l.q.Gaps {
		top, bottom := f.l.y(f.l.q.Edge[r]-f.l.q.Gap), f.l.y(f.l.q.Edge[r])
		for _, box := range append([]vg.Rectangle{f.l.columns.heat}, f.l.strips...) {
			if box.Max.X > box.Min.X {
				box.Min.Y, box.Max.Y = bottom, top
				list.Box(f.l.style.Surface, box)
			}
		}
	}
}

// mostFramed is the share of the heat map's width that frames of selected columns may take.
const mostFramed = 0.25

// drawColumnMarks frames the selected columns, those side by side together. Many narrow ones that are scattered over
// the heat map have marks at its edges alone: frames would hide the cells.
func (hp *columnPart) drawColumnMarks(list *ink.List) {
	if len(hp.l.classes.columns) == 0 {
		return
	}
	var runs []vg.Rectangle
	beside := false // the column before is selected
	for k, j := range hp.l.d.Heat.Order {
		chosen, r := hp.columnChosen(j), hp.columnBox(k)
		if chosen && beside {
			runs[len(runs)-1].Max.X = r.Max.X
		} else if chosen {
			runs = append(runs, r)
		}
		beside = chosen
	}
	marks := &ink.Stroke{Colour: hp.l.style.Selection, Width: hp.l.style.SelectedStroke}
	framed := 2 * hp.l.style.SelectedStroke * vg.Length(len(runs))
	const long = 5 // of a mark at an edge
	for _, r := range runs {
		if framed <= mostFramed*(hp.heat.Max.X-hp.heat.Min.X) {
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
func (hp *columnPart) drawColumnNames(list *ink.List) {
	if hp.nameBand == 0 {
		return
	}
	st := hp.l.style
	y := hp.l.tree.Min.Y - 5
	if hp.l.stripNames() {
		f := ink.Regular(st.Typeface, st.TickSize)
		for i, k := range hp.l.colours {
			if r := hp.l.strips[i]; r.Max.X > r.Min.X {
				at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y}
				list.Text(f, st.Muted, at, ink.MiddleRight, math.Pi/2,
					ink.Elide(f, k.Strip.Annotation.Name, hp.nameBand))
			}
		}
	}
	if formsOf(hp.l).columnsPlaced() {
		hp.drawNamesOfColumns(list, y)
	}
}
