package beside

import (
	"image/color"
	"math"

	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Forms draw the values of a heat map in another form than shaded cells.
type Forms struct {
	Kind  plotting.CellForm
	First int // colours that stand for something else in the figure; pies have those after them
	heat  *Heat
	style plotting.Style
}

// FormsOf returns the form that a style asks for where the values can have it ([LacksForm]), and else shaded cells.
func FormsOf(h *Heat, st plotting.Style) Forms {
	f := Forms{Kind: st.Look.CellForm, heat: h, style: st}
	if h.kinds != nil {
		f.heat = h.Toned(st)
	}
	if LacksForm(h, f.Kind) != "" {
		f.Kind = plotting.ShadedCells
	}
	return f
}

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
)

// deviation returns how far a value lies from the middle of a scale that parts there, or from the low end of another,
// as a share from −1 to 1 of the way to the end.
func (f Forms) deviation(x float64) float64 {
	low, middle := f.heat.Scale.Low, f.heat.Scale.Low
	if low < 0 && f.heat.Scale.High > 0 {
		middle = (low + f.heat.Scale.High) / 2
	}
	return min(max((x-middle)/(f.heat.Scale.High-middle), -1), 1)
}

// Draw adds the values of rows. column returns the ends of the k-th column.
func (f Forms) Draw(list *ink.List, rows []CellRow,
	column func(k int) (left, right vg.Length)) {
	switch f.Kind {
	case plotting.SizedCells, plotting.BarCells:
		for _, r := range rows {
			for k := range f.heat.Order {
				left, right := column(k)
				box := vg.Rectangle{Min: vg.Point{X: left, Y: r.Box.Min.Y}, Max: vg.Point{X: right, Y: r.Box.Max.Y}}
				if c, known := f.shareOf(r.Row, k); !known {
					list.Add(ink.Missing{Rects: []vg.Rectangle{inset(box, 0.1)}, Style: f.style})
				} else if f.Kind == plotting.SizedCells {
					list.Box(c.hue, sizedBox(box, c.share))
				} else {
					list.Box(c.end, barOf(box, c))
				}
			}
		}
	case plotting.BoxCells:
		low, high := f.Extent()
		for _, r := range rows {
			f.drawBox(list, r, low, high)
		}
	case plotting.PieCells:
		for _, r := range rows {
			f.drawPie(list, r)
		}
	}
}

func inset(r vg.Rectangle, share vg.Length) vg.Rectangle {
	size := r.Size()
	d := vg.Point{X: share * size.X, Y: share * size.Y}
	return vg.Rectangle{Min: r.Min.Add(d), Max: r.Max.Sub(d)}
}

