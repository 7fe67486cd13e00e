package nsfa

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/process/observation"
)

// columnsOf returns the kinds of the items where these are columns, nil if all are numbers.
func columnsOf(data *inference.Dataset, o loadings.Options) ([]observation.Column, error) {
	if o.Side() == inference.OnRows {
		return nil, nil
	}
	return observation.Of(data)
}

// checkKinds tells how columns that are not numbers are fitted.
func (v variant) checkKinds(data *inference.Dataset, o loadings.Options) (notes []string, err error) {
	columns, err := columnsOf(data, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.name, err)
	}
	if columns == nil {
		return nil, nil
	}
	notes = append(notes,
		"Columns that are not numbers have hidden numbers behind their cells. Loadings, noise and the log "+
			"likelihood are those of the hidden numbers.")
	if slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return k.Sort == column.Category }) {
		notes = append(notes, "The loading of a category is the root of the mean square of those of its "+
			"hidden numbers, of which it "+
			"has one fewer than levels. It has no sign.")
	}
	return notes, nil
}

// drawCost is about the time of a draw of a latent number, in nanoseconds.
const drawCost = 600

// latentDraws returns how many cells are not numbers.
func latentDraws(data *inference.Dataset, o loadings.Options) float64 {
	if o.Side() == inference.OnRows {
		return 0
	}
	n, _ := data.Dims()
	cells := 0.0
	for _, k := range data.Kinds {
		if k.Sort == column.Category {
			cells += float64(n * (len(k.Levels) - 1))
		} else if !k.Sort.Real() {
			cells += float64(n)
		}
	}
	return cells + float64(len(data.Limits))
}

// columnsOf returns the items with the cut points of a draw.
func (c *chain) columnsOf(kept *draw) []observation.Column {
	if len(kept.Parameters) == 0 {
		return c.columns
	}
	columns, err := observation.WithParameters(c.columns, kept.Parameters)
	if err != nil {
		return c.columns // the draws of a saved state are checked when it is opened
	}
	return columns
}

// predictKind returns the log probability of a value whose latent number is N(m, w), and the value expected.
func predictKind(c observation.Column, row int, value, m, w float64) (log, expected float64) {
	room := [4]float64{m, w}
	expected = c.Predict(row, room[:1], room[1:2])
	if math.IsNaN(value) {
		return math.NaN(), expected
	}
	return c.Factor(row, value).Moments(room[:1], room[1:2], room[2:3], room[3:4]), expected
}
