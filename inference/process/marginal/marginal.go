// Package marginal gives the log marginal likelihood of any set of columns of a table, with all
// parameters integrated out. The likelihoods of all sets come from one prior, so that a graph over the
// columns scores the same however its edges are turned within its equivalence class.
package marginal

// A Scorer holds a table. It is not safe for concurrent use.
type Scorer interface {
	// Columns is their number.
	Columns() int
	// Log returns the log marginal likelihood of different columns, 0 of none.
	Log(set []int) float64
	// With returns a Scorer of the table with one more row, whose cells are not missing; the
	// receiver stays as it is.
	With(row []float64) Scorer
}

// Family returns the score of a node given its parents, log m(node, parents) − log m(parents).
func Family(s Scorer, node int, parents []int) float64 {
	all := append(append(make([]int, 0, len(parents)+1), parents...), node)
	return s.Log(all) - s.Log(parents)
}
