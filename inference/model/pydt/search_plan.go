package pydt

import "example.org/espalier/inference/model/pydt/sampler"

// A searchPlan says how to search for a tree of independent columns.
type searchPlan struct {
	model   string // as it reports
	given   sampler.Given
	probit  bool   // zeros and ones
	start   string // both, linkage, random
	orders  int    // of the rows; 0 chooses
	passing bool   // messages are passed: method mp
	second  bool   // a second chain finds supports
}

// ordersFor returns the number of random orders to build trees from. With a pilot, whose trees are
// better starts, more orders make no measurable difference.
func (p *searchPlan) ordersFor(rows int, piloted bool) int {
	switch {
	case p.start == "linkage":
		return 0
	case p.orders > 0:
		return p.orders
	case piloted:
		return 0
	case rows > 1000:
		return 2
	}
	return 4
}
