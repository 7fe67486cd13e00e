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

// columnsOf returns what the items are where these are columns, nil if all are numbers.
func columnsOf(data *inference.Dataset, o loadings.Options) ([]observation.Column, error) {
	if o.Side() == inference.OnRows {
		return nil, nil
	}
	return observation.Of(data)
}

// sorts are the sorts of columns that factors take beside numbers: those of one latent number.
func sorts() []column.Sort {
	return slices.DeleteFunc(observation.Sorts(), func(s column.Sort) bool { return s == column.Category })
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
	notes = append(notes, "Columns that are not numbers have hidden numbers behind their cells. Loadings, noise and the log "+
		"likelihood are those of the hidden numbers.")
	for j, k := range data.Kinds {
		if k.Sort == column.Category {
			return nil, fmt.Errorf("%s: column %q is taken as categories, which this model cannot take; leave it out or code it "+
				"as numbers", v.name, data.Columns[j])
		}
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
		if !k.Sort.Real() {
			cells += float64(n)
		}
	}
	return cells + float64(len(data.Limits))
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
