package beside

import (
	"image/color"
	"math"

	"example.org/espalier/inference/column"
	"example.org/espalier/plotting"
)

// mostPies is how many columns a pie tells apart.
const mostPies = 24

// LacksForm says why the values cannot have a form, in a sentence; "" where they can.
func LacksForm(h *Heat, form plotting.CellForm) string {
	switch form {
	case plotting.BoxCells:
		if h.kinds != nil && len(boxed(h)) < 2 {
			return "A box plot of a row needs at least two columns of numbers."
		}
	case plotting.PieCells:
		return lacksShares(h)
	}
	return ""
}

// boxed are the columns shown that box plots of rows are of: numbers, which have one unit.
func boxed(h *Heat) []int {
	if h.kinds == nil {
		return h.Order
	}
	var columns []int
	for _, j := range h.Order {
		if h.kinds.of[j] == numberRule {
			columns = append(columns, j)
		}
	}
	return columns
}

// lacksShares says why the values of a row are no shares of a whole.
func lacksShares(h *Heat) string {
	if len(h.Order) > mostPies {
		return "A pie tells at most " + plotting.FormatCount(mostPies) + " columns apart; these are " +
			plotting.FormatCount(len(h.Order)) + "."
	}
	n, _ := h.Dims()
	for _, j := range h.Order {
		if h.kinds != nil && h.kinds.rules[h.kinds.of[j]].sort != column.Number &&
			h.kinds.rules[h.kinds.of[j]].sort != column.Count || h.kinds != nil && h.Value == nil {
			return "Pies are shares of numbers or counts, and other columns are shown too."
		}
		for i := range n {
			if amountOf(h, i, j) < 0 {
				return "Pies are shares, and " + h.ColumnName(j) + " has values below 0."
			}
		}
	}
	return ""
}

// amountOf is a value in the units of the table.
func amountOf(h *Heat, i, j int) float64 {
	if h.Value == nil {
		return h.X.At(i, j)
	}
	return h.Value(i, j)
}

// A cellShare is a cell as a square or a bar.
type cellShare struct {
	share  float64 // of the way to the end of the scale, signed where it parts in the middle
	parted bool    // the scale parts in the middle
	hue    color.NRGBA
	end    color.NRGBA // the hue at the end of the scale
}

// shareOf returns the share of the cell of the k-th column from the left; false where it is missing. Of a table of
// kinds a category fills its cell in its colour, and yes/no, grades and counts go from the low end of their scale.
func (f Forms) shareOf(row, k int) (cellShare, bool) {
	h, j := f.heat, f.heat.Order[k]
	x := h.X.At(row, j)
	if h.kinds != nil {
		x = h.Shown.At(row, j)
	}
	if math.IsNaN(x) {
		return cellShare{}, false
	}
	if h.kinds == nil || h.kinds.of[j] == numberRule {
		d := f.deviation(x)
		return cellShare{d, h.Scale.Low < 0 && h.Scale.High > 0, f.hue(x), f.hue(math.Copysign(math.Inf(1), d))}, true
	}
	hue, _ := h.colourOf(row, k)
	c := cellShare{1, false, hue, hue}
	if r := h.kinds.rules[h.kinds.of[j]]; r.sort != column.Category {
		c.share = min(max((x-r.scale.Low)/(r.scale.High-r.scale.Low), 0), 1)
		end := h.tone[h.kinds.of[j]][255]
		c.end = color.NRGBA{end[0], end[1], end[2], 255}
	}
	return c, true
}
