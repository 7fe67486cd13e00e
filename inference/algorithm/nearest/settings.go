package nearest

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/words"
)

// ByDistance is the parameter of models that compare rows by a distance.
func ByDistance() inference.Parameter {
	return inference.Parameter{Name: "distance", Title: "Distance", Type: inference.Choice,
		Default: string(linkage.Euclidean),
		Choices: []string{string(linkage.Euclidean), string(linkage.Correlation), string(linkage.Cosine),
			string(linkage.Manhattan)},
		Help: "Distance between two rows. euclidean: between points; correlation: between shapes, " +
			"ignoring level and scale; cosine: between directions, ignoring scale; manhattan: the sum of absolute " +
			"differences. A table of given distances is taken by these."}
}

// ByNeighbours is the parameter of models that join each row to its neighbours. more is added to its help, "" for
// nothing.
func ByNeighbours(more string) inference.Parameter {
	return inference.Parameter{Name: "neighbours", Title: "Neighbours", Type: inference.Integer, Default: "0", Min: 0,
		Max: 1000,
		Help: "Number of nearest rows to which each row is joined. 0: 4 and the logarithm of the number " +
			"of rows, rounded " +
			"down." + more}
}

// Neighbours is how many a row has, of n rows, by the parameter of [ByNeighbours].
func Neighbours(n int, s inference.Settings) int {
	k := s.Int("neighbours")
	if k == 0 {
		k = int(math.Log(float64(n))) + 4
	}
	return min(k, n-1)
}

// ByWeights is the parameter of models that weigh the edges between neighbours.
func ByWeights(usual string) inference.Parameter {
	return inference.Parameter{Name: "weights", Title: "Weights", Type: inference.Choice, Default: usual,
		Choices: []string{Binary, Shared, Scaled},
		Help: "Weight of an edge. binary: 1 where each row is a neighbour of the other, else ½; shared: " +
			"the share of their neighbours that they have in common; scaled: falls with the distance, by the widths " +
			"of both rows, which are the distances to their seventh neighbours."}
}

// Measuring returns the ruler of a data set: given distances, or those of the parameter of [ByDistance].
func Measuring(data *inference.Dataset, s inference.Settings) *linkage.Ruler {
	by := linkage.Metric(s.Text("distance"))
	if data.Distances.Active() {
		by = linkage.Given
	}
	return linkage.NewRuler(data.X, by)
}

// Comparable refuses, in the name of a model, infinite numbers and tables in which fewer than two rows have values. It
// returns how many rows have some, and notes for the user.
func Comparable(model string, data *inference.Dataset) (rows int, notes []string, err error) {
	if IsNetwork(data) {
		return linked(model, data)
	}
	n, _ := data.Dims()
	bare, one := 0, -1
	for i := range n {
		known := false
		for _, v := range data.X.RawRowView(i) {
			if math.IsInf(v, 0) {
				return 0, nil, fmt.Errorf("%s: row %q contains an infinite number", model, data.Rows[i])
			}
			known = known || !math.IsNaN(v)
		}
		if !known {
			bare, one = bare+1, i
		}
	}
	switch {
	case n < 2:
		return n, nil, fmt.Errorf("%s: two rows are needed at least, and the table has %d; open a table with more rows",
			model, n)
	case n-bare < 2:
		return n - bare, nil, fmt.Errorf("%s: fewer than 2 rows have values; open a table with more", model)
	}
	if m := data.Missing(); m > 0 {
		notes = append(notes, words.Plural(m, "cell")+words.ByNumber(m, " is", " are")+" missing; two rows are "+
			"compared on the columns known in both")
	}
	if bare == 1 {
		notes = append(notes, fmt.Sprintf("Row %q has no values: it is in no cluster", data.Rows[one]))
	} else if bare > 1 {
		notes = append(notes, fmt.Sprintf("%d rows have no values: they are in no cluster", bare))
	}
	return n - bare, notes, nil
}

// Enough refuses, in the name of a model, more clusters than rows that have values.
func Enough(model string, rows, k int) error {
	if k <= rows {
		return nil
	}
	return fmt.Errorf("%s: the table has %d rows with values, fewer than the %d clusters; set k to %d or fewer",
		model, rows, k, rows)
}
