package pydt

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A fit is one run of method em or mp. It goes through stages:
//
//	linking    the Ward tree of the rows, quick to see
//	first      its times and hyperparameters
//	piloting   a short run of the sampler learns θ, α, c and the noise, see pilot
//	building   trees from random orders of the rows, in parallel, each polished
//	           and refined, and the linkage tree and those of the sampler with them
//	choosing   the best of all is taken
//	balancing  it gets as many branch points as are expected, the likeliest ones
//	supporting each branch is weighed against its collapse
//	backingUp  a second chain finds how far clades are supported
//	passingOn  method mp: messages are passed on the best trees
//	searching  one detached and re-attached subtree an iteration
//
// Work is cut into units of a few milliseconds that leave the same numbers
// behind wherever a step ends.
type fit struct {
	model   string
	data    *inference.Dataset
	problem *posterior.Problem
	start   posterior.Hyper
	streams inference.Streams
	threads int
	orders  int
	from    string // start: both, linkage, random

	stage    fitStage
	phase    string
	fraction float64

	clusterer *linkage.Clusterer
	ward      *tree.Tree
	trial     *posterior.State // of the linkage tree
	state     *posterior.State // the best tree so far, being worked on
	polisher  *placing.Polisher
	builds    []*placing.Builder // nil until begun
	opener    *placing.Builder   // of a first tree where there is no linkage tree
	openings  []opening          // trees that the pilot starts from
	pilot     *pilot
	some      []int              // rows of the pilot, ascending; nil for all
	mixed     *inference.Dataset // the table before the map, where the pilot draws Σ too; nil otherwise
	lends     bool               // its pilot to another fit, once it is done
	noisy     bool               // even if the pilot finds no noise: the table is mapped
	// θ, α, c and the noise are learnt from the tree alone, without a pilot: the start of a chain
	alone     bool
	piloted   *learning          // what the pilot has learnt; nil without one
	refiners  []*placing.Refiner // of the first tree, which is the state, and of those of the pilot
	finished  []bool             // of each build and then of each refiner
	turn      int                // of the builds to be continued next
	taken     int                // builds and refiners compared with the best
	source    *rand.PCG
	searcher  *placing.Searcher
	ahead     *ahead              // of the searcher; nil until it searches
	supporter *branches.Supporter // of the state, where it is under way
	weighed   map[uint64]float64
	balancer  *branches.Balancer // of the state, where it is under way
	weigher   *branches.Weigher  // of the trees that are kept, where it is under way
	improving bool               // the iteration whose trees are weighed has improved the tree
	moved     bool               // a large tree has changed since it was kept
	recent    *recent            // it as it is now, where somebody asked
	upkeep    *upkeep
	messenger *messenger          // of method mp, nil under em
	best      []*posterior.Sketch // distinct trees, best first
	current   *posterior.Sketch   // of state, when the last iteration ended
	shown     map[*posterior.Sketch]*tree.Tree
	iteration int
	mark      mark
	scalars   []float64
	points    float64 // branch points of current
	depth     float64
	learned   posterior.Hyper // of current
	predict   *predict.Ensemble
	backing   backing
}

type fitStage int

const (
	linking fitStage = iota
	first
	piloting
	lent // the pilot is done, and another fit takes it
	weighting
	building
	choosing
	balancing
	supporting
	backingUp // a second chain finds supports
	passingOn
	searching
)

const (
	upkeepEvery = 25 // iterations between polishings of the best tree
)

// newFit begins a search. It refuses a table whose numbers cannot be told apart.
func newFit(data *inference.Dataset, plan searchPlan, streams inference.Streams, threads int) (*fit, error) {
	if err := numbers.Check(data, plan.probit); err != nil {
		return nil, fmt.Errorf("%s: %w", plan.model, err)
	}
	f := &fit{model: plan.model, data: data, streams: streams, threads: max(threads, 1),
		from: plan.start, shown: map[*posterior.Sketch]*tree.Tree{}}
	f.problem = posterior.SearchedProblem(data, plan.probit)
	f.start = plan.given.Hyper(f.problem)
	f.start.HoldStructure = true
	f.backing.wanted = plan.second
	if f.problem.Large() && f.from == "both" {
		f.from = "random" // the linkage tree takes time by the square of the rows
	}
	f.orders = plan.ordersFor(len(data.Rows), f.pilots())
	if plan.passing {
		f.messenger = &messenger{f: f}
	}
	switch f.from {
	case "random":
		f.stage = first
		if !f.pilots() {
			f.stage = building
		}
	default:
		f.clusterer = linkage.New(data.X, linkage.Ward)
	}
	f.builds, f.finished = make([]*placing.Builder, f.orders), make([]bool, f.orders)
	return f, nil
}

