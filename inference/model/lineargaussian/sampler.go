package lineargaussian

import (
	"context"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"

	"gonum.org/v1/gonum/mat"
)

// A stage is the next thing a chain does.
type stage int

const (
	preparing stage = iota
	starting        // adding rows one by one
	sweeping        // each row in turn
	joining         // three features to two, or two to three
	settled         // values and hyperparameters; the iteration is complete
)

// joins is the number of such moves that a sweep proposes.
const joins = 6

// sampler is one chain.
type sampler struct {
	data     *mat.Dense
	settings inference.Settings
	source   *rand.PCG
	rng      *rand.Rand
	offset   []float64 // subtracted from each column
	state    *state

	stage     stage
	at        int // row of the stage
	iteration int // completed, −1 before the start is
	scalars   []float64
	now       *draw // the last iteration, as published
	kept      draws
	mark      mark
}

var (
	_ inference.Saver         = (*sampler)(nil)
	_ inference.CellPredictor = (*sampler)(nil)
)

func newSampler(x *mat.Dense, s inference.Settings, streams inference.Streams) *sampler {
	source := streams.Source(0)
	return &sampler{data: x, settings: s, source: source, rng: rand.New(source), iteration: -1, kept: newDraws()}
}

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Advance: c.advance, Phase: c.phase, Scalars: func() []float64 { return c.scalars },
		First: c.iteration < 0, Fraction: func() float64 {
			n, _ := c.data.Dims()
			return float64(c.at) / float64(n+1)
		}}.Step(ctx)
}

func (c *sampler) phase() string {
	if c.iteration < 0 {
		return "adding rows one by one"
	}
	return "sampling"
}

// advance does one unit of work and reports whether an iteration is complete.
func (c *sampler) advance() bool {
	n, _ := c.data.Dims()
	switch c.stage {
	case preparing:
		c.prepare()
		c.next(starting)
	case starting:
		c.state.join(c.at, c.rng)
		if c.at++; c.at == n {
			c.next(settled)
		}
	case sweeping:
		if c.at == 0 {
			c.state.refresh(-1)
		}
		c.state.updateRow(c.at, c.rng)
		if c.at++; c.at == n {
			c.next(joining)
		}
	case joining:
		c.state.joinOrPart(c.rng)
		if c.at++; c.at == joins {
			c.next(settled)
		}
	case settled:
		c.settle()
		return true
	}
	return false
}

func (c *sampler) next(s stage) { c.stage, c.at = s, 0 }

// prepare makes a state without features. It fills missing cells from the noise; each is drawn
// again before it is used.
func (c *sampler) prepare() {
	n, d := c.data.Dims()
	base := c.settings.Bool("base")
	if signs, _ := isProbit(c.data, c.settings); signs {
		c.prepareLatent(base)
		return
	}
	var spread float64
	c.offset, spread = moments(c.data, base)
	x, missing := rectangle(n, d), make([][]int, n)
	for i := range n {
		for j, v := range c.data.RawRowView(i) {
			if math.IsNaN(v) {
				missing[i] = append(missing[i], j)
				continue
			}
			x[i][j] = v - c.offset[j]
		}
	}
	c.state = newState(x, missing, base, spread, hyperOf(c.settings, spread))
}

// prepareLatent does so for zeros and ones, with latent numbers drawn about the offsets. Their noise is 1, and so is
// the scale of the priors.
func (c *sampler) prepareLatent(base bool) {
	n, d := c.data.Dims()
	l := newLatent(c.data, base)
	x, missing, zeros := rectangle(n, d), make([][]int, n), make([]float64, d)
	for i := range n {
		for j, sign := range l.signs[i] {
			if sign == 0 {
				missing[i] = append(missing[i], j)
			}
		}
		l.draw(i, zeros, x[i], c.rng)
	}
	h := hyperOf(c.settings, 1)
	h.noise, h.fixedNoise = 1, true
	c.offset, c.state = l.offset, newState(x, missing, base, 1, h)
	c.state.latent = l
}

// settle ends an iteration. It reduces the state to the mark, from which a saved chain continues.
func (c *sampler) settle() {
	s := c.state
	s.drawValues(c.rng)
	c.iteration++
	joint := s.logJoint()
	entries := 0
	for _, m := range s.count[s.first():] {
		entries += m
	}
	c.scalars = []float64{joint, float64(s.features()), float64(entries), s.hyper.alpha, s.hyper.noise, s.hyper.variance}
	d := c.draw(joint)
	c.now = c.publish(d)
	c.kept.offer(c.now, len(s.x))
	c.setMark(d)
	c.next(sweeping)
}
