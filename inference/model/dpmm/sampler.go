package dpmm

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/narrow"

	"gonum.org/v1/gonum/mat"
)

// A stage is the next thing a chain does. Each consists of small pieces.
type stage int

const (
	counting  stage = iota // the principal components that stand out, if there are to be any
	preparing              // the prior from the data
	starting               // a first partition, row by row
	gibbs                  // each row in turn
	proposing              // split-merge
	pooling                // means and covariances of the clusters, one by one
	hiding                 // hidden numbers, if there are any, some rows at a time
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

	kinds      *block.Columns // of the columns; nil where all are numbers that are known
	limits     []limited      // cells of which only limits are known
	hidden     *hidden        // of columns that are no numbers, with full covariances
	gaussians  []*gaussian    // of the clusters, while hidden numbers are drawn
	streams    inference.Streams
	covariance string             // ofFull, ofDiagonal or ofComponents
	counter    *narrow.Counter    // while components are counted and found
	maker      *narrow.Maker      // while they are found
	components *narrow.Components // nil where the columns themselves are clustered
	// the numbers that are clustered: x, those among its columns, or the scores of its components
	of *mat.Dense

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
	return &sampler{x: x, of: x, covariance: covarianceOf(x, s), settings: s, threads: max(1, threads),
		source: source, rng: rand.New(source), streams: streams,
		iteration: -1, draws: draws{Thinned: inference.Thinned[*draw]{Stride: 1}}}
}

// rows returns the rows as clusters take them, and whether some numbers are missing.
func (c *sampler) rows() (rows [][]float64, gaps bool) {
	if c.hidden != nil {
		return conjugate.Rows(c.hidden.table.Start())
	}
	if c.kinds != nil {
		rows, gaps = c.kinds.Rows(c.x, true)
		if c.limits != nil {
			mean, variance := momentsOf(c.of, c.limits)
			begin(c.limits, rows, mean, variance)
		}
		return rows, gaps
	}
	return conjugate.Rows(c.of)
}

// full reports whether the clusters have full covariances.
func (c *sampler) full() bool { return c.covariance != ofDiagonal }

// count counts the components that stand out from chance, a permutation at a time, and finds them, and reports whether
// that is done.
func (c *sampler) count() bool {
	if c.covariance != ofComponents || c.components != nil {
		return true
	}
	if c.counter == nil {
		c.counter = narrow.NewCounter(c.x)
	}
	if c.maker == nil {
		if k := c.counter.Advance(); k > 0 {
			c.maker = narrow.NewMaker(c.x, k)
		}
		return false
	}
	if !c.maker.Advance() {
		return false
	}
	c.components, c.of = c.maker.Components, c.maker.Scores
	c.counter, c.maker = nil, nil
	return true
}

// choose sets k principal components, whose scores are then clustered.
func (c *sampler) choose(k int) { c.components, c.of = narrow.New(c.x, k) }

// phase names the work of the chain and, after a semicolon, the reason for the state of the result.
func (c *sampler) phase() string {
	switch {
	case c.counter != nil:
		return phaseCounting
	case c.iteration < 0:
		return phaseStarting
	case c.components != nil:
		_, k := c.of.Dims()
		return fmt.Sprintf("%s; rows are clustered by %s", phaseSampling, inference.Plural(k, "principal component"))
	}
	return phaseSampling
}

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Advance: c.advance, Phase: c.phase, Scalars: func() []float64 { return c.scalars },
		First: c.iteration < 0, Fraction: func() float64 {
			n, _ := c.x.Dims()
			return float64(c.at) / float64(n+1)
		}}.Step(ctx)
}

const (
	phaseCounting = "counting the components that stand out"
	phaseStarting = "making a first partition"
	phaseSampling = "sampling"
)

// workAtOnce is the multiply-adds of a unit of visits, for each thread: some milliseconds.
const workAtOnce = 2_000_000

