package blockmodel

import (
	"slices"

	"example.org/espalier/inference/saved"
)

// mostDraws is the number of draws kept. When there are more, every second one is dropped, and from then on half as
// many are taken.
const mostDraws = 400

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration int
	LogJoint  float64
	Nodes     saved.Ints[int] // clusters, numbered by first appearance
	Alpha     float64
	Hyper     saved.Floats // of the laws of the parts, one after the other
}

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

func (s *state) draw(iteration int, joint float64) *draw {
	d := &draw{Iteration: iteration, LogJoint: joint, Alpha: s.alpha, Nodes: slices.Clone(s.z)}
	for _, p := range s.parts {
		d.Hyper = append(d.Hyper, p.hyper()...)
	}
	return d
}

// take sets the state to that of a draw, and fills the blocks.
func (s *state) take(d *draw) {
	s.alpha, s.z = d.Alpha, slices.Clone(d.Nodes)
	at := 0
	for k, p := range s.parts {
		to := at + len(p.hyper())
		s.parts[k] = p.with(d.Hyper[at:to])
		at = to
	}
	s.begin()
}
