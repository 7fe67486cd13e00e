package timetree

import "math"

// LatestRem is the time remaining below which times are too close to 1 for quadrature.
const LatestRem = 1e-100

// Times are optimised one at a time as time remaining.
const (
	leastRem  = 1e-12 // no branch point is later than this before the end
	separated = 1e-7  // relative distance kept between a branch point and its neighbours
)

// Within shrinks the interval of time remaining between a child's and a parent's
// so that branches keep a positive length. high ≤ low when there is no room.
func Within(child, parent float64) (low, high float64) {
	return math.Max(child*(1+separated), leastRem), parent * (1 - separated)
}

// A Visit is a node on the way of a walk down a tree, depth first.
type Visit struct {
	Node int32
	Next int // child to visit next
}
