package cells

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/correlations"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"

	"gonum.org/v1/gonum/mat"
)

// DirectionBlock returns the weights of the columns of a table on principal directions as the one
// block of a [Hinton]. Each direction is a column, with its share of the variance below. Items are
// the columns of the table that are shown: all, or, if there are more than most > 0, those that
// lead a direction. They are ordered by the direction on which they weigh most.
func DirectionBlock(list []correlations.Direction, most int) (items []int, b HintonBlock) {
	if len(list) == 0 {
		return nil, b
	}
	d := len(list[0].Weights)
	weights := mat.NewDense(d, len(list), nil)
	for k, v := range list {
		weights.SetCol(k, v.Weights)
		b.Columns = append(b.Columns, HintonColumn{Name: "direction " + strconv.Itoa(k+1),
			Head: strconv.Itoa(k + 1), Quality: v.Share, Note: beside.ShortPercent(v.Share), Lines: [][2]string{
				{"share of the variance", plotting.FormatPercent(v.Share)}, {"variance", plotting.FormatNumber(v.Variance)}}})
	}
	items = inference.UpTo(d)
	if most > 0 && d > most {
		items = leading(weights, most)
	}
	byFactor(weights, items)
	b.Values = rowsOfMatrix(weights, items)
	return items, b
}