// nodesPerUnit returns how many nodes make a unit of work.
func (f *fit) nodesPerUnit() int { return f.problem.NodesPerUnit() }

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	began := time.Now()
	var r inference.Report
	for r.Scalars == nil && !r.Changed && time.Since(began) < posterior.StepTime {
		if err := ctx.Err(); err != nil {
			return inference.Report{Phase: f.phase, Fraction: f.fraction}, err
		}
		switch f.stage {
		case linking:
			f.link()
		case first:
			if f.from == "random" {
				r.Changed = f.buildOpener()
			} else {
				r.Changed = f.polishFirst()
			}
		case piloting:
			r.Changed = f.learn()
		case lent:
			return inference.Report{Phase: f.phase, Fraction: f.fraction, Changed: true}, nil
		case weighting:
			f.weigh()
		case building:
			r.Changed = f.build()
		case choosing:
			r.Changed = f.choose()
			if f.stage == searching {
				r.Scalars = f.report(true)
			}
		case balancing:
			r.Changed = f.balance()
			if f.stage == searching {
				r.Scalars = f.report(true)
			}
		case supporting:
			if f.supportAll() {
				f.beginSearch()
				if r.Changed = true; f.stage == searching {
					r.Scalars = f.report(true)
				}
			}
		case backingUp:
			if f.back() {
				f.search0()
				r.Scalars, r.Changed = f.report(true), true
			}
		case passingOn:
			if r.Changed = f.passOn(); r.Changed {
				r.Scalars = f.report(true)
			}
		case searching:
			if done, improved := f.search(); done {
				r.Scalars, r.Changed = f.report(improved), improved
			}
		}
	}
	r.Phase, r.Fraction = f.phase, f.fraction
	return r, nil
}

// beginSearcher makes the searcher of the state.
func (f *fit) beginSearcher() {
	f.searcher, f.ahead = placing.NewSearcher(f.state, rand.New(f.source), f.offer), nil
	switch {
	case f.messenger != nil:
		f.searcher.Attacher.Narrow = 0 // messages judge few trees: look at all places
	case f.state.Large():
		c := placing.NewVicinity(f.state)
		f.searcher.Score, f.searcher.Vicinity = (*posterior.State).Score, c
		f.searcher.CavMean, f.searcher.CavVari = c.CavMean, c.CavVari // used in turn
	default:
		f.searcher.Score = (*posterior.State).Score
	}
}

// beginSearch ends the start.
func (f *fit) beginSearch() {
	f.beginSearcher()
	if f.backing.wanted && f.messenger == nil && !f.alone {
		f.stage = backingUp
		return
	}
	f.search0()
}

// search0 begins iteration 0 of the search.
func (f *fit) search0() {
	f.stage, f.phase, f.fraction = searching, f.searchPhase(), 1
	f.setMark()
}

// startAt returns the tree of the i-th start.
func (f *fit) startAt(i int) *posterior.State {
	if i < f.orders {
		return f.builds[i].S
	}
	return f.refiners[i-f.orders].S
}

// passOn passes messages on the trees that method em found and reports whether it is done.
func (f *fit) passOn() bool {
	if !f.messenger.judgedAll {
		if !f.messenger.advance() {
			f.fraction = 0.95 + 0.05*f.messenger.share()
			return false
		}
		f.messenger.rejudge()
		f.messenger.judgedAll = true
	}
	if f.branches() && !f.weighAll() {
		return false
	}
	f.stage, f.phase, f.fraction = searching, f.searchPhase(), 1
	f.setMark()
	return true
}

