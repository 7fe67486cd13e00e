package dpmm

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/saved"
)

// mostDraws is the number of draws kept. When there are more, every second one is dropped, and from
// then on half as many are taken.
const mostDraws = 400

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration           int
	LogJoint            float64
	Z                   saved.Ints[int] // cluster of each row, numbered by first appearance
	Alpha, Scale, Kappa float64
	Filled              saved.Floats   // missing cells drawn, row by row, if they are part of the state
	Hyper               []saved.Floats // of the columns that are no numbers
	Shape               saved.Floats   // T, see conjugate.Prior.Shape; empty where it is not learnt
	Drawn               saved.Floats   // cells of which only limits are known, or hidden numbers; since layout 3
}

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

func (s *state) draw(iteration int, joint float64) *draw {
	d := &draw{Iteration: iteration, LogJoint: joint, Z: append([]int(nil), s.z...),
		Alpha: s.hyper.alpha, Scale: s.prior.Scale, Kappa: s.prior.Kappa, Filled: s.filled(), Drawn: s.drawnOf()}
	if s.kinds != nil {
		for _, l := range s.kinds.Laws {
			d.Hyper = append(d.Hyper, l.Hyper())
		}
	}
	if s.learnsShape() {
		d.Shape = s.prior.Shape()
	}
	return d
}

// takeHyper sets the hyperparameters to those of a draw. Clusters must be filled afterwards.
func (s *state) takeHyper(k *draw) {
	s.hyper.alpha, s.prior.Scale, s.prior.Kappa = k.Alpha, k.Scale, k.Kappa
	if s.kinds != nil {
		laws := make([]block.Law, len(k.Hyper))
		for o, h := range k.Hyper {
			laws[o] = s.kinds.Laws[o].With(h)
		}
		s.kinds.Take(laws)
	}
	if len(k.Shape) > 0 {
		s.prior.SetShape(k.Shape)
	}
	s.forget()
}

// filled returns the present draw of the missing cells.
func (s *state) filled() (cells []float64) {
	for i, h := range s.holes {
		for j, v := range h {
			if math.IsNaN(v) {
				cells = append(cells, s.rows[i][j])
			}
		}
	}
	return cells
}

// fill sets the missing cells to the numbers that filled returned.
func (s *state) fill(cells []float64) {
	for i, h := range s.holes {
		for j, v := range h {
			if math.IsNaN(v) {
				s.rows[i][j] = cells[0]
				cells = cells[1:]
			}
		}
	}
}

// draws are the kept states.
type draws struct {
	inference.Thinned[*draw]
	tally partition.Tally
}
