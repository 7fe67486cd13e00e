package beside

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"
)

// Forms draw a heat map in other forms than shaded cells, and in parts.
type Forms struct{ *Heat }

// FormsOf returns the forms of a heat map.
func FormsOf(h *Heat) Forms { return Forms{h} }

// A CellRow is a row of a heat map in sight, in the box of all its cells.
type CellRow struct {
	Row int // of X
	Box vg.Rectangle
}

// Forms of cells, as shares of the height of a row.
const (
	sizedShare = 0.92
	barShare   = 0.7
	boxShare   = 0.6
	pieShare   = 0.9
	mostPies   = 24 // columns that a pie tells apart
)

// Form returns the form of cells that a look asks for where these values can have it: shaded cells for
// columns of several
// kinds, and for pies of negative values.
func (h Forms) Form(k plotting.Look) plotting.CellForm {
	switch {
	case k.CellForm == plotting.ShadedCells || h.kinds != nil:
		return plotting.ShadedCells
	case k.CellForm == plotting.PieCells && !h.shares():
		return plotting.ShadedCells
	}
	return k.CellForm
}

// shares reports whether no value in the units of the table is negative, and there are few columns.
func (h Forms) shares() bool {
	n, columns := h.Dims()
	if columns > mostPies {
		return false
	}
	for i := range n {
		for _, j := range h.Order {
			if h.amount(i, j) < 0 {
				return false
			}
		}
	}
	return true
}

// amount is a value in the units of the table.
func (h Forms) amount(i, j int) float64 {
	if h.Value == nil {
		return h.X.At(i, j)
	}
	return h.Value(i, j)
}

// deviation returns how far a value lies from the middle of a scale that parts there, or from the low end of
// another, as a
// share from −1 to 1 of the way to the end.
func (h Forms) deviation(x float64) float64 {
	low, middle := h.Scale.Low, h.Scale.Low
	if low < 0 && h.Scale.High > 0 {
		middle = (low + h.Scale.High) / 2
	}
	return min(max((x-middle)/(h.Scale.High-middle), -1), 1)
}

// DrawForm adds the values of rows in a form other than shaded cells. column returns the ends of the k-th column.
func (h Forms) DrawForm(list *ink.List, st plotting.Style, form plotting.CellForm, rows []CellRow,
	column func(k int) (left, right vg.Length)) {
	switch form {
	case plotting.SizedCells, plotting.BarCells:
		for _, r := range rows {
			for k, j := range h.Order {
				left, right := column(k)
				box := vg.Rectangle{Min: vg.Point{X: left, Y: r.Box.Min.Y}, Max: vg.Point{X: right, Y: r.Box.Max.Y}}
				if x := h.X.At(r.Row, j); math.IsNaN(x) {
					list.Add(ink.Missing{Rects: []vg.Rectangle{inset(box, 0.1)}, Style: st})
				} else if form == plotting.SizedCells {
					list.Box(h.hue(st, x), sizedBox(box, h.deviation(x)))
				} else {
					list.Box(h.hue(st, math.Copysign(math.Inf(1), h.deviation(x))), h.bar(box, x))
				}
			}
		}
	case plotting.BoxCells:
		low, high := h.Extent()
		for _, r := range rows {
			h.drawBox(list, st, r, low, high)
		}
	case plotting.PieCells:
		for _, r := range rows {
			h.drawPie(list, st, r)
		}
	}
}

func inset(r vg.Rectangle, share vg.Length) vg.Rectangle {
	size := r.Size()
	d := vg.Point{X: share * size.X, Y: share * size.Y}
	return vg.Rectangle{Min: r.Min.Add(d), Max: r.Max.Sub(d)}
}

// hue returns the colour of a value; infinite ones have those of the ends.
func (h Forms) hue(st plotting.Style, x float64) color.NRGBA {
	s := h.Scale
	s.Map = s.Map.In(st)
	c := s.At(min(max(x, s.Low), s.High))
	return color.NRGBA{c.R, c.G, c.B, 255}
}

// sizedBox is a square in the middle of a cell, whose area goes by a share.
func sizedBox(cell vg.Rectangle, share float64) vg.Rectangle {
	size := cell.Size()
	half := vg.Length(sizedShare*math.Sqrt(math.Abs(share))) * min(size.X, size.Y) / 2
	at := vg.Point{X: (cell.Min.X + cell.Max.X) / 2, Y: (cell.Min.Y + cell.Max.Y) / 2}
	return vg.Rectangle{Min: vg.Point{X: at.X - half, Y: at.Y - half}, Max: vg.Point{X: at.X + half, Y: at.Y + half}}
}

// bar is a bar in a cell, from its middle where the scale parts there, else from its left end.
func (h Forms) bar(cell vg.Rectangle, x float64) vg.Rectangle {
	b := inset(cell, (1-barShare)/2)
	b.Min.X, b.Max.X = cell.Min.X+1, cell.Max.X-1
	share := vg.Length(h.deviation(x))
	if !(h.Scale.Low < 0 && h.Scale.High > 0) {
		b.Max.X = b.Min.X + share*(b.Max.X-b.Min.X)
		return b
	}
	middle := (b.Min.X + b.Max.X) / 2
	end := middle + share*(b.Max.X-middle)
	b.Min.X, b.Max.X = min(middle, end), max(middle, end)
	return b
}

