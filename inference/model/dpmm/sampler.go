package dpmm

import (
	"context"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

const stepTime = 20 * time.Millisecond

// A stage is the next thing a chain does. Each consists of small pieces.
type stage int

const (
	preparing stage = iota // the prior from the data
	starting               // a first partition, row by row
	gibbs                  // each row in turn
	proposing              // split-merge
	pooling                // means and covariances of the clusters, one by one
	filling                // refilling the clusters from their rows, some at a time
	settled                // the iteration is complete
)

// sampler is one chain.
type sampler struct {
	x        *mat.Dense
	settings inference.Settings
	threads  int
	source   *rand.PCG
	rng      *rand.Rand
	state    *state

	stage     stage
	at        int   // piece of the stage
	order     []int // order of rows, for the start
	pool      pooled
	iteration int // completed, −1 before the start is
	scalars   []float64
	draws     draws
	mark      mark
}

var (
	_ inference.Saver     = (*sampler)(nil)
	_ inference.Predictor = (*sampler)(nil)
)

func newSampler(x *mat.Dense, s inference.Settings, streams inference.Streams, threads int) *sampler {
	source := streams.Source(0)
	n, _ := x.Dims()
	return &sampler{x: x, settings: s, threads: max(1, threads), source: source, rng: rand.New(source), iteration: -1, draws: newDraws(n)}
}

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	start := time.Now()
	for piece := 0; ; piece++ {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		if c.advance() {
			return inference.Report{Scalars: c.scalars, Phase: phaseSampling, Fraction: 1, Changed: true}, nil
		}
		if time.Since(start) > stepTime {
			r := inference.Report{Phase: phaseSampling, Fraction: 1}
			if c.iteration < 0 {
				n, _ := c.x.Dims()
				r = inference.Report{Phase: phaseStarting, Fraction: float64(c.at) / float64(n+1)}
			}
			return r, nil
		}
	}
}

const (
	phaseStarting = "making a first partition"
	phaseSampling = "sampling"
)

// workAtOnce is the multiply-adds of a unit of visits, for each thread: some milliseconds.
const workAtOnce = 2_000_000

// advance does one unit of work and reports whether an iteration is complete.
func (c *sampler) advance() bool {
	switch c.stage {
	case preparing:
		c.prepare()
		c.next(starting)
	case starting:
		c.begin()
	case gibbs:
		n, _ := c.x.Dims()
		end := min(n, c.at+c.threads*(1+workAtOnce/c.state.rowWork()))
		c.state.visit(c.at, end, c.rng)
		c.at = end
		if c.at == n {
			c.next(proposing)
		}
	case proposing:
		if c.at == c.settings.Int("split_merge") {
			c.state.renumber()
			c.next(pooling)
			break
		}
		c.state.splitMerge(c.rng)
		c.at++
	case pooling:
		c.pooling()
	case filling:
		if c.at = c.state.refill(c.at); c.at == len(c.state.active) {
			c.next(settled)
		}
	case settled:
		c.settle()
		return true
	}
	return false
}

func (c *sampler) next(s stage) { c.stage, c.at = s, 0 }

// prepare makes the prior and a state without partition.
func (c *sampler) prepare() {
	n, d := c.x.Dims()
	full := fullOf(n, d, c.settings)
	p, err := base(c.x, full, c.settings.Real("kappa"), c.settings.Real("freedom"), c.settings.Real("scale"))
	if err != nil {
		panic("dpmm: " + err.Error()) // shrinkage makes every T invertible
	}
	rows, gaps := conjugate.Rows(c.x)
	c.state = newState(rows, p, full, gaps, hyper{
		alpha:      c.settings.Real("concentration"),
		fixedAlpha: c.settings.Fixed("concentration"), fixedScale: c.settings.Fixed("scale"), fixedKappa: c.settings.Fixed("kappa"),
	})
	c.state.threads = c.threads
}

// begin places the next row of the start.
func (c *sampler) begin() {
	n, _ := c.x.Dims()
	if c.at == 0 {
		c.order = c.rng.Perm(n)
	}
	i := c.order[c.at]
	switch c.settings.Text("start") {
	case "together":
		if c.at == 0 {
			c.state.open()
		}
		c.state.join(i, 0, c.rng)
	case "apart":
		c.state.join(i, c.state.open(), c.rng)
	default:
		c.state.put(i, c.rng)
	}
	if c.at++; c.at == n {
		c.order = nil
		c.state.renumber()
		c.next(filling)
	}
}

// pooling draws mean and covariance of one cluster; after the last it draws the hyperparameters.
func (c *sampler) pooling() {
	s := c.state
	if s.hyper.fixedScale && s.hyper.fixedKappa {
		c.at = len(s.active)
	}
	if c.at == 0 {
		c.pool = pooled{}
	}
	if c.at < len(s.active) {
		c.pool.add(s.slots[c.at], c.rng)
		c.at++
		return
	}
	if !s.hyper.fixedScale || !s.hyper.fixedKappa {
		s.drawBase(c.pool, c.rng)
		s.forget()
	}
	s.drawAlpha(c.rng)
	c.next(filling)
}

// settle ends an iteration: from here the state consists of what the mark holds and nothing more.
func (c *sampler) settle() {
	c.iteration++
	s := c.state
	largest := 0
	for _, k := range s.active {
		largest = max(largest, s.slots[k].Size())
	}
	joint := s.logJoint()
	c.scalars = []float64{joint, float64(len(s.active)), float64(largest), s.hyper.alpha, s.prior.Scale, s.prior.Kappa}
	c.draws.offer(c.iteration, func() *draw { return s.draw(c.iteration, joint) })
	c.setMark()
	c.next(gibbs)
}
