package search

import "example.org/espalier/inference/model/pydt/sampler"

// A Plan says how to search for a tree of independent columns.
type Plan struct {
	Model   string // as it reports
	Given   sampler.Given
	Probit  bool   // zeros and ones
	Start   string // both, linkage, random
	Orders  int    // of the rows; 0 chooses
	Passing bool   // messages are passed: method mp
	Second  bool   // a second chain finds supports
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
