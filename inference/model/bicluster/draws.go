package bicluster

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/saved"
)

// mostDraws is the number of draws kept. When there are more, every second one is dropped, and from then on half as
// many are taken.
const mostDraws = 400

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration     int
	LogJoint      float64
	Rows, Columns saved.Ints[int] // clusters, numbered by first appearance
	Alpha         [2]float64
	Hyper         []saved.Floats // of the laws
}

func (d *draw) at() int { return d.Iteration }

func (s *state) draw(iteration int, joint float64) *draw {
	d := &draw{Iteration: iteration, LogJoint: joint, Alpha: s.alpha,
		Rows: append([]int(nil), s.z[ofRows]...), Columns: append([]int(nil), s.z[ofColumns]...)}
	for _, l := range s.laws {
		d.Hyper = append(d.Hyper, l.Hyper())
	}
	return d
}

// take sets the state to that of a draw.
func (s *state) take(d *draw) {
	s.alpha = d.Alpha
	s.z = [2][]int{append([]int(nil), d.Rows...), append([]int(nil), d.Columns...)}
	laws := make([]block.Law, len(d.Hyper))
	for p, h := range d.Hyper {
		laws[p] = s.t.parts[p].law.With(h)
	}
	s.laws, s.moving = s.t.tabulated(laws), nil
}

// draws are the kept states, evenly spaced.
type draws struct {
	kept   []*draw
	stride int // iterations between draws
}

// offer keeps the state of an iteration if it is its turn.
func (d *draws) offer(iteration int, take func() *draw) {
	if iteration%d.stride != 0 {
		return
	}
	d.kept = append(d.kept, take())
	if len(d.kept) > mostDraws {
		d.stride *= 2
		d.kept = inference.Thin(d.kept, (*draw).at, d.stride)
	}
}

// after returns the draws after burn-in, once the given number of iterations is complete.
func (d *draws) after(iteration int) []*draw {
	return inference.AfterBurnIn(d.kept, (*draw).at, iteration)
}
