// Package linesearch maximises a function of one variable, one evaluation at a time. Each
// evaluation can thus be a step of a run.
package linesearch

import "math"

var golden = (math.Sqrt(5) - 1) / 2

// A Search evaluates a grid of points, then narrows the interval about the best one by golden
// section (Kiefer 1953). Between grid points the function should have one maximum. The zero value
// is not usable.
type Search struct {
	grid      []float64 // still to be evaluated
	step      float64   // of the grid
	asked     float64
	width     float64 // the search ends at this width
	low, high float64 // the interval that is left
	a, b      float64 // its inner points
	fa, fb    float64
	want      question

	best, value float64
	done        bool
}

type question int

const (
	ofGrid question = iota
	ofA
	ofB
)

// New returns a search of the interval from low to high that starts with a grid of the given number
// of points, at least two. It ends when the maximum is known to within width.
func New(low, high float64, points int, width float64) *Search {
	s := &Search{low: low, high: high, step: (high - low) / float64(points-1), width: width, best: low,
		value: math.Inf(-1)}
	for k := range points {
		s.grid = append(s.grid, low+float64(k)*s.step)
	}
	return s
}

// Ask returns the point to evaluate next.
func (s *Search) Ask() float64 {
	switch {
	case len(s.grid) > 0:
		s.asked = s.grid[0]
		s.grid = s.grid[1:]
	case s.want == ofA:
		s.asked = s.a
	default:
		s.asked = s.b
	}
	return s.asked
}

// Tell takes the value at the point last asked for.
func (s *Search) Tell(value float64) {
	if value > s.value {
		s.value, s.best = value, s.asked
	}
	switch s.want {
	case ofGrid:
		if len(s.grid) > 0 {
			return
		}
		s.low, s.high = max(s.low, s.best-s.step), min(s.high, s.best+s.step)
		s.a, s.b = s.high-golden*(s.high-s.low), s.low+golden*(s.high-s.low)
		s.fb = math.NaN()
		s.want = ofA
		return
	case ofA:
		s.fa = value
		if math.IsNaN(s.fb) {
			s.want = ofB
			return
		}
	case ofB:
		s.fb = value
	}
	if s.done = s.high-s.low < s.width; s.done {
		return
	}
	if s.fa > s.fb {
		s.high, s.b, s.fb = s.b, s.a, s.fa
		s.a = s.high - golden*(s.high-s.low)
		s.want = ofA
	} else {
		s.low, s.a, s.fa = s.a, s.b, s.fb
		s.b = s.low + golden*(s.high-s.low)
		s.want = ofB
	}
}

// Done reports whether the maximum has been found.
func (s *Search) Done() bool { return s.done }

// Best returns the point of the greatest value told so far, and that value.
func (s *Search) Best() (point, value float64) { return s.best, s.value }
