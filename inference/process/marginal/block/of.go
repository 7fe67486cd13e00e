package block

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"
)

// The usual hyperparameters: half a cell of each level; rates as in the column, with the weight of one cell; for
// numbers of variance 1 a mean with the weight of half a cell and a variance of about 0.3.
const (
	usualLevel = 0.5
	usualShape = 1
	usualKappa = 0.5
	usualA     = 2
	usualB     = 0.6
)

// UsualBinary is the law of zeros and ones with the usual hyperparameters.
func UsualBinary() *Binary { return NewBinary(usualLevel, usualLevel) }

// UsualCounts is the law of counts with the usual hyperparameters, of which a cell has typically so many.
func UsualCounts(typical float64) *Counts { return NewCounts(usualShape, 1, typical) }

// UsualNumbers is the law of numbers of mean 0 and variance 1 with the usual hyperparameters.
func UsualNumbers() *Numbers { return NewNumbers(0, usualKappa, usualA, usualB) }

// Of returns, for each column of a data set, the law of its cells with the usual hyperparameters, nil for numbers, and
// the exposures of the rows, nil where they are all 1. An ordered column is one of categories. The error names a column
// whose exposure is not to be had.
func Of(d *inference.Dataset) (laws []Law, exposures [][]float64, err error) {
	n, p := d.Dims()
	offsets, err := observation.Offsets(d)
	if err != nil {
		return nil, nil, err
	}
	laws, exposures = make([]Law, p), make([][]float64, p)
	for j := range p {
		laws[j] = Unseen(d.KindAt(j))
		if d.KindAt(j).Sort == column.Count {
			if offsets[j] != nil {
				exposures[j] = make([]float64, n)
				for i, o := range offsets[j] {
					exposures[j][i] = math.Exp(o)
				}
			}
			sum, size := 0.0, 0.0
			for i := range n {
				y := d.X.At(i, j)
				if math.IsNaN(y) {
					continue
				}
				if y < 0 || y != math.Trunc(y) {
					return nil, nil, fmt.Errorf("row %q has %v in column %q, which is no count", d.Rows[i], y, d.Columns[j])
				}
				sum += y
				size += Exposure(exposures[j], i)
			}
			laws[j] = UsualCounts(max(sum, 1) / max(size, 1e-300))
		}
	}
	return laws, exposures, nil
}

// Unseen returns the law of [Of] for a column of which no cell is seen, where a count is typically 1; nil for numbers.
func Unseen(k column.Kind) Law {
	switch k.Sort {
	case column.YesNo:
		return UsualBinary()
	case column.Ordered, column.Category:
		return NewCategories(len(k.Levels), usualLevel)
	case column.Count:
		return UsualCounts(1)
	}
	return nil
}

// Fill draws the cells y of a column that are not blank, given the clusters of the rows.
func Fill(y, exposures []float64, law Law, z []int, rng *rand.Rand) {
	stats := map[int][]float64{}
	for i, k := range z {
		if stats[k] == nil {
			stats[k] = make([]float64, law.Width())
		}
		if math.IsNaN(y[i]) {
			continue
		}
		y[i] = law.Draw(stats[k], Exposure(exposures, i), rng)
		law.Add(stats[k], y[i], Exposure(exposures, i))
	}
}

// Exposure returns that of a row; 1 where there are none.
func Exposure(exposures []float64, row int) float64 {
	if exposures == nil {
		return 1
	}
	return exposures[row]
}

// Discrete reports whether the cells of a table without kinds are zeros and ones or counts, not numbers.
func Discrete(d *inference.Dataset) bool {
	return d.Kinds == nil && (d.Kind == inference.Binary || d.Kind == inference.Count) && !d.Preprocessing.Log2p1
}

// Cell returns a cell of column j as its law takes it, by its value u in working units.
func Cell(d *inference.Dataset, j int, u float64) float64 {
	if Discrete(d) {
		return math.Round(d.InputAt(j, u))
	}
	return u
}

// Masses reports whether the law of column j gives cells probabilities, and not densities.
func Masses(d *inference.Dataset, j int) bool { return Discrete(d) || d.KindAt(j).Sort.Mass() }
