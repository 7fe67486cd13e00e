package chart

import (
	"math"
	"slices"

	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A diagnosticsScene is a laid-out [Diagnostics].
type diagnosticsScene struct {
	*Diagnostics
	size, at  vg.Point // at is the top left corner of the text
	title     []string // the lines of the verdict
	area      vg.Rectangle
	rowHeight vg.Length
	columns   diagnosticsColumns
	table     []tableColumn
	panels    []diagnosticsPanels // of the rows that can be seen
	clades    []cladePanel
	cladeArea vg.Rectangle // empty where they cannot be seen
	axisY     vg.Length    // of the axes under the traces
}

// diagnosticsColumns are the horizontal extents of the parts of each row; a part without room is
// empty.
type diagnosticsColumns struct{ name, trace, density, ranks, decay ink.Span }

// diagnosticsPanels is a visible row.
type diagnosticsPanels struct {
	*diagnosticsRow
	box            vg.Rectangle // of the whole row
	traces         *traceScene
	density, decay vg.Rectangle
	ranks          vg.Rectangle
	peak           float64 // of the densities
}

// Measures of the figure.
const (
	dotShare      = 0.42 // radius of the dot, of the height of a capital letter
	mostRow       = 132  // height of a row where there is room
	cladeUnits    = 1.75 // height of the clades, in rows
	rowInset      = 7    // above and below the panels of a row
	tickRoom      = 56   // least height of a row with numbers at its density
	tableGap      = 16   // between columns of numbers
	mostCladePair = 6    // pairs of chains compared
)

// Layout implements Figure.
func (d *Diagnostics) Layout(size vg.Point) plotting.Scene {
	s := &diagnosticsScene{Diagnostics: d, size: size}
	st := d.Style
	margin := min(st.Margin, size.X/20)
	edge := min(st.Margin, size.Y/12)
	s.at = vg.Point{X: margin, Y: size.Y - edge}
	s.area = vg.Rectangle{Min: vg.Point{X: margin, Y: edge / 2}, Max: vg.Point{X: size.X - margin, Y: size.Y - edge}}
	if d.Report == nil || len(d.rows) == 0 {
		return s
	}
	bold := ink.Bold(st.Typeface, st.TitleSize)
	s.title = ink.Wrap(bold, d.Report.Verdict.Text, s.area.Max.X-s.area.Min.X-s.titleIndent())
	if n := len(s.title); n > 2 || size.Y < 240 {
		s.title = s.title[:min(n, 1)]
	}
	s.area.Max.Y -= ink.Heading(nil, st, s.at, size.X-2*s.at.X, "x", s.subtitle()) +
		ink.LineHeight(bold)*vg.Length(len(s.title)-1)
	s.area.Max.Y -= ink.LineHeight(ink.Bold(st.Typeface, st.AxisSize)) + st.Padding // heads of the columns
	s.area.Min.Y += s.footHeight()
	if s.area.Max.Y-s.area.Min.Y < 16 || s.area.Max.X-s.area.Min.X < 60 {
		s.area = vg.Rectangle{}
		return s
	}
	s.placeColumns()
	s.placeRows()
	return s
}

// titleIndent returns the width of the dot before the verdict.
func (s *diagnosticsScene) titleIndent() vg.Length {
	return 2*dotShare*ink.CapHeight(ink.Bold(s.Style.Typeface, s.Style.TitleSize)) + 1.75*s.Style.Padding
}

// footHeight returns the height of the axes below the lowest row.
func (s *diagnosticsScene) footHeight() vg.Length { return ink.AxisHeight(s.Style, true) }

// placeColumns divides the width.
func (s *diagnosticsScene) placeColumns() {
	st := s.Style
	bold, plain := ink.Bold(st.Typeface, st.AxisSize), ink.Regular(st.Typeface, st.AxisSize)
	widest := vg.Length(0)
	for i := range s.rows {
		widest = max(widest, ink.TextWidth(bold, s.rows[i].quantity.Title))
	}
	left, right := s.area.Min.X, s.area.Max.X
	whole := right - left
	s.columns.name = ink.Span{From: left, To: left + min(widest, 0.16*whole)}
	for _, c := range tableColumns() {
		width := ink.TextWidth(bold, c.head)
		for i := range s.rows {
			width = max(width, ink.TextWidth(plain, c.cell(s.rows[i].quantity)))
		}
		c.right = width // for now
		s.table = append(s.table, c)
	}
	room := func() vg.Length {
		w := vg.Length(0)
		for _, c := range s.table {
			w += c.right + tableGap
		}
		return w
	}
	for _, head := range []string{"s.d.", "MCSE", "mean", "tail ESS", "R-hat", "bulk ESS"} { // the least needed first
		if room() <= 0.36*whole {
			break
		}
		s.table = slices.DeleteFunc(s.table, func(c tableColumn) bool { return c.head == head })
	}
	x := right
	for i := len(s.table) - 1; i >= 0; i-- {
		width := s.table[i].right
		s.table[i].right = x
		x -= width + tableGap
	}
	from := s.columns.name.To + 2*st.Gap + s.tickWidth()
	gap := 2 * st.Gap
	if rest := x - from; rest >= 420 && s.chains > 1 {
		rest -= 3 * gap
		s.columns.trace = ink.Span{From: from, To: from + 0.43*rest}
		s.columns.density = ink.Span{From: s.columns.trace.To + gap, To: s.columns.trace.To + gap + 0.21*rest}
		s.columns.ranks = ink.Span{From: s.columns.density.To + gap, To: s.columns.density.To + gap + 0.2*rest}
		s.columns.decay = ink.Span{From: s.columns.ranks.To + gap, To: x}
	} else if rest >= 300 {
		s.columns.trace = ink.Span{From: from, To: from + 0.54*(rest-2*gap)}
		s.columns.density = ink.Span{From: s.columns.trace.To + gap, To: s.columns.trace.To + gap + 0.26*(rest-2*gap)}
		s.columns.decay = ink.Span{From: s.columns.density.To + gap, To: x}
	} else if rest >= 160 {
		s.columns.trace = ink.Span{From: from, To: from + 0.65*(rest-gap)}
		s.columns.density = ink.Span{From: s.columns.trace.To + gap, To: x}
	} else {
		s.columns.trace = ink.Span{From: from, To: max(x, from)}
	}
}

// tickWidth returns the width of the numbers beside the traces.
func (s *diagnosticsScene) tickWidth() vg.Length {
	return min(ink.TextWidth(ink.Regular(s.Style.Typeface, s.Style.TickSize), "−1,234.5"),
		0.06*(s.area.Max.X-s.area.Min.X))
}

// hasClades reports whether there is something to compare between chains.
func (d *Diagnostics) hasClades() bool {
	t := d.Report.Topology
	return t != nil && len(t.Clades) > 0 && len(t.Clades[0].Frequencies) > 1
}

// units returns the height of everything, in rows.
func (d *Diagnostics) units() float64 {
	u := float64(len(d.rows))
	if d.hasClades() {
		u += cladeUnits
	}
	return u
}

// RowsWindow returns the window, from the top, in which each row is at least so high in a plot area
// of the given height; all, if everything has room.
func (d *Diagnostics) RowsWindow(height, least vg.Length) plotting.Window {
	if d.Report == nil || len(d.rows) == 0 {
		return plotting.All
	}
	seen := float64(height / least)
	if u := d.units(); seen < u {
		return plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: math.Max(math.Floor(seen), 1) / u} // no row is cut
	}
	return plotting.All
}

