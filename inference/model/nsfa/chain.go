package nsfa

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/process/observation"
)

// chain is one chain.
type chain struct {
	variant variant
	options loadings.Options
	data    *inference.Dataset
	columns []observation.Column // kinds of the items, nil if all are numbers
	wide    *wide                // which columns they are of; nil where each is one
	source  *rand.PCG
	rng     *rand.Rand
	threads int
	state   *loadings.State
	sweeper *loadings.Sweeper

	iteration int // completed, −1 before the start is
	scalars   []float64
	names     []string // of the scalars
	draws     inference.Thinned[*draw]
	mark      mark
}

var (
	_ inference.Saver         = (*chain)(nil)
	_ inference.CellPredictor = (*chain)(nil)
)

func newChain(v variant, data *inference.Dataset, columns []observation.Column, o loadings.Options,
	streams inference.Streams, threads int) *chain {
	source := streams.Source(0)
	return &chain{variant: v, options: o, data: data, columns: columns, source: source,
		rng: rand.New(source), threads: threads, iteration: -1, draws: inference.Thinned[*draw]{Stride: 1},
		names: loadings.ScalarNames(v.support, v.slab)}
}

// Step implements inference.Stepper.
func (c *chain) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Advance: c.advance, Phase: c.phase, Scalars: func() []float64 { return c.scalars },
		First: c.iteration < 0, Fraction: func() float64 { return 0.5 }}.Step(ctx)
}

// advance does a piece of a sweep and reports whether a sweep was completed.
func (c *chain) advance() bool {
	if c.sweeper == nil {
		c.prepare()
		c.sweeper = loadings.NewSweeper(c.state, true, c.rng)
		return false
	}
	if !c.sweeper.Advance() {
		return false
	}
	c.settle()
	return true
}

func (c *chain) phase() string {
	if c.iteration < 0 {
		return "starting"
	}
	return "sampling"
}

// prepare makes a state without factors.
func (c *chain) prepare() {
	if c.state == nil {
		c.state = loadings.New(c.options, c.data, c.columns, c.threads)
	}
}

// settle ends an iteration. It reduces the state to the mark, from which a saved chain continues.
func (c *chain) settle() {
	c.iteration++
	c.scalars = c.state.Scalars()[:len(c.names)]
	c.setMark()
}
