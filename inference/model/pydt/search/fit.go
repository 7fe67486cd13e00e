package search

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
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A Fit is one run of method em or mp. It goes through stages:
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
type Fit struct {
	Model   string
	Data    *inference.Dataset
	Problem *problem.Problem
	start   hyper.Hyper
	Streams inference.Streams
	threads int
	from    string // start: both, linkage, random

	Stage    fitStage
	Phase    string
	Fraction float64

	first    beginning
	starts   starts
	state    *posterior.State // the best tree so far, being worked on
	openings []opening        // trees that the pilot starts from
	Pilot    *pilot.Pilot
	some     []int              // rows of the pilot, ascending; nil for all
	Mixed    *inference.Dataset // the table before the map, where the pilot draws Σ too; nil otherwise
	Lends    bool               // its pilot to another fit, once it is done
	Noisy    bool               // even if the pilot finds no noise: the table is mapped
	// θ, α, c and the noise are learnt from the tree alone, without a pilot: the start of a chain
	alone     bool
	Piloted   *pilot.Learning // what the pilot has learnt; nil without one
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
	Best      []*posterior.Sketch // distinct trees, best first
	Current   *posterior.Sketch   // of state, when the last iteration ended
	Shown     map[*posterior.Sketch]*tree.Tree
	Iteration int
	mark      mark
	Scalars   []float64
	Points    float64 // branch points of current
	depth     float64
	Learned   hyper.Hyper // of current
	predict   *ensemble.Ensemble
	backing   backing
}

type fitStage int

const (
	linking fitStage = iota
	first
	piloting
	Lent // the pilot is done, and another fit takes it
	weighting
	building
	choosing
	balancing
	supporting
	backingUp // a second chain finds supports
	passingOn
	Searching
)

const (
	UpkeepEvery = 25 // iterations between polishings of the best tree
)

// New begins a search. It refuses a table whose numbers cannot be told apart.
func New(data *inference.Dataset, plan Plan, streams inference.Streams, threads int) (*Fit, error) {
	problem, asNumbers := plan.problem(data)
	if err := numbers.Check(asNumbers, plan.Probit); err != nil {
		return nil, fmt.Errorf("%s: %w", plan.Model, err)
	}
	f := &Fit{Model: plan.Model, Data: data, Streams: streams, threads: max(threads, 1),
		from: plan.Start, Shown: map[*posterior.Sketch]*tree.Tree{}}
	f.Problem = problem
	f.start = plan.Given.Hyper(f.Problem)
	f.start.HoldStructure = true
	f.backing.wanted = plan.Second
	if f.Problem.Large() && f.from == "both" {
		f.from = "random" // the linkage tree takes time by the square of the rows
	}
	f.starts = newStarts(plan.OrdersFor(len(data.Rows), f.Pilots()))
	if plan.Passing {
		f.messenger = &messenger{f: f}
	}
	switch f.from {
	case "random":
		f.Stage = first
		if !f.Pilots() {
			f.Stage = building
		}
	default:
		f.first.clusterer = linkage.New(asNumbers.X, linkage.Ward)
	}
	return f, nil
}

// Step implements inference.Stepper.
func (f *Fit) Step(ctx context.Context) (inference.Report, error) {
	began := time.Now()
	var r inference.Report
	for r.Scalars == nil && !r.Changed && time.Since(began) < problem.StepTime {
		if err := ctx.Err(); err != nil {
			return inference.Report{Phase: f.Phase, Fraction: f.Fraction}, err
		}
		if s := f.state; s != nil && s.Sites != nil && s.Sites.Err != nil {
			return inference.Report{Phase: f.Phase, Fraction: f.Fraction}, fmt.Errorf("%s: %w", f.Model, s.Sites.Err)
		}
		switch f.Stage {
		case linking:
			f.first.link(f)
		case first:
			if f.from == "random" {
				r.Changed = f.first.build(f)
			} else {
				r.Changed = f.first.polish(f)
			}
		case piloting:
			r.Changed = f.learn()
		case Lent:
			return inference.Report{Phase: f.Phase, Fraction: f.Fraction, Changed: true}, nil
		case weighting:
			f.weigh()
		case building:
			r.Changed = f.starts.build(f)
		case choosing:
			r.Changed = f.starts.choose(f)
			if f.Stage == Searching {
				r.Scalars = f.report(true)
			}
		case balancing:
			r.Changed = f.balance()
			if f.Stage == Searching {
				r.Scalars = f.report(true)
			}
		case supporting:
			if f.supportAll() {
				f.beginSearch()
				if r.Changed = true; f.Stage == Searching {
					r.Scalars = f.report(true)
				}
			}
		case backingUp:
			if f.backing.advance(f) {
				f.search0()
				r.Scalars, r.Changed = f.report(true), true
			}
		case passingOn:
			if r.Changed = f.passOn(); r.Changed {
				r.Scalars = f.report(true)
			}
		case Searching:
			if done, improved := f.search(); done {
				r.Scalars, r.Changed = f.report(improved), improved
			}
		}
	}
	r.Phase, r.Fraction = f.Phase, f.Fraction
	return r, nil
}