// advance does one unit of work and reports whether an iteration is complete.
func (c *sampler) advance() bool {
	switch c.stage {
	case counting:
		if c.count() {
			c.next(preparing)
		}
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
	case hiding:
		c.hide()
	case filling:
		if c.at = c.state.refill(c.at); c.at == len(c.state.Active) {
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
	p, shapes, err := c.prior()
	if err != nil {
		panic("dpmm: " + err.Error()) // shrinkage makes every T₀ invertible
	}
	rows, gaps := c.rows()
	c.state = newStateOf(c.kinds.Copied(), rows, p, shapes, c.full(), gaps, hyper{
		alpha:      c.settings.Real("concentration"),
		fixedAlpha: c.settings.Fixed("concentration"), fixedScale: c.of == nil || c.settings.Fixed("scale"),
		fixedKappa: c.of == nil || c.settings.Fixed("kappa"),
	})
	c.state.threads, c.state.limits, c.state.hidden = c.threads, c.limits, c.hidden
}

// prior returns the prior of a cluster with T₀ and the values of the settings, and the prior of T.
func (c *sampler) prior() (*conjugate.Prior, *conjugate.Shapes, error) {
	if c.of == nil {
		p := conjugate.NewDiagonalPrior(nil, nil, c.settings.Real("kappa"), c.settings.Real("freedom"),
			c.settings.Real("scale"))
		return p, conjugate.NewShapes(p, nil), nil
	}
	if c.hidden != nil {
		p, least, err := c.hidden.base(c.settings.Real("kappa"), c.settings.Real("freedom"), c.settings.Real("scale"))
		if err != nil {
			return nil, nil, err
		}
		return p, conjugate.NewShapes(p, least), nil
	}
	p, err := base(c.of, c.full(), c.settings.Real("kappa"), c.settings.Real("freedom"), c.settings.Real("scale"))
	if err != nil {
		return nil, nil, err
	}
	var least []float64
	if c.components == nil {
		least = rounding(c.of)
	}
	if c.limits != nil {
		mean, variance := momentsOf(c.of, c.limits)
		p = conjugate.NewDiagonalPrior(mean, variance, p.Kappa, p.Freedom, p.Scale)
	}
	return p, conjugate.NewShapes(p, least), nil
}

// begin places the next row of the start.
func (c *sampler) begin() {
	n, _ := c.x.Dims()
	if c.at == 0 {
		c.order = c.rng.Perm(n)
		c.state.beginHidden(c.rng)
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
	if s.fixedBase() {
		c.at = len(s.Active)
	}
	if c.at == 0 {
		c.pool = newPooled(s.prior)
	}
	if c.at < len(s.Active) {
		c.pool.add(s.Clusters[c.at], c.rng)
		c.at++
		return
	}
	if !s.fixedBase() {
		s.drawBase(c.pool, c.rng)
	}
	s.drawLaws(c.rng)
	s.drawLimited(c.rng)
	if s.kinds != nil || !s.fixedBase() {
		s.forget()
	}
	s.drawAlpha(c.rng)
	if c.hidden != nil {
		c.next(hiding)
		return
	}
	c.next(filling)
}

// hide draws the hidden numbers of some rows.
func (c *sampler) hide() {
	s := c.state
	n, d := len(s.rows), len(s.prior.Mean)
	if c.at == 0 {
		c.gaussians = s.gaussians(c.rng)
	}
	end := min(n, c.at+1+workAtOnce/((len(s.Active)+1)*d*(d+60)))
	s.drawHidden(c.at, end, c.gaussians, c.rng)
	if c.at = end; c.at == n {
		c.gaussians = nil
		s.renumber()
		s.forget()
		c.next(filling)
	}
}

// settle ends an iteration. It reduces the state to the mark, from which a saved chain continues.
func (c *sampler) settle() {
	c.iteration++
	s := c.state
	largest := 0
	for _, k := range s.Active {
		largest = max(largest, s.Clusters[k].Size())
	}
	joint := s.logJoint()
	c.scalars = []float64{joint, float64(len(s.Active)), float64(largest), s.hyper.alpha, s.prior.Scale, s.prior.Kappa}
	c.draws.Offer(c.iteration, func() *draw { return s.draw(c.iteration, joint) }, func(draws []*draw) bool {
		return len(draws) > c.hidden.most(mostDraws)
	})
	c.setMark()
	c.next(gibbs)
}