// placeRows lays out the visible rows.
func (s *diagnosticsScene) placeRows() {
	u, w := s.units(), s.GetWindow()
	height := s.area.Max.Y - s.area.Min.Y
	s.rowHeight = height / vg.Length(u*(w.Y1-w.Y0))
	if w.IsAll() && s.rowHeight > mostRow {
		s.rowHeight = mostRow
	}
	top := s.area.Max.Y + vg.Length(w.Y0*u)*s.rowHeight
	low, high := s.span()
	for i := range s.rows {
		y1 := top - vg.Length(i)*s.rowHeight
		y0 := y1 - s.rowHeight
		if y1 < s.area.Min.Y+0.01 || y0 > s.area.Max.Y-0.01 {
			continue
		}
		s.panels = append(s.panels, s.place(&s.rows[i],
			vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: y0}, Max: vg.Point{X: s.area.Max.X, Y: y1}}, low, high))
	}
	bottom := top - vg.Length(len(s.rows))*s.rowHeight
	s.axisY = max(bottom, s.area.Min.Y)
	if s.hasClades() && bottom > s.area.Min.Y+0.01 {
		// Below the axes, or in their place if no clades are visible.
		foot := s.footHeight()
		s.cladeArea = vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: bottom - foot - cladeUnits*s.rowHeight + rowInset},
			Max: vg.Point{X: s.area.Max.X, Y: bottom - foot - rowInset}}
		s.placeClades()
	}
}

