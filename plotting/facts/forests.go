package facts

import (
	"slices"
	"strconv"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/gonum/mat"
)

// forests are results of models of several trees over the rows.
var forests = Kind{
	Members: func(r Result) List {
		g, together := grove(r)
		if g == nil {
			return nil
		}
		counts := map[int]float64{}
		for _, parents := range g.Draws {
			roots := 0
			for _, v := range parents {
				if v < 0 {
					roots++
				}
			}
			counts[roots]++
		}
		return Of("forest", Of("draws", len(g.Draws), "roots", sharesOf(counts), "pairs", pairsTogether(together)))
	},
	Files: func(r Result) []File {
		if _, together := grove(r); together != nil {
			return tables("matrices/", depict.TogetherSheet(together, r.Data.Rows))
		}
		return nil
	},
}

// grove returns the graph and the share of the draws in which each pair of rows is in one tree; the graph is nil for
// models of a single tree, the shares where there are too many rows.
func grove(r Result) (*graph.Graph, *mat.Dense) {
	g, p := graph.Of(r.Snapshot), partition.Of(r.Snapshot)
	if g == nil || p == nil || g.Over != graph.Rows || len(g.Draws) == 0 {
		return nil, nil
	}
	return g, p.Together
}

// pairsTogether counts the rows that are in one tree in at least half of the draws; nil where there are too many rows
// for shares of pairs.
func pairsTogether(together *mat.Dense) any {
	if together == nil {
		return nil
	}
	n, _ := together.Dims()
	pairs := 0
	for i := range n {
		for _, share := range together.RawRowView(i)[:i] {
			if share >= 0.5 {
				pairs++
			}
		}
	}
	return pairs
}

// sharesOf lays out how often each number was counted, as shares, the least number first.
func sharesOf(counts map[int]float64) (l List) {
	all := 0.0
	var numbers []int
	for k, n := range counts {
		all, numbers = all+n, append(numbers, k)
	}
	slices.Sort(numbers)
	for _, k := range numbers {
		l.Add(strconv.Itoa(k), counts[k]/all)
	}
	return l
}

// supports reports the draws of a second chain behind supports of clades.
var supports = Kind{Members: func(r Result) (l List) {
	l.AddSome("supports", support.FactsOf(r.Snapshot))
	return l
}}
