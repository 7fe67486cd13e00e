package classtree

import (
	"slices"

	"example.org/espalier/inference/saved"
)

// mostDraws limits the draws kept of few rows, mostLabels the labels of all draws of many rows; leastDraws is the limit
// for the most rows. When there are more, every second one is dropped, and from then on half as many are taken.
const (
	mostDraws  = 400
	leastDraws = 20
	mostLabels = 4_000_000
)

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration int
	LogJoint  float64
	Labels    saved.Ints[int] // class of each row
	Share     saved.Floats
	Mu        saved.Floats // k×width
	Sigma2    saved.Floats // by group
	Noise     saved.Floats
	Hyper     [3]float64   // c, θ, α
	Response  saved.Floats // k × the numbers of a profile; see [chain.responses]
	Parent    saved.Ints[int32]
	Ell       saved.Floats
	Top       int32
}

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

// used returns the number of classes with rows.
func (d *draw) used() int {
	has := make([]bool, len(d.Share))
	count := 0
	for _, k := range d.Labels {
		if !has[k] {
			has[k] = true
			count++
		}
	}
	return count
}

func (c *chain) draw() *draw {
	s := c.state
	d := &draw{Iteration: c.Iteration, LogJoint: c.Scalars[0], Labels: make([]int, s.t.n),
		Share: slices.Clone(s.share), Mu: s.locations(), Sigma2: slices.Clone(s.sigma2), Noise: slices.Clone(s.noise)}
	for i, k := range s.z {
		d.Labels[i] = int(k)
	}
	d.Hyper[0], d.Hyper[1], d.Hyper[2] = s.mover.Hyper()
	d.Top, d.Parent, d.Ell = s.drawn()
	d.Response = c.responses(d.Mu, s.noises())
	return d
}

func (s *state) drawn() (top int32, parent saved.Ints[int32], ell saved.Floats) {
	t, p, e := s.mover.Drawn()
	return t, p, e
}

// full reports whether there are too many draws.
func (c *chain) full(draws []*draw) bool {
	return len(draws) > max(leastDraws, min(mostDraws, mostLabels/c.state.t.n))
}