// span is the range of iterations of the traces.
func (d *Diagnostics) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range d.rows {
		if d.rows[i].trace.points() > 0 {
			a, b := d.rows[i].trace.span()
			low, high = min(low, a), max(high, b)
		}
	}
	return low, high
}

// place lays out a row.
func (s *diagnosticsScene) place(row *diagnosticsRow, box vg.Rectangle, low, high float64) diagnosticsPanels {
	p := diagnosticsPanels{diagnosticsRow: row, box: box}
	inset := min(rowInset, s.rowHeight/8)
	inside := func(c ink.Span) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: c.From, Y: box.Min.Y + inset}, Max: vg.Point{X: c.To, Y: box.Max.Y - inset}}
	}
	t := row.trace
	t.Style = s.Style
	t.HasCursor, t.Cursor = s.HasCursor, s.Cursor
	p.traces = t.panel(inside(s.columns.trace), low, high)
	if s.columns.density.Width() > 0 && row.density != nil {
		p.density = inside(s.columns.density)
		if s.rowHeight >= tickRoom {
			p.density.Min.Y += s.Style.TickSize + s.Style.Padding
		}
		for _, c := range row.density.Chains { // the pooled one is between them
			for _, v := range c {
				p.peak = max(p.peak, v)
			}
		}
	}
	if s.columns.ranks.Width() > 0 && row.ranks != nil {
		p.ranks = inside(s.columns.ranks)
	}
	if s.columns.decay.Width() > 0 {
		p.decay = inside(s.columns.decay)
	}
	return p
}

// panel lays out the lines alone in a part of another figure, for the iterations from low to high.
// Values of the burn-in far from the rest are cut off.
func (t Trace) panel(area vg.Rectangle, low, high float64) *traceScene {
	s := &traceScene{Trace: t, area: area, weight: 0.9, opacity: 0.85, empty: t.points() == 0 ||
		area.Max.X <= area.Min.X}
	s.x = ink.Axis{From: area.Min, To: vg.Point{X: area.Max.X, Y: area.Min.Y}, Low: low, High: high}
	if s.empty {
		return s
	}
	s.fit(low, high)
	late := traceScene{Trace: t}
	late.Series = nil
	for _, r := range t.Series {
		from := diagnostics.FirstDraw(len(r.Values), t.BurnIn)
		late.Series = append(late.Series, Series{r.Name, r.Iteration[from:], r.Seconds[from:], r.Values[from:]})
	}
	if late.points() > 0 {
		late.fit(low, high)
		reach := late.high - late.low
		s.low, s.high = max(s.low, late.low-reach), min(s.high, late.high+reach)
	}
	s.y = ink.Ticks(s.low, s.high, min(max(int((area.Max.Y-area.Min.Y)/26), 2), 4))
	for k := range t.Series {
		s.lines = append(s.lines, s.line(&t.Series[k]))
	}
	return s
}
