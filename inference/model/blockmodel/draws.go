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
	Hyper     saved.Floats // of the law
}

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

func (s *state) draw(iteration int, joint float64) *draw {
	return &draw{Iteration: iteration, LogJoint: joint, Alpha: s.alpha, Nodes: slices.Clone(s.z), Hyper: s.law.Hyper()}
}

// take sets the state to that of a draw, and fills the blocks.
func (s *state) take(d *draw) {
	s.alpha, s.z = d.Alpha, slices.Clone(d.Nodes)
	s.law = s.t.law.With(d.Hyper).Tabulated(s.t.n * s.t.n)
	s.begin()
}