// beginSearcher makes the searcher of the state.
func (f *Fit) beginSearcher() {
	f.searcher, f.ahead = placing.NewSearcher(f.state, rand.New(f.source), f.offer), nil
	switch {
	case f.messenger != nil:
		f.searcher.Attacher.Narrow = 0 // messages judge few trees: look at all places
	case looksNearby(f.state):
		f.searcher.Score, f.searcher.Vicinity = evidence.Score, evidence.NewVicinity(f.state)
		if s := f.state; f.Current.Hash == s.Hash[s.Top] {
			f.searcher.Known = posterior.Scored{Hash: f.Current.Hash, Objective: s.Objective(), Score: f.Current.Objective}
		}
	default:
		f.searcher.Score = evidence.Score
	}
}

// beginSearch ends the start.
func (f *Fit) beginSearch() {
	if f.backing.wanted && f.messenger == nil && !f.alone {
		f.Stage = backingUp
		return
	}
	f.search0()
}

// search0 begins iteration 0 of the search.
func (f *Fit) search0() {
	f.beginSearcher()
	f.Stage, f.Phase, f.Fraction = Searching, f.SearchPhase(), 1
	f.setMark()
}

// passOn passes messages on the trees that method em found and reports whether it is done.
func (f *Fit) passOn() bool {
	if !f.messenger.judgedAll {
		if !f.messenger.advance() {
			f.Fraction = 0.95 + 0.05*f.messenger.share()
			return false
		}
		f.messenger.rejudge()
		f.messenger.judgedAll = true
	}
	if f.branches() && !f.weighAll() {
		return false
	}
	f.Stage, f.Phase, f.Fraction = Searching, f.SearchPhase(), 1
	f.setMark()
	return true
}

// keep remembers the present tree as the best one.
func (f *Fit) keep() {
	k := f.state.Capture()
	k.Objective = f.scoreOf(f.state)
	f.keepAs(k)
}

// scoreOf returns that by which the trees of this fit are compared. Method mp starts from what the
// objective at the best times takes for good.
func (f *Fit) scoreOf(s *posterior.State) float64 {
	if f.messenger != nil {
		return s.Objective()
	}
	return evidence.Score(s)
}

// keepAs remembers the present tree, of which k is the sketch, as the best one.
func (f *Fit) keepAs(k *posterior.Sketch) {
	s, objective := f.state, k.Objective
	f.Current = k
	f.Learned = s.Hyper
	f.Points, f.depth = s.Extent()
	list := f.Best[:0:0]
	for _, k := range f.Best {
		if k.Hash != f.Current.Hash {
			list = append(list, k)
		}
	}
	f.Best = placing.Remember(list, math.Inf(1), f.Current.Hash, func() *posterior.Sketch { return f.Current })
	f.Current.Objective = objective
	f.predict = nil
	if f.searchesNearby() {
		f.searcher.Known = posterior.Scored{Hash: k.Hash, Objective: s.Objective(), Score: objective}
	}
}

// offer remembers a tree met on the way.
func (f *Fit) offer(objective float64) {
	s := f.state
	f.Best = placing.Remember(f.Best, objective, s.Hash[s.Top], s.Capture)
}