// Extent returns the least and the greatest value that is shown; equal where there is none.
func (h Forms) Extent() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	n, _ := h.Dims()
	for i := range n {
		for _, j := range h.Order {
			if x := h.X.At(i, j); !math.IsNaN(x) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	if !(high > low) {
		return 0, 0
	}
	return low, high
}

// Quartiles returns the ends of the whiskers of the values of a row, which reach to the furthest values
// within 1.5 times
// the range between its quartiles, with the quartiles and the median between them; false without values.
func (h Forms) Quartiles(row int) (q [5]float64, ok bool) {
	var values []float64
	for _, j := range h.Order {
		if x := h.X.At(row, j); !math.IsNaN(x) {
			values = append(values, x)
		}
	}
	if len(values) == 0 {
		return q, false
	}
	slices.Sort(values)
	for i, p := range []float64{0.25, 0.5, 0.75} {
		q[i+1] = stat.Quantile(p, stat.LinInterp, values, nil)
	}
	reach := 1.5 * (q[3] - q[1])
	q[0], q[4] = q[1], q[3]
	for _, x := range values {
		if x >= q[1]-reach {
			q[0] = min(q[0], x)
		}
		if x <= q[3]+reach {
			q[4] = max(q[4], x)
		}
	}
	return q, true
}

func (h Forms) drawBox(list *ink.List, st plotting.Style, r CellRow, low, high float64) {
	q, ok := h.Quartiles(r.Row)
	if !ok || !(high > low) {
		return
	}
	at := func(x float64) vg.Length { return r.Box.Min.X + vg.Length((x-low)/(high-low))*r.Box.Size().X }
	b := inset(r.Box, (1-boxShare)/2)
	middle := (b.Min.Y + b.Max.Y) / 2
	lines := &ink.Stroke{Colour: st.Muted, Width: min(st.Stroke, 0.2*r.Box.Size().Y)}
	lines.Segment(vg.Point{X: at(q[0]), Y: middle}, vg.Point{X: at(q[4]), Y: middle})
	list.Add(lines)
	list.Box(st.MissingHatch, vg.Rectangle{Min: vg.Point{X: at(q[1]), Y: b.Min.Y},
		Max: vg.Point{X: at(q[3]), Y: b.Max.Y}})
	median := &ink.Stroke{Colour: st.Ink, Width: 1.5 * min(st.Stroke, 0.2*r.Box.Size().Y)}
	median.Segment(vg.Point{X: at(q[2]), Y: b.Min.Y}, vg.Point{X: at(q[2]), Y: b.Max.Y})
	list.Add(median)
}

func (h Forms) drawPie(list *ink.List, st plotting.Style, r CellRow) {
	total := 0.0
	for _, j := range h.Order {
		if x := h.amount(r.Row, j); x > 0 {
			total += x
		}
	}
	size := r.Box.Size()
	radius := pieShare * min(size.X, size.Y) / 2
	at := vg.Point{X: r.Box.Min.X + min(size.X, size.Y)/2, Y: (r.Box.Min.Y + r.Box.Max.Y) / 2}
	if !(total > 0) || math.IsInf(total, 1) {
		list.Add(&ink.Stroke{Colour: st.MissingHatch, Width: st.Stroke, Path: ink.Disc(at, radius)})
		return
	}
	from := math.Pi / 2
	for k, j := range h.Order {
		x := h.amount(r.Row, j)
		if !(x > 0) {
			continue
		}
		turn := -2 * math.Pi * x / total // clockwise from the top
		var path vg.Path
		path.Move(at)
		path.Line(vg.Point{X: at.X + radius*vg.Length(math.Cos(from)), Y: at.Y + radius*vg.Length(math.Sin(from))})
		path.Arc(at, radius, from, turn)
		path.Close()
		list.Add(ink.Fill{Colour: ink.AnnotationInk(k), Path: path})
		from += turn
	}
}

// FormBlocks are the legends of a form of cells, those of colours where they have some.
func (h Forms) FormBlocks(form plotting.CellForm, colouring *ink.ColorMap, limit int) []ink.LegendBlock {
	switch form {
	case plotting.SizedCells:
		b := ink.LegendBlock{Title: "size"}
		for _, share := range []float64{1, 0.5, 0.1} {
			x := h.Scale.High * share
			if !(h.Scale.Low < 0 && h.Scale.High > 0) {
				x = h.Scale.Low + share*(h.Scale.High-h.Scale.Low)
			}
			half := vg.Length(math.Sqrt(share)) / 2
			shape := vg.Rectangle{Min: vg.Point{X: -half, Y: -half}, Max: vg.Point{X: half, Y: half}}.Path()
			text := plotting.FormatNumber(x)
			if h.Scale.Low < 0 && h.Scale.High > 0 {
				text = "±" + text
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Shape: shape, Text: text})
		}
		return append(h.LegendBlocks(colouring, limit), b)
	case plotting.BoxCells:
		return []ink.LegendBlock{{Title: "values of a row", Entries: []ink.LegendEntry{{Colour: plotting.Print.Ink,
			Stroke: 2, Text: "median"},
			{Colour: plotting.Print.MissingHatch, Text: "quartiles"}}}}
	case plotting.PieCells:
		b := ink.LegendBlock{Title: "share in a row"}
		for k, j := range h.Order {
			if k == limit && k+1 < len(h.Order) {
				b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Text: "and " +
					plotting.FormatCount(len(h.Order)-k) + " more"})
				break
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: ink.AnnotationInk(k), Text: h.ColumnName(j),
				Across: true})
		}
		return []ink.LegendBlock{b}
	}
	return h.LegendBlocks(colouring, limit)
}
