package nearest

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
)

// A Search finds the nearest rows of each row, the nearest first. Of rows as near, the first in the table come first.
type Search struct {
	ruler *linkage.Ruler
	k     int
	Near  [][]Link // of each row that was searched
	next  int      // row
	all   []float64
}

// A Link leads to a row at a distance.
type Link struct {
	To       int
	Distance float64
}

// NewSearch prepares the search for k neighbours of each of n rows.
func NewSearch(ruler *linkage.Ruler, n, k int) *Search {
	return &Search{ruler: ruler, k: k, Near: make([][]Link, n), all: make([]float64, n)}
}

// Advance searches for one row and reports whether it was the last. A row has fewer neighbours where it shares no
// cell with the others. O(n·d).
func (s *Search) Advance() bool {
	i := s.next
	s.ruler.From(i, s.all)
	best := make([]Link, 0, s.k+1)
	for j, d := range s.all {
		if j == i || math.IsInf(d, 1) || len(best) == s.k && d >= best[s.k-1].Distance {
			continue
		}
		at := len(best)
		for at > 0 && d < best[at-1].Distance {
			at--
		}
		if best = slices.Insert(best, at, Link{j, d}); len(best) > s.k {
			best = best[:s.k]
		}
	}
	s.Near[i] = best
	s.next++
	return s.next == len(s.Near)
}

// Done is the share of the rows that were searched.
func (s *Search) Done() float64 { return float64(s.next) / float64(len(s.Near)) }
