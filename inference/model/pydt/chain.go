package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/nearness"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/process/timetree"
)

// A chain is one run of method mcmc: a Markov chain whose stationary distribution is
// the posterior of tree, times and hyperparameters, locations integrated out (math 10).
//
// A sweep is a list of passes. A pass visits every slot of the live tree once, in a random order,
// with one kind of move, or it does one thing to the whole tree. Between any two visits the chain
// can stop, be saved, and continue to the same bits.
type chain struct {
	model   string
	data    *inference.Dataset
	problem *posterior.Problem
	begin   posterior.Hyper
	streams inference.Streams

	initial string  // em, random, prior
	power   float64 // of the likelihood, below 1 where witnesses are counted; see weaken
	em      starter // while it finds the tree to start from
	source  *rand.PCG
	rng     *rand.Rand
	live    *live   // nil before iteration 0
	latent  *latent // of a table of zeros and ones; nil otherwise
	spread  *spread // of columns that vary together; nil otherwise
	// completed is the table of a pilot that draws its missing cells; nil otherwise
	completed *completed
	passes    []pass
	pass      int     // the present one
	order     []int32 // of the slots in it
	cursor    int     // visited

	iteration int
	scalars   []float64
	kept      keeper
	proposed  int // places for subtrees, so far
	accepted  int
	predict   []*predict.Ensemble // one for each draw that predicts
	forecasts []*predict.Forecast // the same where columns vary together

	seconds   bool    // a second chain finds supports
	second    *chain  // it; nil until it begins
	owed      int     // sweeps that it is owed
	effective float64 // of a second chain: effective columns

	trail     trail
	options   options
	near      nearness.Rows
	hot       bool // draws are not kept
	brief     bool // nor are sweeps assessed
	holdNoise bool // the noise stays as it is
	timeMover timeMover
	splitter  splitter
	points    []timetree.Node // scratch of stretch
	branches  []int32
	logRatio  func(ratio) float64                       // ratio.log; tests put in a wrong one
	spoil     func(*covary.Contrasts) *covary.Contrasts // set by tests to a wrong one; nil otherwise
	// set by tests: wrongly keeps the activities of the contrasts before
	keepScores bool
}

// A pass is a part of a sweep. It calls visit for every slot, or whole once, or until as often as it takes.
type pass struct {
	visit func(c *chain, slot int32)
	top   bool // visits the top node too
	every int  // visits one slot in this many, drawn again each time; 0 for all
	whole func(c *chain)
	rests int                 // whole is called in one sweep of this many, by chance; 0 for each
	eases bool                // it makes the chain mix faster, and a pilot lets it rest
	until func(c *chain) bool // is called again until it reports true
}