// search continues the present iteration.
func (f *Fit) search() (done, improved bool) {
	if f.weigher != nil {
		if !f.weighAll() {
			return false, false
		}
		return f.endSearch(f.improving)
	}
	if f.messenger != nil {
		if done, improved = f.messenger.search(); done {
			if f.branches() && (improved || (f.Iteration+1)%UpkeepEvery == 0) {
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
		if !f.upkeep.advance(f.Problem.NodesPerUnit()) {
			return false, false
		}
		improved = f.upkeep.list[0] != f.Current
		f.Best, f.upkeep = f.upkeep.list, nil
		if f.supports() {
			return f.beginWeighing(improved)
		}
		return f.endSearch(improved)
	}
	if f.searchesNearby() {
		return f.stepNearby()
	}
	if f.ahead == nil {
		f.ahead = newAhead(f)
	}
	done, improved = f.ahead.advance(f)
	if !done {
		return false, false
	}
	if f.upkeepDue() {
		f.ahead.stop()
		f.upkeep = newUpkeep(f)
		return false, false
	}
	return f.endSearch(improved)
}

// beginWeighing begins to weigh the trees that are kept, at the end of an iteration.
func (f *Fit) beginWeighing(improved bool) (bool, bool) {
	f.improving = improved
	f.weigher = branches.NewWeigher(f.state, f.Best, f.weighed, f.threads)
	if improved && f.messenger == nil {
		f.weigher.At = 1 // the best one is weighed by itself
	}
	return false, false
}

// endSearch ends an iteration of method em; a new tree is first weighed branch by branch.
func (f *Fit) endSearch(improved bool) (bool, bool) {
	if improved && f.supports() {
		f.supporter = f.newSupporter(f.weighed)
		if (f.Iteration+1)%(lookAgain*f.pace()) == 0 {
			f.supporter.Known = nil
		}
		return false, false
	}
	return f.endIteration(improved)
}

func (f *Fit) endIteration(improved bool) (bool, bool) {
	f.Iteration++
	if improved && f.messenger == nil && !f.supports() {
		f.keep()
	}
	f.Phase = f.SearchPhase()
	f.setMark()
	return true, improved
}

// report returns the scalars of Info.
func (f *Fit) report(changed bool) []float64 {
	if !changed && f.Scalars != nil && f.messenger == nil {
		return f.Scalars
	}
	h := f.Learned
	score, points := f.standing()
	f.Scalars = []float64{score, points, f.depth, h.C, h.Sigma2, h.Noise}
	if f.Model == "pydt" {
		f.Scalars = append(f.Scalars, h.Prior.Theta, h.Prior.Alpha)
	}
	if f.messenger != nil {
		f.Scalars = append(f.Scalars, float64(f.messenger.fallbacks))
	}
	return f.Scalars
}

// Snapshot implements inference.Stepper.
func (f *Fit) Snapshot() *inference.Snapshot {
	snap := &inference.Snapshot{Model: f.Model, Iteration: f.Iteration, Phase: f.Phase}
	if f.Current == nil {
		return snap
	}
	found, shown := &forest.Forest{}, map[*posterior.Sketch]*tree.Tree{}
	total, list := 0.0, f.List()
	for _, k := range list {
		t := f.Shown[k]
		if t == nil {
			t = f.backing.published(k, f.Data.Rows)
		}
		shown[k] = t
		w := math.Exp(math.Min(k.Objective-list[0].Objective, 0))
		total += w
		found.Trees = append(found.Trees, forest.Weighted{Tree: t, Objective: k.Objective, Weight: w})
	}
	f.Shown = shown
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
func (f *Fit) learnt() []inference.Scalar {
	h := f.Learned
	c := inference.Scalar{Name: "c", Mean: h.C}
	if !h.FixC {
		c.StandardDeviation = math.Sqrt(h.CA) / h.CB
		if h.Held {
			c.StandardDeviation = f.Piloted.C.Deviation
		}
	}
	sigma2 := inference.Scalar{Name: "sigma2", Mean: h.Sigma2}
	if !h.FixSigma2 && h.TauA > 2 { // 1/τ is inverse gamma
		sigma2.Mean = h.TauB / (h.TauA - 1)
		sigma2.StandardDeviation = sigma2.Mean / math.Sqrt(h.TauA-2)
	}
	var l pilot.Learning // whose deviations are 0 without a pilot
	if f.Piloted != nil {
		l = *f.Piloted
	}
	list := []inference.Scalar{c, sigma2, {Name: "noise", Mean: h.Noise, StandardDeviation: l.Noise.Deviation}}
	if f.Model == "pydt" {
		list = append(list, inference.Scalar{Name: "theta", Mean: h.Prior.Theta, StandardDeviation: l.Theta.Deviation},
			inference.Scalar{Name: "alpha", Mean: h.Prior.Alpha, StandardDeviation: l.Alpha.Deviation})
	}
	points, depth := f.Points, f.depth
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
	_ inference.Stepper   = (*Fit)(nil)
	_ inference.Saver     = (*Fit)(nil)
	_ inference.Predictor = (*Fit)(nil)
)

// LogDensity implements inference.Predictor: the mixture over the best trees of their predictive densities.
func (f *Fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.Current == nil {
		return nil, fmt.Errorf("%s: there is no tree to predict from yet", f.Model)
	}
	columns := f.Problem.D
	if kinds := f.Problem.Kinds(); kinds != nil {
		columns = len(kinds.Table().Columns)
	}
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the tree was learnt from %d", f.Model, d, columns)
	}
	if err := prepare(ctx, f); err != nil {
		return nil, err
	}
	return f.predict.LogDensity(ctx, x)
}

// prepare makes what predicts from the present trees.
func prepare(ctx context.Context, f *Fit) error {
	list := f.List()
	if f.predict != nil && slices.Equal(f.predict.From, posterior.ScoredOf(list)) {
		return nil
	}
	e, err := ensemble.New(ctx, f.Problem, f.Learned, list)
	if err == nil && f.Piloted != nil && len(f.Piloted.Draws) > 0 {
		err = e.Include(ctx, len(f.Piloted.Draws), f.threads, func(i int) *posterior.State {
			return f.Piloted.Draws[i].State(f.Problem, f.Learned)
		})
	}
	if err == nil {
		f.predict = e
	}
	return err
}
