package bicluster

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/sweeps"
)

// A stage is the next thing that a chain does with the side that moves. Each consists of small pieces.
type stage int

const (
	gathering stage = iota // the cells, some rows at a time
	settling               // the clusters
	visiting               // each item in turn
	proposing              // split-merge
	resting                // the side is done
)

// sampler is one chain.
type sampler struct {
	sweeps.Chain[*draw]
	data     *inference.Dataset
	settings inference.Settings
	rng      *rand.Rand
	state    *state

	which int // the side that moves
	stage stage
	at    int // piece of the stage
	tally tallies
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
	c.Chain, c.rng = sweeps.New[*draw]("bicluster", "making the first clusters", streams)
	c.state = &state{t: t, laws: t.tabulated(t.laws()), usual: s.Text("prior") == sweeps.Usual,
		alpha: [2]float64{s.Real("row_concentration"), s.Real("column_concentration")},
		fixed: [2]bool{s.Fixed("row_concentration"), s.Fixed("column_concentration")}}
	apart := s.Text("start") == sweeps.Apart
	for which, n := range [2]int{t.n, t.d} {
		c.state.z[which] = make([]int, n)
		for i := range n {
			if apart {
				c.state.z[which][i] = i
			}
		}
	}
	return c, nil
}

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	return c.Work(ctx, c.advance, c.begun)
}

// begun is the share of the first sweep that is done.
func (c *sampler) begun() float64 {
	done := float64(c.which)
	if c.stage >= visiting {
		done += 0.5
	}
	return done / 2
}

// workAtOnce is how many cells, or likelihoods of blocks, are a piece of work: a millisecond or two.
const workAtOnce = 50_000

// advance does one piece of work and reports whether an iteration is complete. Iteration 0 is the first sweep.
func (c *sampler) advance() bool {
	s := c.state
	switch m := s.moving; c.stage {
	case gathering:
		if m == nil {
			s.begin(c.which)
			m = s.moving
		}
		end := min(s.t.n, c.at+1+workAtOnce/s.t.d)
		for ; c.at < end; c.at++ {
			m.gather(c.at, s.z[1-c.which])
		}
		if c.at == s.t.n {
			c.next(settling)
		}
	case settling:
		end := min(len(m.Z), c.at+1+workAtOnce/m.across)
		m.Settle(c.at, end)
		if c.at = end; c.at == len(m.Z) {
			c.next(visiting)
		}
	case visiting:
		for work := 0; c.at < len(m.Z) && work < workAtOnce; c.at++ {
			m.Visit(c.at, c.rng)
			work += m.across * (len(m.Active) + 2)
		}
		if c.at == len(m.Z) {
			c.next(proposing)
		}
	case proposing:
		if c.at == c.settings.Int("split_merge") {
			c.next(resting)
			break
		}
		m.SplitMerge(c.rng)
		c.at++
	case resting:
		return c.rest()
	}
	return false
}

func (c *sampler) next(s stage) { c.stage, c.at = s, 0 }

// rest ends the work on a side, and after the columns an iteration: from here the state is that of its draw and nothing
// more.
func (c *sampler) rest() bool {
	s := c.state
	c.next(gathering)
	if c.which == ofRows {
		s.end()
		c.which = ofColumns
		return false
	}
	s.learn(c.rng)
	joint := s.logJoint()
	s.end()
	c.which = ofRows
	rows, columns := float64(s.count(ofRows)), float64(s.count(ofColumns))
	c.Settle([]float64{joint, rows, columns, s.alpha[ofRows], s.alpha[ofColumns]},
		func() *draw { return s.draw(c.Iteration, joint) }, full)
	c.Now = s.draw(c.Iteration, joint)
	return true
}
