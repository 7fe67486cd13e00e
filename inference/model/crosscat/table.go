package crosscat

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/marginal/block"
)

// A table holds the cells as the laws take them. It is never changed.
type table struct {
	n, d  int
	usual []block.Law // of each column, with the usual hyperparameters
	// Numbers are taken in units of their column: less centre, by scale; 0 and 1 for other columns.
	centre, scale []float64
	masses        []bool      // the law gives cells of the column probabilities, not densities
	exposures     [][]float64 // of counts, by column and row; nil for 1
	own           [][]float64 // of each column: the statistics of its cells by row, one after the other
	limits        []limit     // cells of which only limits are known, by column and row
}

// A limit is a cell of which only limits are known, in units of its column.
type limit struct {
	row, column int
	between     column.Interval
}

// newTable returns the cells of a data set. The error names a column whose exposure is not to be had, or a cell
// that is no count.
func newTable(data *inference.Dataset) (*table, error) {
	laws, exposures, err := block.Of(data)
	if err != nil {
		return nil, fmt.Errorf("crosscat: %w", err)
	}
	n, d := data.Dims()
	t := &table{n: n, d: d, usual: laws, exposures: exposures, centre: make([]float64, d), scale: make([]float64, d),
		masses: make([]bool, d), own: make([][]float64, d)}
	y := make([]float64, n)
	limited := map[int][]column.Interval{}
	for at, l := range data.Limits {
		limited[at.Column] = append(limited[at.Column], l)
	}
	for j := range d {
		t.scale[j], t.masses[j] = 1, block.Masses(data, j)
		for i := range n {
			y[i] = block.Cell(data, j, data.X.At(i, j))
		}
		switch {
		case t.usual[j] != nil:
		case !t.masses[j]:
			t.usual[j] = block.UsualNumbers()
			t.centre[j], t.scale[j] = moments(y, limited[j])
		case data.Kind == inference.Binary:
			t.usual[j] = block.UsualBinary()
		default:
			sum, seen := 0.0, 0.0
			for _, v := range y {
				if !math.IsNaN(v) {
					sum, seen = sum+v, seen+1
				}
			}
			t.usual[j] = block.UsualCounts(max(sum, 1) / max(seen, 1))
		}
		w := t.usual[j].Width()
		t.own[j] = make([]float64, n*w)
		for i, v := range y {
			t.usual[j].Add(t.own[j][i*w:(i+1)*w], t.in(j, v), t.exposure(i, j))
		}
	}
	for at, l := range data.Limits {
		j := at.Column
		t.limits = append(t.limits, limit{at.Row, j, column.Interval{Low: t.in(j, l.Low), High: t.in(j, l.High)}})
	}
	stable.SortFunc(t.limits, func(a, b limit) int { return cmp.Or(a.column-b.column, a.row-b.row) })
	return t, nil
}

// moments returns the mean of numbers and their standard deviation, 1 where that is 0. NaN are not counted; of
// further ones only limits are known.
func moments(y []float64, limits []column.Interval) (mean, deviation float64) {
	var cells []column.Interval
	for _, v := range y {
		if !math.IsNaN(v) {
			cells = append(cells, column.Interval{Low: v, High: v})
		}
	}
	stable.SortFunc(limits, func(a, b column.Interval) int {
		return cmp.Or(cmp.Compare(a.Low, b.Low), cmp.Compare(a.High, b.High))
	})
	if mean, deviation = column.MeanDeviation(append(cells, limits...)); !(deviation > 1e-12*math.Abs(mean)) {
		return mean, 1
	}
	return mean, deviation
}

// in returns a number of column j, in working units, in units of its column.
func (t *table) in(j int, v float64) float64 { return (v - t.centre[j]) / t.scale[j] }

// exposure returns that of a cell.
func (t *table) exposure(i, j int) float64 { return block.Exposure(t.exposures[j], i) }

// exposed reports whether counts have exposures.
func (t *table) exposed() bool {
	return slices.ContainsFunc(t.exposures, func(e []float64) bool { return e != nil })
}

// tabulated returns laws with tables for the clusters that they can have.
func (t *table) tabulated(laws []block.Law) []block.Law {
	out := make([]block.Law, len(laws))
	for j, l := range laws {
		out[j] = l.Tabulated(t.n)
	}
	return out
}
