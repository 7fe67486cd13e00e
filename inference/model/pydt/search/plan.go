package search

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/observation"
)

// A Plan says how to search for a tree of independent columns.
type Plan struct {
	Model   string // as it reports
	Given   hyper.Given
	Probit  bool               // zeros and ones
	Kinds   *observation.Table // of columns that are not all numbers; nil where they are
	Start   string             // both, linkage, random
	Orders  int                // of the rows; 0 chooses
	Passing bool               // messages are passed: method mp
	Second  bool               // a second chain finds supports
}

// OrdersFor returns the number of random orders to build trees from. With a pilot, whose trees are
// better starts, more orders make no measurable difference.
func (p *Plan) OrdersFor(rows int, piloted bool) int {
	switch {
	case p.Start == "linkage":
		return 0
	case p.Orders > 0:
		return p.Orders
	case piloted:
		return 0
	case rows > 1000:
		return 2
	}
	return 4
}

// problem returns the table as a search sees it, and as numbers.
func (p *Plan) problem(data *inference.Dataset) (*problem.Problem, *inference.Dataset) {
	if p.Kinds == nil {
		return problem.Searched(data, p.Probit), data
	}
	return problem.SearchedKinds(p.Kinds), numbers.Hidden(data, p.Kinds)
}

// sampledRows returns the problem of some rows, nil for all, as chains see it. p is that of all rows.
func sampledRows(data *inference.Dataset, p *problem.Problem, rows []int) *problem.Problem {
	if kinds := p.Kinds(); kinds != nil {
		table := kinds.Table()
		if rows != nil {
			table = table.SelectRows(rows)
		}
		return problem.SampledKinds(table)
	}
	if rows != nil {
		data = data.SelectRows(rows)
	}
	return problem.Sampled(data, p.Binary())
}
