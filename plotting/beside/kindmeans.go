package beside

import (
	"fmt"
	"math"

	"example.org/espalier/inference/column"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// Means returns the heat map of a table of kinds with each cell the mean of its block: of the cells whose rows are of
// its cluster, and whose columns are of its cluster and of its kind. Counts are averaged by log(1 + y). A cell of
// categories has the commonest level of its own column. It panics unless [Heat.OfKinds]. rows and columns give the
// cluster, from 0, of each.
func (h *Heat) Means(rows, columns []int) *Heat {
	c := h.copied()
	n, d := h.X.Dims()
	c.blocks, c.Shown, c.Limits, c.Value = true, mat.NewDense(n, d, nil), nil, nil
	type block struct{ row, column, rule int }
	sum, count := map[block]float64{}, map[block]float64{}
	blockOf := func(i, j int) block { return block{rows[i], columns[j], h.kinds.of[j]} }
	type cluster struct{ row, column int }
	votes := map[cluster][]float64{}
	for i := range n {
		for j := range d {
			x := h.Shown.At(i, j)
			if math.IsNaN(x) {
				continue
			}
			if h.Mixes(j) {
				sum[blockOf(i, j)] += x
				count[blockOf(i, j)]++
				continue
			}
			at := cluster{rows[i], j}
			if votes[at] == nil {
				votes[at] = make([]float64, len(h.kinds.rules[h.kinds.of[j]].levels))
			}
			votes[at][int(x)]++
		}
	}
	share := map[cluster]float64{} // of the commonest level
	for i := range n {
		for j := range d {
			if h.Mixes(j) {
				c.Shown.Set(i, j, sum[blockOf(i, j)]/count[blockOf(i, j)])
				continue
			}
			at, best, all := cluster{rows[i], j}, 0, 0.0
			for l, v := range votes[at] {
				all += v
				if v > votes[at][best] {
					best = l
				}
			}
			c.Shown.Set(i, j, math.NaN())
			if all > 0 {
				c.Shown.Set(i, j, float64(best))
				share[at] = votes[at][best] / all
			}
		}
	}
	c.X = c.Shown
	c.Words = func(i, j int) string {
		x, k := c.Shown.At(i, j), h.kinds.data.KindAt(j)
		switch {
		case math.IsNaN(x):
			return ""
		case k.Sort == column.YesNo:
			return plotting.FormatPercent(x) + " " + k.Levels[1]
		case k.Sort == column.Ordered:
			return fmt.Sprintf("mean grade %s of %d", plotting.FormatDigits(1+x*float64(len(k.Levels)-1), 2),
				len(k.Levels))
		case k.Sort == column.Category:
			return fmt.Sprintf("%s, %s", k.Levels[int(x)], plotting.FormatPercent(share[cluster{rows[i], j}]))
		case k.Sort == column.Count:
			return "about " + plotting.FormatDigits(math.Expm1(x), 2)
		}
		return plotting.FormatDigits(x, 3) + " s.d."
	}
	return c
}

// blockText returns the mean of a block for a file: a share of yes, a mean grade from 1, a count, a number in standard
// deviations, or the commonest level.
func (h *Heat) blockText(i, j int) string {
	x, k := h.Shown.At(i, j), h.kinds.data.KindAt(j)
	switch {
	case math.IsNaN(x):
	case k.Sort == column.Category:
		return k.Levels[int(x)]
	case k.Sort == column.Ordered:
		x = 1 + x*float64(len(k.Levels)-1)
	case k.Sort == column.Count:
		x = math.Expm1(x)
	}
	return plotting.Cell(x)
}

// levelContrast returns the level of a column of categories whose share in some rows differs most from that in all
// others, in standard deviations of having it; false where neither side has values, or all rows have one level.
func (h *Heat) levelContrast(j int, inside []bool) (Contrast, bool) {
	r := h.kinds.rules[h.kinds.of[j]]
	in, out := make([]float64, len(r.levels)), make([]float64, len(r.levels))
	size, rest := 0.0, 0.0
	for i := range inside {
		x := h.Shown.At(i, j)
		switch {
		case math.IsNaN(x):
		case inside[i]:
			in[int(x)]++
			size++
		default:
			out[int(x)]++
			rest++
		}
	}
	if size == 0 || rest == 0 {
		return Contrast{}, false
	}
	best := Contrast{Column: j}
	for l, name := range r.levels {
		p := (in[l] + out[l]) / (size + rest)
		if p == 0 || p == 1 {
			continue
		}
		if d := (in[l]/size - out[l]/rest) / math.Sqrt(p*(1-p)); d > best.Difference {
			best.Difference, best.Name = d, h.ColumnName(j)+" "+name
		}
	}
	return best, best.Name != ""
}
