package survey

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
)

// From how many rows that equal others, and from which share of all, densities of numbers are doubted.
const (
	manyEqual  = 10
	equalShare = 0.25
)

// equalCells finds that many rows have the numbers of an earlier one in all columns that the model sees. Where rows are
// equal a density of numbers has no upper limit, and a fit there learns only how cells were rounded. Columns of other
// kinds are not looked at, nor tables of more than four million cells.
func equalCells(d *inference.Dataset) (Doubt, bool) {
	n, columns := d.Dims()
	if columns < 2 || d.Kinds != nil || d.Kind == inference.Binary || n*columns > seenCells {
		return Doubt{}, false
	}
	hashes, some := make([]uint64, n), make([]bool, n)
	for i := range n {
		for _, x := range d.X.RawRowView(i) {
			hashes[i] = mixed(hashes[i], x)
			some[i] = some[i] || !math.IsNaN(x)
		}
	}
	equal := len(equals(hashes, columns, d.X.At, func(i int) bool { return some[i] }))
	if equal < manyEqual || float64(equal) < equalShare*float64(n) {
		return Doubt{}, false
	}
	return Doubt{Finding: Finding{
		Text: fmt.Sprintf("%d of %d rows equal an earlier one in all columns.", equal, n),
		Remedy: "Densities of numbers have no upper limit there, so evidence and densities say little: take columns of few " +
			"values as grades, categories or counts in models that can (page Columns, or --kind), or leave out rows that were entered twice.",
	}}, true
}
