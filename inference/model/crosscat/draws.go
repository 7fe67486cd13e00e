package crosscat

import (
	"slices"

	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/saved"
)

// The draws that are kept: at most mostDraws, and fewer, but never less than leastDraws, where they have more than
// mostLabels labels together. When there are more, every second one is dropped, and from then on half as many are
// taken.
const (
	mostDraws  = 400
	leastDraws = 50
	mostLabels = 8 << 20
)

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration int
	LogJoint  float64
	Of        saved.Ints[int]   // view of each column, numbered by first appearance
	Rows      []saved.Ints[int] // of each view: the cluster of each row, likewise
	Alpha     float64
	Beta      saved.Floats   // of each view
	Hyper     []saved.Floats // of the laws of the columns
	Drawn     saved.Floats   // cells of which only limits are known
}

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

// draw returns the present state, whose views and clusters are numbered.
func (s *state) draw(iteration int, joint float64) *draw {
	of, rows, beta := s.labelled()
	d := &draw{Iteration: iteration, LogJoint: joint, Alpha: s.alpha, Of: of, Beta: beta, Drawn: slices.Clone(s.drawn)}
	for _, z := range rows {
		d.Rows = append(d.Rows, z)
	}
	for _, l := range s.laws {
		d.Hyper = append(d.Hyper, l.Hyper())
	}
	return d
}

// take makes the state that of a draw. Its clusters are to be filled by settle.
func (s *state) take(d *draw) {
	s.alpha, s.drawn = d.Alpha, slices.Clone(d.Drawn)
	laws := make([]block.Law, len(d.Hyper))
	for j, h := range d.Hyper {
		laws[j] = s.t.usual[j].With(h)
	}
	s.laws = s.t.tabulated(laws)
	s.fill()
	rows := make([][]int, len(d.Rows))
	for v, z := range d.Rows {
		rows[v] = z
	}
	s.begin(d.Of, rows, d.Beta)
}

// full reports whether there are too many draws.
func full(draws []*draw) bool {
	labels := 0
	for _, d := range draws {
		labels += len(d.Rows) * len(d.Rows[0])
	}
	return len(draws) > mostDraws || len(draws) > leastDraws && labels > mostLabels
}
