package depict

import (
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// LabelSheet lists rows with the probability of each label that was propagated to them; names are those of the rows.
func LabelSheet(c *classes.Classification, names []string) plotting.Sheet {
	header := []string{"row", "label", "known"}
	for _, l := range c.Levels {
		header = append(header, "probability of "+l)
	}
	found := c.Predicted()
	return plotting.Sheet{Name: "labels", Header: header, Rows: func(yield func([]string) bool) {
		for i, name := range names {
			label, known := found[i], "hidden"
			if c.Truth[i] >= 0 {
				label, known = c.Truth[i], "known"
			}
			row := []string{name, c.Levels[label], known}
			for k := range c.Levels {
				row = append(row, plotting.Cell(c.Probabilities.At(i, k)))
			}
			if !yield(row) {
				return
			}
		}
	}}
}

// TogetherSheet is the matrix, rows × rows, of the shares of draws in which two rows are in one tree.
func TogetherSheet(together *mat.Dense, names []string) plotting.Sheet {
	return plotting.Sheet{Name: "together", Header: append([]string{"row"}, names...),
		Rows: func(yield func([]string) bool) {
			for i, name := range names {
				row := []string{name}
				for _, share := range together.RawRowView(i) {
					row = append(row, plotting.Cell(share))
				}
				if !yield(row) {
					return
				}
			}
		}}
}
