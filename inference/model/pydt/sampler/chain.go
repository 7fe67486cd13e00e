package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
)

// A Chain is one run of method mcmc: a Markov chain whose stationary distribution is
// the posterior of tree, times and hyperparameters, locations integrated out (math 10).
//
// A sweep is a list of passes. A pass visits every slot of the live tree once, in a random order,
// with one kind of move, or it does one thing to the whole tree. Between any two visits the chain
// can stop, be saved, and continue to the same bits.
type Chain struct {
	current
	part    part // what it draws beside the tree
	Model   string
	Data    *inference.Dataset
	Begin   hyper.Hyper
	Streams inference.Streams

	initial string  // em, random, prior
	power   float64 // of the likelihood, below 1 where witnesses are counted; see weaken
	em      Starter // while it finds the tree to start from
	source  *rand.PCG
	passes  []pass
	pass    int     // the present one
	order   []int32 // of the slots in it
	cursor  int     // visited

	Iteration int
	Scalars   []float64
	Kept      kept.List
	predict   []predictor // one for each draw that predicts, kept while there is room

	seconds   bool    // a second chain finds supports
	Second    *Chain  // it; nil until it begins
	owed      int     // sweeps that it is owed
	effective float64 // of a second chain: effective columns

	hot   bool // draws are not kept
	brief bool // nor are sweeps assessed
}

// bareChain returns a chain of independent columns, without passes and without a state.
func bareChain(model string, data *inference.Dataset, p *problem.Problem, begin hyper.Hyper,
	source *rand.PCG) *Chain {
	return &Chain{Model: model, Data: data, Begin: begin, source: source, part: alone{},
		current: newCurrent(p, rand.New(source))}
}

// take gives a chain a part, and the problem that the part makes of the table.
func (c *Chain) take(p *problem.Problem, of part) { c.Problem, c.part = p, of }

