package bicluster

import (
	"example.org/espalier/inference/process/crp/seating"
	"example.org/espalier/inference/process/marginal/block"
)

// The two sides of the table.
const (
	ofRows = iota
	ofColumns
)

// A side is the rows or the columns while they move and the other side is held. Its items are held as the statistics
// of their cells in each cluster of the other side; so are its clusters.
type side struct {
	*seating.Seating
	t      *table
	which  int
	laws   []block.Law
	across int         // clusters of the other side
	own    [][]float64 // by part: the statistics of all its items, one after the other
}

// newSide prepares items with the labels z, where the other side has so many clusters. Its items are gathered row by
// row; then settle fills the clusters.
func newSide(t *table, which int, laws []block.Law, alpha float64, z []int, across int) *side {
	s := &side{t: t, which: which, laws: laws, across: across}
	s.Seating = seating.New(s, laws, across, alpha, z)
	for p, l := range laws {
		items := t.n
		if which == ofColumns {
			items = t.parts[p].columns
		}
		s.own = append(s.own, make([]float64, items*across*l.Width()))
	}
	return s
}

// gather adds the cells of a row of the table to the items, other holding the labels of the other side.
func (s *side) gather(row int, other []int) {
	t := s.t
	for j, y := range t.x[row*t.d : (row+1)*t.d] {
		p := t.part[j]
		w := s.laws[p].Width()
		at := t.place[j] * s.across * w
		if s.which == ofColumns {
			at += other[row] * w
		} else {
			at = (row*s.across + other[j]) * w
		}
		s.laws[p].Add(s.own[p][at:at+w], y, t.exposure(row, j))
	}
}

// Cells implements seating.Items: a row has cells in all parts, a column in its own.
func (s *side) Cells(item int, own [][]float64) (from int, all [][]float64) {
	if s.which == ofColumns {
		p := s.t.part[item]
		return p, append(own, s.of(s.t.place[item], p))
	}
	for p := range s.laws {
		own = append(own, s.of(item, p))
	}
	return 0, own
}

// of returns the statistics of the item at a place of a part.
func (s *side) of(place, p int) []float64 {
	width := s.across * s.laws[p].Width()
	return s.own[p][place*width : (place+1)*width]
}