// keep remembers the present tree as the best one.
func (f *fit) keep() {
	k := f.state.Capture()
	k.Objective = f.scoreOf(f.state)
	f.keepAs(k)
}

// scoreOf returns that by which the trees of this fit are compared. Method mp starts from what the
// objective at the best times takes for good.
func (f *fit) scoreOf(s *posterior.State) float64 {
	if f.messenger != nil {
		return s.Objective()
	}
	return s.Score()
}

// keepAs remembers the present tree, of which k is the sketch, as the best one.
func (f *fit) keepAs(k *posterior.Sketch) {
	s, objective := f.state, k.Objective
	f.current = k
	f.learned = s.Hyper
	f.points, f.depth = s.Extent()
	list := f.best[:0:0]
	for _, k := range f.best {
		if k.Hash != f.current.Hash {
			list = append(list, k)
		}
	}
	f.best = placing.Remember(list, math.Inf(1), f.current.Hash, func() *posterior.Sketch { return f.current })
	f.current.Objective = objective
	f.predict = nil
	if f.searchesNearby() {
		f.searcher.Known = posterior.Scored{Hash: k.Hash, Objective: s.Objective(), Score: objective}
	}
}

// offer remembers a tree met on the way.
func (f *fit) offer(objective float64) {
	s := f.state
	f.best = placing.Remember(f.best, objective, s.Hash[s.Top], s.Capture)
}

// search continues the present iteration.
func (f *fit) search() (done, improved bool) {
	if f.weigher != nil {
		if !f.weighAll() {
			return false, false
		}
		return f.endSearch(f.improving)
	}
	if f.messenger != nil {
		if done, improved = f.messenger.search(); done {
			if f.branches() && (improved || (f.iteration+1)%upkeepEvery == 0) {
				return f.beginWeighing(improved)
			}
			return f.endIteration(improved)
		}
		return false, false
	}
	if f.supporter != nil {
		if !f.support() {
			return false, false
		}
		return f.endIteration(true)
	}
	if f.upkeep != nil {
		if !f.upkeep.advance(f.nodesPerUnit()) {
			return false, false
		}
		improved = f.upkeep.list[0] != f.current
		f.best, f.upkeep = f.upkeep.list, nil
		if f.supports() {
			return f.beginWeighing(improved)
		}
		return f.endSearch(improved)
	}
	if f.searchesNearby() {
		return f.stepNearby()
	}
	done, improved = f.advanceSearcher()
	if !done {
		return false, false
	}
	if f.upkeepDue() {
		f.stopAhead()
		f.upkeep = newUpkeep(f)
		return false, false
	}
	return f.endSearch(improved)
}

// beginWeighing begins to weigh the trees that are kept, at the end of an iteration.
func (f *fit) beginWeighing(improved bool) (bool, bool) {
	f.improving = improved
	f.weigher = branches.NewWeigher(f.state, f.best, f.weighed, f.threads)
	if improved && f.messenger == nil {
		f.weigher.At = 1 // the best one is weighed by itself
	}
	return false, false
}

// endSearch ends an iteration of method em; a new tree is first weighed branch by branch.
func (f *fit) endSearch(improved bool) (bool, bool) {
	if improved && f.supports() {
		f.supporter = f.newSupporter(f.weighed)
		if (f.iteration+1)%(lookAgain*f.pace()) == 0 {
			f.supporter.Known = nil
		}
		return false, false
	}
	return f.endIteration(improved)
}

func (f *fit) endIteration(improved bool) (bool, bool) {
	f.iteration++
	if improved && f.messenger == nil && !f.supports() {
		f.keep()
	}
	f.phase = f.searchPhase()
	f.setMark()
	return true, improved
}

