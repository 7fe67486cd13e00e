package cells

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/selection"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// Hinton is the figure of matrices with the same rows, side by side, as Hinton diagrams: a square
// for each value. Its area shows the magnitude, its colour and shape the sign (Beal 2003, figure
// 4.4). The loadings of factor models are such matrices.
type Hinton struct {
	Title, Subtitle string
	Empty           string   // the sentence while there are no blocks; has a default
	Value           string   // name of a value: "loading"; has a default
	Quality         string   // meaning of the bars above columns; "match between draws" where it is ""
	Rows            []string // of every block
	// Signs draws the squares of all values but zero equally large, so that they show the sign alone.
	Signs bool
	// Items gives the item of the data that each row shows; nil means all, in their order.
	Items  []int
	Blocks []HintonBlock
	// SelectedBlocks and SelectedRows list the selected blocks and rows, by number.
	SelectedBlocks, SelectedRows []int
	Window                       plotting.Window
	Style                        plotting.Style
}

// A HintonBlock is one of the matrices of a [Hinton].
type HintonBlock struct {
	Name  string // "cluster 3"
	Short string // "3", where the name has no room
	Note  string // below the name: "52 rows"; left out where it has no room
	// Values is rows × columns; NaN leaves a cell empty. Nil where there are no columns.
	Values  *mat.Dense
	Columns []HintonColumn
	// Probability is the probability that a value is not zero, if known; squares of improbable
	// values are paler. Low and High hold the middle 90 % of a value. Each is nil or of the shape
	// of Values.
	Probability, Low, High *mat.Dense
	Lines                  [][2]string // of the block, for the tooltip
}

// A HintonColumn is a column of a block.
type HintonColumn struct {
	Name  string      // "factor 2"
	Note  string      // stands below it where there is room: "mean", or the precision of a column that is off
	Off   bool        // switched off: hatched
	Apart bool        // a line parts it from the columns after it
	Lines [][2]string // for the tooltip
	// Head stands above the column ("3"), with a bar below it as long as Quality, in [0,1]. Heads
	// stay in place when the rows scroll; a figure with heads has one block.
	Head     string
	Quality  float64
	Selected bool
}

var (
	_ plotting.Zoomable = Hinton{}
	_ plotting.Styled   = Hinton{}
	_ plotting.Sheeter  = Hinton{}
)

func (h *Hinton) quality() string {
	if h.Quality == "" {
		return "match between draws"
	}
	return h.Quality
}

// GetWindow implements Zoomable.
func (h Hinton) GetWindow() plotting.Window { return h.Window.Normal() }

// Selects implements [plotting.Selecting].
func (h Hinton) Selects() bool {
	return len(h.SelectedBlocks)+len(h.SelectedRows) > 0 || slices.ContainsFunc(h.Blocks, func(b HintonBlock) bool {
		return slices.ContainsFunc(b.Columns, func(c HintonColumn) bool { return c.Selected })
	})
}

// Unselected implements [plotting.Selecting].
func (h Hinton) Unselected() plotting.Figure {
	h.SelectedBlocks, h.SelectedRows, h.Blocks = nil, nil, slices.Clone(h.Blocks)
	for i := range h.Blocks {
		columns := slices.Clone(h.Blocks[i].Columns)
		for j := range columns {
			columns[j].Selected = false
		}
		h.Blocks[i].Columns = columns
	}
	return h
}

// WithWindow implements Zoomable.
func (h Hinton) WithWindow(w plotting.Window) plotting.Figure { h.Window = w.Normal(); return h }

// WithStyle implements Styled.
func (h Hinton) WithStyle(s plotting.Style) plotting.Figure { h.Style = s; return h }

// Controls implements [plotting.Controlled].
func (h Hinton) Controls() []string { return plotting.Named }

// Sheets implements Sheeter: one line for each cell, with block, column, whether it is switched
// off, row, value and, if known, probability and interval.
func (h Hinton) Sheets() []plotting.Sheet {
	if h.empty() {
		return nil
	}
	header := []string{"block", "column", "on", "row", "value"}
	more := []struct {
		name string
		of   func(b *HintonBlock) *mat.Dense
	}{
		{"probability", func(b *HintonBlock) *mat.Dense { return b.Probability }},
		{"low", func(b *HintonBlock) *mat.Dense { return b.Low }},
		{"high", func(b *HintonBlock) *mat.Dense { return b.High }},
	}
	more = slices.DeleteFunc(more, func(m struct {
		name string
		of   func(b *HintonBlock) *mat.Dense
	}) bool {
		return !slices.ContainsFunc(h.Blocks, func(b HintonBlock) bool { return m.of(&b) != nil })
	})
	for _, m := range more {
		header = append(header, m.name)
	}
	return []plotting.Sheet{{Name: "values", Header: header, Rows: func(yield func([]string) bool) {
		for k := range h.Blocks {
			b := &h.Blocks[k]
			for j, c := range b.Columns {
				on := "yes"
				if c.Off {
					on = "no"
				}
				for i, name := range h.Rows {
					cells := []string{b.Name, c.Name, on, name, plotting.Cell(b.Values.At(i, j))}
					for _, m := range more {
						v := math.NaN()
						if x := m.of(b); x != nil {
							v = x.At(i, j)
						}
						cells = append(cells, plotting.Cell(v))
					}
					if !yield(cells) {
						return
					}
				}
			}
		}
	}}}
}

func (h Hinton) empty() bool { return len(h.Blocks) == 0 || len(h.Rows) == 0 }

// outlying is the greatest magnitude that the scale covers, in multiples of the 98th percentile:
// one extreme value would make the others invisible.
const outlying = 3

// limit returns the magnitude that fills its cell and whether there are greater ones, which
// fill it too.
func (h Hinton) limit() (limit float64, beyond bool) {
	var magnitudes []float64
	for _, b := range h.Blocks {
		for j := range b.Columns {
			for i := range h.Rows {
				if v := math.Abs(b.Values.At(i, j)); v > 0 && v <= math.MaxFloat64 {
					magnitudes = append(magnitudes, v)
				}
			}
		}
	}
	if len(magnitudes) == 0 {
		return 0, false
	}
	n := len(magnitudes)
	most, at := slices.Max(magnitudes), min(n-1, 98*n/100)
	selection.Kth(magnitudes, at)
	usual := magnitudes[at]
	return min(most, outlying*usual), most > outlying*usual
}

func (h Hinton) value() string {
	if h.Value == "" {
		return "value"
	}
	return h.Value
}

// Layout implements Figure. It costs the number of values.
func (h Hinton) Layout(size vg.Point) plotting.Scene {
	s := &hintonScene{Hinton: h, placed: placed{size: size}}
	st := h.Style
	box, ok := ink.Page(&s.list, st, size, ink.LeastCells, h.Title, h.Subtitle)
	if !ok {
		return s
	}
	if h.empty() {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(h.Empty, "There are no loadings to show yet.")})
		return s
	}
	s.most, s.beyond = h.limit()
	if !s.place(box) {
		s.area = vg.Rectangle{}
		return s
	}
	s.build()
	return s
}

// IsBlank implements [plotting.Blank].
func (h Hinton) IsBlank() bool { return len(h.Blocks) == 0 }