// NewChain prepares a chain; its first steps find the tree that it starts from. It returns the error of what begins
// that.
func NewChain(data *inference.Dataset, plan Plan, streams inference.Streams) (*Chain, error) {
	var p *problem.Problem
	var kinds *kinded
	together := plan.Kinds != nil && plan.Form == correlated.AnyCovariance
	var mixed *spread
	if together {
		p, mixed = newSpreadKinds(data, plan.Kinds, streams)
	} else if plan.Kinds != nil {
		if p, kinds = newKinded(plan.Kinds); plan.Probit {
			clear(kinds.prior)
		}
		if plan.Learn {
			kinds.learn(p)
		}
	} else {
		p = problem.Sampled(data, plan.Probit)
	}
	c := bareChain(plan.Model, data, p, plan.Given.Hyper(p), streams.Source(0))
	c.Streams = streams
	c.Begin.Sigma2, c.Begin.Kappa = plan.Given.Sigma2, 0
	c.Begin.SetC(plan.Given.C)
	moving := c.Begin
	switch {
	case kinds != nil:
		c.take(p, kinds)
	case together:
		c.take(p, mixed)
		c.Begin.LeastNoise = covary.RoundingNoise(mixed.x)
		moving.FixSigma2 = true // Σ carries the scale
	case p.Binary():
		c.take(newLatent(p))
	case plan.Form != correlated.Independent:
		q, z := newSpread(data, plan.Form, streams)
		if plan.Form == correlated.ByTree {
			z.branches = newSpreadTree(plan.Model, plan.Over, data.Columns, z.x)
		}
		c.take(q, z)
		c.Begin.LeastNoise = covary.RoundingNoise(z.apart.Of(data).X)
		moving.FixSigma2 = true // Σ carries the scale
	}
	c.Kept.Names = append(Scalars(plan.Model), c.part.scalars()...)
	c.passes = append(passesOf(plan.Moves, &moving), c.part.passes(&c.Begin)...)
	c.initial, c.power, c.seconds = plan.Initial, plan.Power, plan.Second
	if c.initial == "em" {
		var err error
		if c.em, err = plan.Begin(streams); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// startFrom makes a tree the state of the chain at iteration 0.
func (c *Chain) startFrom(k *posterior.Sketch, h hyper.Hyper) {
	h.SetC(h.C)
	l := newLive(c.Problem, h)
	l.load(k)
	c.startAt(l)
}

func (c *Chain) startAt(l *live) {
	c.em = nil
	c.weaken(l)
	l.separate()
	l.Recompute()
	c.Live = l
	c.part.begin(&c.current, &c.Begin)
	c.endSweep()
}

// weaken gives a state the power of the likelihood that the settings ask for.
func (c *Chain) weaken(l *live) {
	if c.power > 0 && c.power < 1 {
		l.Power = c.power
	}
}

// VisitsPerLook returns how many visits to make between looks at the clock.
func (c *Chain) VisitsPerLook() int {
	return min(max(problem.UnitWork/(30*c.Problem.N*(c.Problem.D+20)), 1), 16)
}

// Step implements inference.Stepper.
func (c *Chain) Step(ctx context.Context) (inference.Report, error) {
	began := time.Now()
	if c.Live == nil {
		return c.start(ctx)
	}
	r := inference.Report{Phase: "sampling", Fraction: 1}
	for r.Scalars == nil && time.Since(began) < problem.StepTime {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if c.owed > 0 {
			c.advanceSecond()
		} else if c.Advance(c.VisitsPerLook()) {
			c.owe()
			r.Scalars, r.Changed = c.Scalars, true
		}
	}
	return r, nil
}

// start makes the first tree.
func (c *Chain) start(ctx context.Context) (inference.Report, error) {
	r := inference.Report{Phase: "drawing the first tree", Fraction: 1}
	var err error
	switch c.initial {
	case "em":
		if r, err = c.em.Step(ctx); r.Scalars == nil {
			return r, err
		}
		k, h := c.em.Found()
		c.startFrom(k, h)
	case "random":
		c.startFrom(posterior.RandomPairing(c.Problem.N, c.rng), c.Begin)
	case "prior":
		l := newLive(c.Problem, c.Begin)
		for !l.grow(c.rng) {
			// Trees with times too late to be told apart have next to no probability.
		}
		c.startAt(l)
	}
	r.Scalars, r.Changed = c.Scalars, true
	return r, nil
}

// Advance makes some visits and reports whether the sweep is complete, with its end recorded.
func (c *Chain) Advance(visits int) bool {
	if !c.visit(visits) {
		return false
	}
	c.Iteration++
	c.endSweep()
	c.reweigh()
	return true
}

// visit makes some visits and reports whether the sweep is complete.
func (c *Chain) visit(visits int) bool {
	for ; visits > 0; visits-- {
		if c.pass == len(c.passes) {
			c.pass = 0
			return true
		}
		p := &c.passes[c.pass]
		if p.whole != nil {
			if p.rests == 0 || c.rng.IntN(p.rests) == 0 {
				p.whole(&c.current)
			}
			c.pass++
			continue
		}
		if p.until != nil {
			if p.until(&c.current) {
				c.pass++
			}
			continue
		}
		if c.cursor == 0 {
			c.shuffle()
		}
		if v := c.order[c.cursor]; c.Live.Node[v].Parent >= 0 || p.top && c.Live.Top == v {
			p.visit(&c.current, v)
		}
		if c.cursor++; c.cursor >= p.visits(len(c.order)) {
			c.cursor = 0
			c.pass++
		}
	}
	return false
}

// shuffle draws the order of the slots of a pass.
func (c *Chain) shuffle() {
	if c.order == nil {
		c.order = make([]int32, len(c.Live.Node))
	}
	for i := range c.order {
		c.order[i] = int32(i)
	}
	c.rng.Shuffle(len(c.order), func(i, j int) { c.order[i], c.order[j] = c.order[j], c.order[i] })
}

// endSweep assesses the state and keeps the draw.
func (c *Chain) endSweep() {
	if !c.brief {
		c.assess()
	}
	if !c.hot {
		c.Kept.Offer(c.Iteration, c.Scalars, func() kept.Draw { return c.capture(c.Scalars[0]) })
	}
	c.predict = nil
}

// assess evaluates the joint density. It is over ℓ = −log(1−t), not t: in t it has a pole at t = 1 for
// every branch point with cJ < 1, and these would put spikes into the trace that say nothing about the
// fit.
func (c *Chain) assess() {
	l := c.Live
	points, depth, ell := l.extent()
	h := &l.hyper
	s := standing{likelihood: l.LogLikelihood(), rest: l.logPrior() - ell + h.LogHyperprior(), sigma2: h.Sigma2,
		noise: h.Noise}
	c.part.assess(l, c.Iteration, &s)
	joint := s.likelihood + s.rest
	c.Scalars = []float64{joint, s.likelihood, points, depth, 1 - l.Node[l.Top].Rem, h.C, s.sigma2, s.noise}
	if c.Model == "pydt" {
		c.Scalars = append(c.Scalars, h.Prior.Theta, h.Prior.Alpha)
	}
	if len(c.Scalars) < len(c.Kept.Names) { // a chain saved before a part had scalars goes on without them
		c.Scalars = append(c.Scalars, s.more...)
	}
}

// Scalars names what each iteration reports.
func Scalars(model string) []string {
	list := []string{"log_joint", "log_likelihood", "branch_points", "depth", "first_branch", "c", "sigma2", "noise"}
	if model == "pydt" {
		list = append(list, "theta", "alpha")
	}
	return list
}

// extent returns the number of branch points, their mean number above a leaf, and the sum of their
// times as ℓ.
func (l *live) extent() (points, depth, ell float64) {
	for _, v := range l.Preorder() {
		if !l.IsLeaf(v) {
			points++
			depth += float64(l.Node[v].Size)
			ell += l.Node[v].Ell
		}
	}
	return points, depth / float64(l.Node[l.Top].Size), ell
}

// SweepTime estimates the seconds of a sweep.
func SweepTime(data *inference.Dataset) float64 {
	rows, columns := data.Dims()
	_, sorted := problem.SortColumns(data.X)
	return SweepTimeOf(float64(rows), float64(columns), float64(len(sorted)))
}

// SweepTimeOf is sweepTime for n rows and d columns in this many classes.
func SweepTimeOf(n, d, classes float64) float64 {
	depth := 3 + 0.3*math.Log(n)*math.Log(n)
	return 2.6 * n * (2e-6 + depth*(0.25e-6*(1+0.5*(classes-1))+6e-9*d))
}