func newChain(data *inference.Dataset, plan chainPlan, streams inference.Streams) (*chain, error) {
	p := posterior.SampledProblem(data, plan.probit)
	c := &chain{model: plan.model, data: data, problem: p, begin: plan.given.hyper(p), streams: streams, logRatio: ratio.log,
		near: p.Nearness()}
	if p.Binary {
		c.problem, c.latent = newLatent(p)
	}
	if plan.form != correlated.Independent {
		c.problem, c.spread = newSpread(data, plan.form)
		if plan.form == correlated.ByTree {
			c.spread.branches = newSpreadTree(plan.model, plan.over, data.Columns, c.spread.x)
		}
		c.begin.LeastNoise = covary.RoundingNoise(c.spread.apart.Of(data).X)
	}
	c.begin.Sigma2, c.begin.Kappa = plan.given.sigma2, 0
	c.begin.SetC(plan.given.c)
	c.source = streams.Source(0)
	c.rng = rand.New(c.source)
	c.kept.names = chainScalars(plan.model)
	if c.spread != nil && c.spread.factors != nil { // whose number is drawn
		c.kept.names = append(c.kept.names, factorScalars...)
	}
	moving := c.begin
	moving.FixSigma2 = moving.FixSigma2 || c.spread != nil
	c.passes = append(append(passesOf(plan.moves, &moving), c.latentPasses()...), c.spreadPasses()...)
	c.initial, c.power, c.seconds = plan.initial, plan.power, plan.second
	if c.initial == "em" {
		var err error
		if c.em, err = plan.begin(streams); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// moveSets are the values of the parameter moves.
var moveSets = []string{"near", "slide", "regraft", "path", "all"}

// passesOf lists the passes of a sweep.
func passesOf(moves string, h *posterior.Hyper) []pass {
	var list []pass
	near, slide := pass{visit: (*chain).moveNear}, pass{visit: (*chain).moveSlide}
	regraft, path := pass{visit: (*chain).moveRegraft}, pass{visit: (*chain).movePath}
	switch moves {
	case "near":
		list = append(list, near)
	case "slide":
		list = append(list, slide)
	case "regraft":
		list = append(list, regraft)
	case "path":
		list = append(list, path)
	case "all":
		list = append(list, near, slide, regraft, path)
	}
	if h.Prior.CanJoin(2) || !h.FixTheta || !h.FixAlpha {
		list = append(list, pass{visit: (*chain).moveSplit, top: true})
	}
	list = append(list, pass{whole: (*chain).moveTimes})
	return append(list, hyperPasses(h)...)
}

// hyperPasses lists the passes that draw the hyperparameters that are learnt.
func hyperPasses(h *posterior.Hyper) (list []pass) {
	if !h.FixC {
		list = append(list, pass{whole: (*chain).drawC}, pass{whole: (*chain).stretch, eases: true})
	}
	if !h.FixC && !h.FixSigma2 {
		list = append(list, pass{whole: (*chain).stretchAndFollow, eases: true})
	}
	if !h.FixSigma2 {
		list = append(list, pass{whole: (*chain).shift})
	}
	if !h.FixSigma2 && (!h.FixNoise || h.Noise == 0) {
		list = append(list, pass{whole: (*chain).drawScale})
	}
	if !h.FixSigma2 && h.Noise > 0 {
		list = append(list, pass{whole: (*chain).drawSigma2})
	}
	if !h.FixNoise {
		list = append(list, pass{whole: (*chain).drawNoise})
	}
	if !h.FixTheta || !h.FixAlpha {
		list = append(list, pass{whole: (*chain).drawStructure})
	}
	return list
}

// latentRepeats is how often a sweep draws the latent numbers and their scale, which mix more
// slowly than the rest. On the sample of animals three times gave more effective draws of σ² a
// second than one or eight.
const latentRepeats = 3

// latentPasses lists the passes that a table of zeros and ones needs.
func (c *chain) latentPasses() (list []pass) {
	if c.latent == nil {
		return nil
	}
	for range latentRepeats {
		list = append(list, pass{whole: (*chain).drawLatent})
		if !c.begin.FixSigma2 {
			list = append(list, pass{whole: (*chain).scaleLatent})
		}
	}
	return list
}

// startFrom makes a tree the state of the chain at iteration 0.
func (c *chain) startFrom(k *posterior.Sketch, h posterior.Hyper) {
	h.SetC(h.C)
	l := newLive(c.problem, h)
	l.load(k)
	c.startAt(l)
}

func (c *chain) startAt(l *live) {
	c.em = nil
	c.weaken(l)
	l.separate()
	l.Recompute()
	c.live = l
	if c.latent != nil {
		c.drawLatent()
	}
	if c.completed != nil {
		c.drawMissing()
	}
	if c.spread != nil {
		c.beginColumns(l)
		if c.spread.branches != nil {
			c.beginTree()
		} else {
			c.drawColumns()
		}
	}
	c.endSweep()
}

// weaken gives a state the power of the likelihood that the settings ask for.
func (c *chain) weaken(l *live) {
	if c.power > 0 && c.power < 1 {
		l.power = c.power
	}
}

// visitsPerLook returns how many visits to make between looks at the clock.
func (c *chain) visitsPerLook() int {
	return min(max(posterior.UnitWork/(30*c.problem.N*(c.problem.D+20)), 1), 16)
}

// Step implements inference.Stepper.
func (c *chain) Step(ctx context.Context) (inference.Report, error) {
	began := time.Now()
	if c.live == nil {
		return c.start(ctx)
	}
	r := inference.Report{Phase: "sampling", Fraction: 1}
	for r.Scalars == nil && time.Since(began) < stepTime {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if c.owed > 0 {
			c.advanceSecond()
		} else if c.advance(c.visitsPerLook()) {
			c.owe()
			r.Scalars, r.Changed = c.scalars, true
		}
	}
	return r, nil
}

// start makes the first tree.
func (c *chain) start(ctx context.Context) (inference.Report, error) {
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
		c.startFrom(randomPairing(c.problem.N, c.rng), c.begin)
	case "prior":
		l := newLive(c.problem, c.begin)
		for !l.grow(c.rng) {
			// Trees with times too late to be told apart have next to no probability.
		}
		c.startAt(l)
	}
	r.Scalars, r.Changed = c.scalars, true
	return r, nil
}

// advance makes some visits and reports whether the sweep is complete, with its end recorded.
func (c *chain) advance(visits int) bool {
	if !c.visit(visits) {
		return false
	}
	c.iteration++
	c.endSweep()
	return true
}

// visit makes some visits and reports whether the sweep is complete.
func (c *chain) visit(visits int) bool {
	for ; visits > 0; visits-- {
		if c.pass == len(c.passes) {
			c.pass = 0
			return true
		}
		p := &c.passes[c.pass]
		if p.whole != nil {
			if p.rests == 0 || c.rng.IntN(p.rests) == 0 {
				p.whole(c)
			}
			c.pass++
			continue
		}
		if p.until != nil {
			if p.until(c) {
				c.pass++
			}
			continue
		}
		if c.cursor == 0 {
			c.shuffle()
		}
		if v := c.order[c.cursor]; c.live.Node[v].Parent >= 0 || p.top && c.live.Top == v {
			p.visit(c, v)
		}
		if c.cursor++; c.cursor >= p.visits(len(c.order)) {
			c.cursor = 0
			c.pass++
		}
	}
	return false
}

// visits returns how many of the slots the pass visits. Their order is random, so the first are a random share.
func (p *pass) visits(slots int) int {
	if p.every == 0 {
		return slots
	}
	return (slots + p.every - 1) / p.every
}

// shuffle draws the order of the slots of a pass.
func (c *chain) shuffle() {
	if c.order == nil {
		c.order = make([]int32, len(c.live.Node))
	}
	for i := range c.order {
		c.order[i] = int32(i)
	}
	c.rng.Shuffle(len(c.order), func(i, j int) { c.order[i], c.order[j] = c.order[j], c.order[i] })
}

// endSweep assesses the state and keeps the draw.
func (c *chain) endSweep() {
	if !c.brief || c.spread != nil {
		c.assess()
	}
	if !c.hot {
		c.kept.offer(c.iteration, c.scalars, func() draw { return c.capture(c.scalars[0]) })
	}
	c.predict, c.forecasts = nil, nil
}

// assess evaluates the joint density. It is over ℓ = −log(1−t), not t: in t it has a pole at t = 1 for
// every branch point with cJ < 1, and these would put spikes into the trace that say nothing about the
// fit.
func (c *chain) assess() {
	l := c.live
	likelihood := l.LogLikelihood()
	points, depth, ell := l.extent()
	h := &l.hyper
	sigma2, noise, rest := h.Sigma2, h.Noise, l.logPrior()-ell+h.LogHyperprior()
	if z := c.spread; z != nil {
		likelihood += float64(l.N) * z.w.LogDet
		sigma2 = z.meanVariance()
		noise *= sigma2
		if z.sigma != nil {
			rest += z.logPrior() + z.log - likelihood // Σ integrated out
		} else {
			rest += z.logPrior()
		}
		z.addMoments(c.iteration)
	}
	joint := likelihood + rest
	c.scalars = []float64{joint, likelihood, points, depth, 1 - l.Node[l.Top].Rem, h.C, sigma2, noise}
	if c.model == "pydt" {
		c.scalars = append(c.scalars, h.Prior.Theta, h.Prior.Alpha)
	}
	if len(c.scalars) < len(c.kept.names) { // factors are counted, but not in a chain saved before they were
		features, common := c.spread.factors.State.Features()
		c.scalars = append(c.scalars, float64(features), float64(common))
	}
}

// factorScalars name the number of sparse factors, and of those of two columns or more.
var factorScalars = []string{"features", "common_factors"}

// chainScalars names what each iteration reports.
func chainScalars(model string) []string {
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

// randomPairing joins random pairs of subtrees, at evenly spaced times, until one is left.
func randomPairing(n int, rng *rand.Rand) *posterior.Sketch {
	s := posterior.NewState(&posterior.Problem{N: n}, posterior.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1})
	roots := make([]int32, n)
	for i := range roots {
		roots[i] = int32(i)
	}
	for i := 1; i < n; i++ {
		u := s.Take()
		s.Kids[u] = s.Kids[u][:0]
		for range 2 {
			k := rng.IntN(len(roots))
			v := roots[k]
			roots[k] = roots[len(roots)-1]
			roots = roots[:len(roots)-1]
			s.Parent[v] = u
			s.Kids[u] = append(s.Kids[u], v)
		}
		s.SetTime(u, -math.Log(float64(i)/float64(n)))
		roots = append(roots, u)
	}
	s.Top = roots[0]
	s.Parent[s.Top] = -1
	return s.Capture()
}

// sweepTime estimates the seconds of a sweep.
func sweepTime(data *inference.Dataset) float64 {
	rows, columns := data.Dims()
	_, sorted := posterior.SortColumns(data.X)
	return sweepTimeOf(float64(rows), float64(columns), float64(len(sorted)))
}

// sweepTimeOf is sweepTime for n rows and d columns in this many classes.
func sweepTimeOf(n, d, classes float64) float64 {
	depth := 3 + 0.3*math.Log(n)*math.Log(n)
	return 2.6 * n * (2e-6 + depth*(0.25e-6*(1+0.5*(classes-1))+6e-9*d))
}

// estimateChain counts the bytes that a chain keeps, and uses times measured on two cores. A visit
// takes about 2 µs, and 0.25 µs plus 6 ns a column for each branch point on the way. The work done
// once a sweep takes a third as long as its visits.
func estimateChain(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	_, sorted := posterior.SortColumns(data.X)
	e := inference.Estimate{Iteration: seconds(sweepTime(data))}
	live := 2 * n * (8*(d+float64(len(sorted))) + 60)
	draws := math.Min(mostDraws*float64(drawBytes(2*rows)), mostDrawBytes+20*float64(drawBytes(2*rows)))
	e.Bytes = int64(3*live + draws + mostPredictingBytes)
	e = togetherChainEstimate(e, data, s)
	if s.Text("initial") == "em" {
		em := s.Clone()
		for _, v := range [][2]string{{"method", "em"}, {"start", "random"}, {"orders", "1"},
			{"columns", correlated.Independent}} {
			if em.Set(v[0], v[1]) != nil {
				return e
			}
		}
		start := estimateFit(data, em, true)
		e.Start, e.Bytes = e.Start+start.Start, e.Bytes+start.Bytes
	}
	return e
}