// hue returns the colour of a value; infinite ones have those of the ends.
func (f Forms) hue(x float64) color.NRGBA {
	s := f.heat.Scale
	s.Map = s.Map.In(f.style)
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

// barOf is a bar in a cell, from its middle where the scale parts there, else from its left end.
func barOf(cell vg.Rectangle, c cellShare) vg.Rectangle {
	b := inset(cell, (1-barShare)/2)
	b.Min.X, b.Max.X = cell.Min.X+1, cell.Max.X-1
	share := vg.Length(c.share)
	if !c.parted {
		b.Max.X = b.Min.X + share*(b.Max.X-b.Min.X)
		return b
	}
	middle := (b.Min.X + b.Max.X) / 2
	end := middle + share*(b.Max.X-middle)
	b.Min.X, b.Max.X = min(middle, end), max(middle, end)
	return b
}

// Extent returns the least and the greatest value that is shown; equal where there is none.
func (f Forms) Extent() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	n, _ := f.heat.Dims()
	columns := boxed(f.heat)
	for i := range n {
		for _, j := range columns {
			if x := f.heat.X.At(i, j); !math.IsNaN(x) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	if !(high > low) {
		return 0, 0
	}
	return low, high
}

// box summarises the values of a row.
func (f Forms) box(row int) quartile.Box {
	columns := boxed(f.heat)
	values := make([]float64, len(columns))
	for k, j := range columns {
		values[k] = f.heat.X.At(row, j)
	}
	return quartile.Of(values)
}

func (f Forms) drawBox(list *ink.List, r CellRow, low, high float64) {
	q := f.box(r.Row)
	if q.N == 0 || !(high > low) {
		return
	}
	at := func(x float64) vg.Length { return r.Box.Min.X + vg.Length((x-low)/(high-low))*r.Box.Size().X }
	b := inset(r.Box, (1-boxShare)/2)
	middle := (b.Min.Y + b.Max.Y) / 2
	lines := &ink.Stroke{Colour: f.style.Muted, Width: min(f.style.Stroke, 0.2*r.Box.Size().Y)}
	lines.Segment(vg.Point{X: at(q.Low), Y: middle}, vg.Point{X: at(q.High), Y: middle})
	list.Add(lines)
	list.Box(f.style.MissingHatch, vg.Rectangle{Min: vg.Point{X: at(q.Quarter), Y: b.Min.Y},
		Max: vg.Point{X: at(q.Threeq), Y: b.Max.Y}})
	median := &ink.Stroke{Colour: f.style.Ink, Width: 1.5 * min(f.style.Stroke, 0.2*r.Box.Size().Y)}
	median.Segment(vg.Point{X: at(q.Median), Y: b.Min.Y}, vg.Point{X: at(q.Median), Y: b.Max.Y})
	list.Add(median)
}

func (f Forms) drawPie(list *ink.List, r CellRow) {
	total := 0.0
	for _, j := range f.heat.Order {
		if x := amountOf(f.heat, r.Row, j); x > 0 {
			total += x
		}
	}
	size := r.Box.Size()
	radius := pieShare * min(size.X, size.Y) / 2
	at := vg.Point{X: r.Box.Min.X + min(size.X, size.Y)/2, Y: (r.Box.Min.Y + r.Box.Max.Y) / 2}
	if !(total > 0) || math.IsInf(total, 1) {
		list.Add(&ink.Stroke{Colour: f.style.MissingHatch, Width: f.style.Stroke, Path: ink.Disc(at, radius)})
		return
	}
	from := math.Pi / 2
	for k, j := range f.heat.Order {
		x := amountOf(f.heat, r.Row, j)
		if !(x > 0) {
			continue
		}
		turn := -2 * math.Pi * x / total // clockwise from the top
		var path vg.Path
		path.Move(at)
		path.Line(vg.Point{X: at.X + radius*vg.Length(math.Cos(from)), Y: at.Y + radius*vg.Length(math.Sin(from))})
		path.Arc(at, radius, from, turn)
		path.Close()
		list.Add(ink.Fill{Colour: ink.AnnotationInk(f.First + k), Path: path})
		from += turn
	}
}

// Blocks are the legends, those of colours where they have some.
func (f Forms) Blocks(colouring *ink.ColorMap, limit int) []ink.LegendBlock {
	switch f.Kind {
	case plotting.SizedCells:
		if !f.heat.HasScale() {
			return f.heat.LegendBlocks(colouring, limit)
		}
		b := ink.LegendBlock{Title: "size"}
		for _, share := range []float64{1, 0.5, 0.1} {
			x := f.heat.Scale.High * share
			if !(f.heat.Scale.Low < 0 && f.heat.Scale.High > 0) {
				x = f.heat.Scale.Low + share*(f.heat.Scale.High-f.heat.Scale.Low)
			}
			half := vg.Length(math.Sqrt(share)) / 2
			shape := vg.Rectangle{Min: vg.Point{X: -half, Y: -half}, Max: vg.Point{X: half, Y: half}}.Path()
			text := plotting.FormatNumber(x)
			if f.heat.Scale.Low < 0 && f.heat.Scale.High > 0 {
				text = "±" + text
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Shape: shape, Text: text})
		}
		return append(f.heat.LegendBlocks(colouring, limit), b)
	case plotting.BoxCells:
		title := "values of a row"
		if f.heat.OfKinds() {
			title = "numbers of a row"
		}
		return []ink.LegendBlock{{Title: title, Entries: []ink.LegendEntry{{Colour: plotting.Print.Ink,
			Stroke: 2, Text: "median"},
			{Colour: plotting.Print.MissingHatch, Text: "quartiles"}}}}
	case plotting.PieCells:
		b := ink.LegendBlock{Title: "share in a row"}
		for k, j := range f.heat.Order {
			if k == limit && k+1 < len(f.heat.Order) {
				b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Text: "and " +
					plotting.FormatCount(len(f.heat.Order)-k) + " more"})
				break
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: ink.AnnotationInk(f.First + k), Text: f.heat.ColumnName(j),
				Across: true})
		}
		return []ink.LegendBlock{b}
	}
	return f.heat.LegendBlocks(colouring, limit)
}