// report returns the scalars of Info.
func (f *fit) report(changed bool) []float64 {
	if !changed && f.scalars != nil && f.messenger == nil {
		return f.scalars
	}
	h := f.learned
	score, points := f.standing()
	f.scalars = []float64{score, points, f.depth, h.C, h.Sigma2, h.Noise}
	if f.model == "pydt" {
		f.scalars = append(f.scalars, h.Prior.Theta, h.Prior.Alpha)
	}
	if f.messenger != nil {
		f.scalars = append(f.scalars, float64(f.messenger.fallbacks))
	}
	return f.scalars
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	snap := &inference.Snapshot{Model: f.model, Iteration: f.iteration, Phase: f.phase}
	if f.current == nil {
		return snap
	}
	found, shown := &forest.Forest{}, map[*posterior.Sketch]*tree.Tree{}
	total, list := 0.0, f.list()
	for _, k := range list {
		t := f.shown[k]
		if t == nil {
			t = f.published(k)
		}
		shown[k] = t
		w := math.Exp(math.Min(k.Objective-list[0].Objective, 0))
		total += w
		found.Trees = append(found.Trees, forest.Weighted{Tree: t, Objective: k.Objective, Weight: w})
	}
	f.shown = shown
	for i := range found.Trees {
		found.Trees[i].Weight /= total
	}
	if snap.Parts = []inference.Part{found}; f.backing.found != nil {
		snap.Parts = append(snap.Parts, f.backing.found)
	}
	snap.Scalars = f.learnt()
	return snap
}

// learnt returns the hyperparameters with the spread of their posteriors, variational ones
// of what the search learns, and what a pilot has to say of the number of branch points.
func (f *fit) learnt() []inference.Scalar {
	h := f.learned
	c := inference.Scalar{Name: "c", Mean: h.C}
	if !h.FixC {
		c.StandardDeviation = math.Sqrt(h.CA) / h.CB
		if h.Held {
			c.StandardDeviation = f.piloted.C.Deviation
		}
	}
	sigma2 := inference.Scalar{Name: "sigma2", Mean: h.Sigma2}
	if !h.FixSigma2 && h.TauA > 2 { // 1/τ is inverse gamma
		sigma2.Mean = h.TauB / (h.TauA - 1)
		sigma2.StandardDeviation = sigma2.Mean / math.Sqrt(h.TauA-2)
	}
	var l learning // whose deviations are 0 without a pilot
	if f.piloted != nil {
		l = *f.piloted
	}
	list := []inference.Scalar{c, sigma2, {Name: "noise", Mean: h.Noise, StandardDeviation: l.Noise.Deviation}}
	if f.model == "pydt" {
		list = append(list, inference.Scalar{Name: "theta", Mean: h.Prior.Theta, StandardDeviation: l.Theta.Deviation},
			inference.Scalar{Name: "alpha", Mean: h.Prior.Alpha, StandardDeviation: l.Alpha.Deviation})
	}
	points, depth := f.points, f.depth
	if r := f.latest(); r != nil {
		points, depth = r.points, r.depth
	}
	list = append(list, inference.Scalar{Name: "branch_points", Mean: points},
		inference.Scalar{Name: "depth", Mean: depth})
	list = append(list, f.pointScalars()...)
	if f.messenger != nil {
		list = append(list, inference.Scalar{Name: "fallbacks", Mean: float64(f.messenger.fallbacks)})
	}
	return list
}

var (
	_ inference.Stepper   = (*fit)(nil)
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

// LogDensity implements inference.Predictor: the mixture over the best trees of their predictive densities.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.current == nil {
		return nil, fmt.Errorf("%s: there is no tree to predict from yet", f.model)
	}
	if _, d := x.Dims(); d != f.problem.D {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the tree was learnt from %d", f.model, d, f.problem.D)
	}
	if err := f.prepare(ctx); err != nil {
		return nil, err
	}
	return f.predict.LogDensity(ctx, x)
}

// prepare makes what predicts from the present trees.
func (f *fit) prepare(ctx context.Context) error {
	list := f.list()
	if f.predict != nil && slices.Equal(f.predict.From, posterior.ScoredOf(list)) {
		return nil
	}
	e, err := predict.NewEnsemble(ctx, f.problem, f.learned, list)
	if err == nil && f.piloted != nil && len(f.piloted.Draws) > 0 {
		err = e.Include(ctx, len(f.piloted.Draws), func(i int) *posterior.State {
			return f.piloted.Draws[i].State(f.problem,
				f.learned)
		})
	}
	if err == nil {
		f.predict = e
	}
	return err
}
