package nearest

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/words"
)

// IsNetwork reports whether the cells of a data set are links between its rows, which are its columns too: a square
// table that is taken so; see [relation.Links].
func IsNetwork(data *inference.Dataset) bool {
	n, d := data.Dims()
	return data.Preprocessing.Distances == relation.Links && n == d
}

// Given returns the graph of a network, nil for a table that is none: an edge weighs the mean of the cells of its two
// directions. Blank cells, and those of rows with themselves, are no edges. A weight below 0 is refused in the name of
// a model.
func Given(model string, data *inference.Dataset) (*Graph, error) {
	if !IsNetwork(data) {
		return nil, nil
	}
	n, _ := data.Dims()
	cell := func(i, j int) float64 {
		x := data.InputAt(j, data.X.At(i, j))
		if data.Kind == inference.Binary || data.Kind == inference.Count {
			x = math.Round(x)
		}
		if math.Abs(x) <= 1e-12*(math.Abs(data.Centre[j])+data.Scale[j]) { // a zero that was centred
			return 0
		}
		return x
	}
	g := &Graph{Start: make([]int, 1, n+1)}
	for i := range n {
		for j := range n {
			a, b := cell(i, j), cell(j, i)
			if math.IsNaN(a) {
				a = b
			}
			if math.IsNaN(b) {
				b = a
			}
			if a < 0 || b < 0 {
				return nil, fmt.Errorf("%s: the link of %q and %q weighs %.4g; weights are at least 0. Take their "+
					"sizes, or leave out what repels", model, data.Rows[i], data.Rows[j], math.Min(a, b))
			}
			if w := a/2 + b/2; i != j && w > 0 && !math.IsInf(w, 0) {
				g.To, g.Weight = append(g.To, j), append(g.Weight, w)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	if len(g.To) == 0 {
		return nil, fmt.Errorf("%s: the network has no links between its nodes", model)
	}
	return g, nil
}

// linked is [Comparable] of a network: rows are those with a link.
func linked(model string, data *inference.Dataset) (rows int, notes []string, err error) {
	g, err := Given(model, data)
	if err != nil {
		return 0, nil, err
	}
	for i := range g.Rows() {
		if g.Start[i] < g.Start[i+1] {
			rows++
		}
	}
	notes = []string{"The links of the network are the edges; neighbours, weights and distance are not used."}
	if alone := g.Rows() - rows; alone > 0 {
		notes = append(notes, words.Plural(alone, "node")+words.ByNumber(alone, " has no link and is", " have no link "+
			"and are")+" in no group.")
	}
	return rows, notes, nil
}
