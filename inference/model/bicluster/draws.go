package bicluster

import (
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

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

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

// full reports whether there are too many draws.
func full(draws []*draw) bool { return len(draws) > mostDraws }
