package crosscat

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/crp/seating"
	"example.org/espalier/inference/sweeps"
)

// A stage is the next thing that a chain does. Each consists of small pieces.
type stage int

const (
	filling   stage = iota // the clusters of the views
	visiting               // each row of each view in turn
	proposing              // split-merge of the clusters of each view
	choosing               // each column in turn: its view
	departing              // each column in turn: to a view of its own, or from there
	splitting              // split-merge of the views
	learning               // concentrations and hyperparameters to learn, column by column
	numbering              // the clusters anew, by their numbers
	settled                // the iteration is complete
)

// sampler is one chain.
type sampler struct {
	sweeps.Chain[*draw]
	data     *inference.Dataset
	settings inference.Settings
	rng      *rand.Rand
	state    *state

	stage     stage
	view, at  int // piece of the stage
	split     *seating.Proposal
	proposals int // split-merge proposals made in the view
	weighed   *weighed
	departure *departure
	viewMove  *viewMove
	trial     *trial // while the start is sought
	shown     shown
}

var (
	_ inference.Saver         = (*sampler)(nil)
	_ inference.Predictor     = (*sampler)(nil)
	_ inference.CellPredictor = (*sampler)(nil)
)

func newSampler(data *inference.Dataset, s inference.Settings, streams inference.Streams) (*sampler, error) {
	t, err := newTable(data)
	if err != nil {
		return nil, err
	}
	c := &sampler{data: data, settings: s}
	c.Chain, c.rng = sweeps.New[*draw]("crosscat", "making the first views", streams)
	c.state = c.newState(t)
	c.begin()
	return c, nil
}

// newState returns a state of a table without views, with the parameters that the settings fix.
func (c *sampler) newState(t *table) *state {
	s := newState(t, t.usual)
	s.alpha, s.fixedAlpha = c.settings.Real("concentration"), c.settings.Fixed("concentration")
	s.beta, s.fixedBeta = c.settings.Real("row_concentration"), c.settings.Fixed("row_concentration")
	s.usual = c.settings.Text("prior") == sweeps.Usual
	return s
}

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	return c.Work(ctx, c.advance, c.begun)
}

// workAtOnce is how many likelihoods of cells are a piece of work: a millisecond or two.
const workAtOnce = 50_000

// next begins a stage.
func (c *sampler) next(s stage) { c.stage, c.view, c.at = s, 0, 0 }

// onward moves on by so many rows of the view, and at its last to the next view. It reports whether that was the
// last view.
func (c *sampler) onward(to int) (done bool) {
	if c.at = to; to < c.state.t.n {
		return false
	}
	c.view, c.at = c.view+1, 0
	return c.view == len(c.state.views)
}

// rowsAtOnce is how many rows of a view are a piece of work, where each row takes so many likelihoods for each
// column.
func (c *sampler) rowsAtOnce(v *view, each int) int { return 1 + workAtOnce/(each*len(v.columns)) }

// advance does one piece of work and reports whether an iteration is complete. Iteration 0 is the first sweep.
func (c *sampler) advance() bool {
	s := c.state
	n, d := s.t.n, s.t.d
	switch c.stage {
	case filling, numbering:
		if c.fill() {
			if c.stage == filling {
				c.next(visiting)
			} else {
				c.next(settled)
			}
		}
	case visiting:
		v := s.views[c.view]
		end := min(n, c.at+c.rowsAtOnce(v, len(v.Active)+2))
		for i := c.at; i < end; i++ {
			v.Visit(i, c.rng)
		}
		if c.onward(end) {
			c.next(proposing)
		}
	case proposing:
		if c.propose() {
			c.next(choosing)
		}
	case choosing:
		if c.weighed == nil {
			c.weighed = s.consider(c.at)
		}
		if s.weigh(c.weighed, c.rng) {
			s.choose(c.weighed, c.rng)
			c.weighed = nil
			if c.at++; c.at == d {
				c.next(departing)
			}
		}
	case departing:
		if c.depart() {
			c.next(splitting)
		}
	case splitting:
		if c.splitViews() {
			c.next(learning)
		}
	case learning:
		if c.at == 0 {
			s.learnConcentrations(c.rng)
		}
		s.learnLaw(c.at, c.rng)
		s.drawLimits(c.at, c.rng)
		if c.at++; c.at == d {
			s.fill()
			s.again()
			c.next(numbering)
		}
	case settled:
		if c.trial != nil {
			c.tried()
			return false
		}
		c.settle()
		return true
	}
	return false
}

// fill puts further rows into the clusters of the views, and reports whether all are there.
func (c *sampler) fill() (done bool) {
	v := c.state.views[c.view]
	end := min(c.state.t.n, c.at+c.rowsAtOnce(v, 1))
	v.Settle(c.at, end)
	return c.onward(end)
}

// propose goes on with the split-merge proposals of the views, and reports whether all are made.
func (c *sampler) propose() (done bool) {
	v := c.state.views[c.view]
	if c.split != nil {
		if c.split.Deal(c.rowsAtOnce(v, 2), c.rng) {
			c.split.Decide(c.rng)
			c.split = nil
			c.proposals++
		}
		return false
	}
	if c.proposals < c.settings.Int("split_merge") {
		c.split = v.Propose(c.rng)
		if c.split != nil {
			return false
		}
	}
	c.proposals = 0
	c.view++
	return c.view == len(c.state.views)
}

// depart goes on with the departures of columns, and reports whether all are done.
func (c *sampler) depart() (done bool) {
	s := c.state
	if c.departure == nil {
		c.departure = s.depart(c.at, c.rng)
	}
	if d := c.departure; d != nil {
		if !d.seat(1+workAtOnce/(len(d.view.Active)+2), c.rng) {
			return false
		}
		s.decide(d, c.rng)
		c.departure = nil
	}
	c.at++
	return c.at == s.t.d
}

// splitViews goes on with the split-merge proposals of views, and reports whether all are made.
func (c *sampler) splitViews() (done bool) {
	if c.viewMove == nil {
		if c.at == c.settings.Int("split_views") {
			return true
		}
		c.viewMove = c.state.proposeViews(c.rng)
	}
	if c.state.work(c.viewMove, workAtOnce, c.rng) {
		c.state.decideViews(c.viewMove, c.rng)
		c.viewMove = nil
		c.at++
	}
	return false
}

// settle ends an iteration: from here the state is that of its draw and nothing more.
func (c *sampler) settle() {
	s := c.state
	joint := s.logJoint()
	most, clusters := 0, 0
	for _, v := range s.views {
		most, clusters = max(most, len(v.columns)), clusters+len(v.Active)
	}
	c.Settle([]float64{joint, float64(len(s.views)), float64(most), float64(clusters), s.alpha},
		func() *draw { return s.draw(c.Iteration, joint) }, full)
	c.Now = s.draw(c.Iteration, joint)
	c.next(visiting)
}
