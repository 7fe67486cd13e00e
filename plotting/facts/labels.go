package facts

import (
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting/depict"
)

// labels are those that were propagated along the edges of a graph. A table has those of each row.
var labels = Kind{
	Members: func(r Result) List {
		c := propagated(r)
		if c == nil {
			return nil
		}
		known, expected, hidden := make([]int, len(c.Levels)), make([]Number, len(c.Levels)), 0
		for i, k := range c.Truth {
			if k >= 0 {
				known[k]++
				continue
			}
			hidden++
			for k := range c.Levels {
				expected[k] += Number(c.Probabilities.At(i, k))
			}
		}
		return Of("propagated", Of("annotation", c.Class, "labels", c.Levels, "known", known, "hidden", hidden, "expected", expected))
	},
	Files: func(r Result) []File {
		if c := propagated(r); c != nil {
			return tables("", depict.LabelSheet(c, r.Data.Rows))
		}
		return nil
	},
}

// propagated returns the labels that were propagated along the edges of a graph; nil for none.
func propagated(r Result) *classes.Classification {
	if graph.Of(r.Snapshot) == nil {
		return nil
	}
	return classes.Of(r.Snapshot)
}
