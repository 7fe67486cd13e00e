package crosscat

import "example.org/espalier/inference/sweeps"

// A trial seeks where a chain begins: it runs from each of two starts for some sweeps.
type trial struct {
	sweeps, done int     // of each start; of the present one
	sum          float64 // log joints of the later half of its sweeps
	first        *draw   // where the first start has led; nil while it runs
	firstSum     float64
}

// Sweeps of a trial, by the cells of the table: views of small tables take more of them to settle, which costs little.
const (
	leastTried = 10
	mostTried  = 30
	cellsTried = 1_000_000 // cells times sweeps
)

// begin puts the columns where the chain starts, whose clusters are to be filled.
func (c *sampler) begin() {
	t := c.state.t
	switch c.settings.Text("start") {
	case sweeps.Apart:
		c.state.apart()
	case sweeps.Together:
		c.state.together()
	default:
		c.trial = &trial{sweeps: min(max(cellsTried/(t.n*t.d), leastTried), mostTried)}
		c.state.apart()
	}
}

// apart puts each column into a view of its own.
func (s *state) apart() {
	of, rows, beta := make([]int, s.t.d), make([][]int, s.t.d), make([]float64, s.t.d)
	for j := range of {
		of[j], rows[j], beta[j] = j, make([]int, s.t.n), s.beta
	}
	s.begin(of, rows, beta)
}

// together puts all columns into one view.
func (s *state) together() {
	s.begin(make([]int, s.t.d), [][]int{make([]int, s.t.n)}, []float64{s.beta})
}

// tried ends a sweep of a trial. After the last of a start comes the other, and then the chain goes on from that
// whose later half had the greater mean log joint.
func (c *sampler) tried() {
	t := c.trial
	joint := c.state.logJoint()
	if 2*t.done >= t.sweeps {
		t.sum += joint
	}
	c.next(visiting)
	if t.done++; t.done < t.sweeps {
		return
	}
	here := c.state.draw(0, joint)
	switch {
	case t.first == nil:
		t.first, t.firstSum, t.sum, t.done = here, t.sum, 0, 0
		c.state = c.newState(c.state.t)
		c.state.together()
		c.next(filling)
		return
	case t.firstSum > t.sum:
		here = t.first
	}
	c.trial = nil
	c.state.take(here)
	c.next(filling)
}

// begun is the share of the start that is done, with the first sweep.
func (c *sampler) begun() float64 {
	sweep := float64(c.stage) / float64(settled)
	t := c.trial
	if t == nil {
		return sweep
	}
	done := float64(t.done) + sweep
	if t.first != nil {
		done += float64(t.sweeps)
	}
	return min(1, done/float64(2*t.sweeps+1))
}
