package together

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A Together is a run of method em whose columns vary together (math 11). It alternates between a
// search on the table mapped by Σ and learning Σ from the contrasts of the tree.
//
// The first round takes columns to be independent and starts from the linkage tree alone. Each
// later round continues from the tree of the previous one.
//
// Of a covariance of up to [MostMixed] columns the second round has a pilot, which draws Σ too: at the
// Σ̂ of a searched tree, which follows the rows too closely, it would find too little noise. Σ is then
// learnt from the trees that it drew, and the third round refines its last trees and the present one under
// it. A fourth continues under the Σ̂ of its tree. So one pilot is enough.
//
// Elsewhere the pilot of the first round after that of independent columns holds Σ̂, later rounds hold
// its hyperparameters, and once a round gains little, one more round learns them again, and the search
// continues under its Σ. Held hyperparameters suit trees that follow the rows ever more closely, and raise the
// objective above that of the sampler's trees, so the objective cannot compare rounds.
type Together struct {
	model   string
	data    *inference.Dataset
	under   search.Plan // of a search within, under Σ
	second  bool        // a second chain finds supports of the last round's tree
	streams inference.Streams
	threads int
	apart   *aside.Columns // the columns that hardly vary, which Σ and everything with its columns leave out; nil for none
	centre  *covary.Sigma
	blanks  *covary.Blanks

	form     string
	scores   []float64 // by which the form was decided, in states from when auto chose it; nil if it was given
	round    int
	rivals   bool // in this round
	pools    bool // Σ is learnt from the trees that the only pilot draws
	Inner    *search.Fit
	Law      correlated.Law // of the inner fit; without Σ in the first round
	standing correlated.Standing
	learner  *correlated.Learner // between rounds
	learning *parallel.Errand    // of the learner, under way; nil for none
	brancher *columntree.Learner // of trees over the columns; nil for other forms
	last     float64             // objective when the last round ended
	search   bool                // rounds are over
	Scalars  []float64
	predict  *forecast.Forecast
	chosen   *decision.Decisions // how the tree came to be built under Σ where auto chose it; else nil
}

const (
	MostMixed          = 50 // columns whose Σ the pilot draws, at most: each sweep takes time by their square
	pooledPilot        = 2  // the round of the pilot where Σ is learnt from its trees
	lastPooled         = 4  // and the last round there
	mostTogetherRounds = 10
	mostLargeRounds    = 6    // of more rows than a pilot takes: independent columns then take less time beside them
	roundGain          = 0.02 // nats a row that a round must gain for another one
)

// New begins a search whose columns vary together in a form. over are the hyperparameters of a tree over the
// columns.
func New(data *inference.Dataset, plan search.Plan, form string, over hyper.Given, streams inference.Streams,
	threads int) (*Together, error) {
	f := &Together{model: plan.Model, data: data, under: plan, streams: streams, threads: threads, form: form,
		last: math.Inf(-1)}
	f.apart = correlated.ApartFor(data, f.form)
	some := f.apart.Of(data)
	f.centre, f.blanks = covary.Centre(some.X), covary.NewBlanks(some.X)
	// The second chain takes the mapped table for measured: cells that were drawn would count as such.
	f.second = plan.Second && f.blanks == nil && f.apart == nil
	plan.Second, f.under.Second = false, false
	inner, err := search.New(data, plan, streams, threads)
	if err != nil {
		return nil, err
	}
	inner.GoAlone() // its hyperparameters are learnt again under Σ
	if f.form == correlated.ByTree {
		own := streams
		own.Chain += 1 << 48
		f.brancher = &columntree.Learner{Columns: data.Columns, Streams: own, Threads: max(threads, 1),
			Search: search.ColumnSearch(plan.Model, over, own, threads)}
	}
	f.Inner = inner
	f.under.Given = plan.Given.Unscaled()
	filled := mat.DenseCopyOf(some.X)
	n, _ := filled.Dims()
	for i := range n {
		row := filled.RawRowView(i)
		for j, v := range row {
			if math.IsNaN(v) {
				row[j] = 0
			}
		}
	}
	f.Law = correlated.Law{Form: f.form, Filled: filled}
	return f, nil
}

// Step implements inference.Stepper.
func (f *Together) Step(ctx context.Context) (inference.Report, error) {
	for until := time.Now().Add(problem.StepTime); ; {
		if err := ctx.Err(); err != nil {
			return inference.Report{Phase: f.phase(), Fraction: f.fraction()}, err
		}
		if f.learner == nil {
			r, err := f.Inner.Step(ctx)
			if err == nil && f.Inner.Stage == search.Lent {
				f.endPilot()
			} else if err == nil && r.Scalars != nil && !f.search {
				f.endRound()
				r.Scalars, r.Changed = nil, true
				if f.search {
					r.Scalars = f.report(f.Inner.Scalars)
				}
			} else if r.Scalars != nil {
				r.Scalars = f.report(r.Scalars)
			}
			r.Phase, r.Fraction = f.phase(), f.fraction()
			return r, err
		}
		if f.learning == nil {
			f.learning = parallel.NewErrand(f.learner.Advance)
		}
		switch f.learning.Wait(ctx, time.Until(until)) {
		case parallel.Unfinished:
			return inference.Report{Phase: f.phase(), Fraction: f.fraction()}, ctx.Err()
		case parallel.Finished:
			f.learning = nil
		case parallel.Complete:
			f.learning = nil
			if err := f.beginRound(); err != nil {
				return inference.Report{Phase: f.phase(), Fraction: f.fraction()}, err
			}
			return inference.Report{Phase: f.phase(), Fraction: f.fraction(), Changed: true}, nil
		}
	}
}

// phase says what is being done.
func (f *Together) phase() string {
	switch {
	case f.search:
		what := map[string]string{correlated.AnyCovariance: "their covariance", correlated.ByTree: "a tree over them",
			correlated.ByFactors: fmt.Sprintf("%d factors", f.Law.Factors)}[f.form]
		_, why, _ := strings.Cut(f.Inner.Phase, search.SearchWord)
		return search.SearchWord + ", columns with " + what + why
	case f.learner != nil:
		return fmt.Sprintf("learning how columns vary together, round %d", f.round+1)
	case f.round > 0:
		return fmt.Sprintf("fitting the tree again, round %d", f.round)
	}
	return cmp.Or(f.Inner.Phase, "starting")
}

// fraction returns how much of the start is done, assuming the usual five rounds.
func (f *Together) fraction() float64 {
	switch {
	case f.search:
		return f.Inner.Fraction
	}
	return math.Min((float64(f.round)+f.Inner.Fraction)/6, 0.99)
}

// Share returns the noise of the inner fit as a share of Σ.
func (f *Together) Share() float64 { return f.Inner.Learned.Noise / f.Inner.Learned.Sigma2 }

// endRound judges a round and starts to learn Σ from its tree, or ends the rounds.
func (f *Together) endRound() {
	t := f.Inner.Current.Publish(f.data.Rows)
	objective := f.Inner.Current.Objective
	if f.round > 0 {
		f.standing = f.Law.Stand(t, f.Share(), f.blanks)
		objective += f.standing.Constant
		if f.isLast() {
			f.search = true
			return
		}
		little := f.round > 1 && objective-f.last < roundGain*float64(len(f.data.Rows))
		f.rivals = little || f.round == f.mostRounds()-1
	} else {
		f.Law.Sigma = covary.Diagonal(slices.Repeat([]float64{f.Inner.Learned.Sigma2}, f.centre.Columns()))
	}
	f.last = objective
	from := f.Law
	f.learner = correlated.NewLearner(t, f.Share(), f.centre, f.blanks, from)
	f.learner.Brancher = f.brancher
}

// isLast reports whether the search goes on under the Σ of this round.
func (f *Together) isLast() bool {
	return f.pools && f.round == lastPooled || !f.pools && f.rivals && f.round > 1
}

// mostRounds returns how many rounds there are, at most.
func (f *Together) mostRounds() int {
	if len(f.data.Rows) > pilot.Whole {
		return mostLargeRounds
	}
	return mostTogetherRounds
}

// endPilot starts to learn Σ from the trees that the pilot drew.
func (f *Together) endPilot() {
	f.learner = correlated.NewLearner(f.Inner.Current.Publish(f.data.Rows), f.Inner.Pilot.Found.Noise.Mean, f.centre,
		f.blanks, f.Law)
	f.learner.Pooled = append(f.learner.Pooled, f.Inner.Pilot.Contrasts()...)
}

// beginRound starts a search under the Σ that has been learnt, from the tree at hand.
func (f *Together) beginRound() error {
	l := f.learner
	f.learner = nil
	if l.Err != nil {
		return l.Err
	}
	f.Law = l.Law
	f.Law.Draw(l.Tree, l.Noise, f.blanks, f.streams.Task(correlated.FillStream+uint64(f.round)))
	f.standing = f.Law.Stand(l.Tree, l.Noise, f.blanks)
	before := f.Inner
	f.round++
	f.under.Second = f.second && f.isLast()
	inner, err := f.newInner(f.round)
	if err != nil {
		return err
	}
	if f.round == 1 {
		// The contrasts lie in as many directions as there are rows, unless missing cells, drawn for each tree, add some.
		f.pools = inner.Mixed != nil && inner.Pilots() && (f.blanks == nil || f.centre.Columns() <= len(f.data.Rows))
	}
	switch {
	case f.pools:
		f.rivals = f.round == pooledPilot
	case f.round == 1:
		f.rivals = true
	}
	if inner.Lends = f.pools && f.rivals; before.Stage == search.Lent {
		inner.TakePilot(before)
	} else {
		inner.GoOnFrom(before, f.rivals)
	}
	f.Inner = inner
	return nil
}

// newInner returns a search on the table as mapped by the law.
func (f *Together) newInner(round int) (*search.Fit, error) {
	mapped := *f.apart.Of(f.data)
	mapped.X = f.Law.Sigma.Map().Rows(f.Law.Searched())
	streams := f.streams
	streams.Chain += uint64(round) << 40
	inner, err := search.New(&mapped, f.under, streams, f.threads)
	if err != nil {
		return nil, err
	}
	inner.Noisy = true
	if _, d := mapped.Dims(); f.form == correlated.AnyCovariance && d <= MostMixed {
		inner.Mixed = f.apart.Of(f.data)
	}
	return inner, nil
}

// report turns the scalars of the inner fit into those of the table.
func (f *Together) report(inner []float64) []float64 {
	s := append([]float64(nil), inner...)
	s[0] += f.standing.Constant
	s[4] = f.standing.MeanVar
	s[5] *= f.standing.MeanVar
	f.Scalars = s
	return s
}

// Snapshot implements inference.Stepper.
func (f *Together) Snapshot() *inference.Snapshot {
	snap := f.Inner.Snapshot()
	snap.Phase = f.phase()
	switch d := decisionOf(f.form, f.scores); {
	case f.chosen != nil:
		snap.Parts = append(snap.Parts, f.chosen)
	case d != nil:
		snap.Parts = append(snap.Parts, d)
	case f.form == correlated.AnyCovariance && f.round > 0 && ManyRows(f.data):
		snap.Parts = append(snap.Parts, &decision.Decisions{List: []decision.Decision{unitsWithin(f.data)}})
	}
	if f.Law.Sigma == nil || f.round == 0 {
		if !f.search {
			snap.Iteration = 0
		}
		return snap
	}
	trees := forest.TreesOf(snap) // made for this snapshot
	for i := range trees {
		trees[i].Objective += f.standing.Constant
	}
	for i := range snap.Scalars {
		switch s := &snap.Scalars[i]; s.Name {
		case "sigma2":
			s.Mean, s.StandardDeviation = f.standing.MeanVar, 0
		case "noise":
			s.Mean *= f.standing.MeanVar
			s.StandardDeviation *= f.standing.MeanVar
		}
	}
	snap.Parts = append(snap.Parts, f.apart.Complete(f.Law.Part(f.apart.Of(f.data).Columns), f.data.Columns))
	return snap
}

// LogDensity implements inference.Predictor: the mixture over the best trees of the densities
// of new rows with Σ integrated out (math 11.4).
func (f *Together) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.round == 0 {
		return f.Inner.LogDensity(ctx, x)
	}
	_, columns := f.data.Dims()
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the tree was learnt from %d", f.model, d, columns)
	}
	f.forecast()
	return f.predict.LogDensity(ctx, x)
}

// forecast makes what predicts from the present trees.
func (f *Together) forecast() {
	if f.predict == nil || !slices.Equal(f.predict.From, posterior.ScoredOf(f.Inner.Best)) {
		f.predict = &forecast.Forecast{From: posterior.ScoredOf(f.Inner.Best), Law: f.Law, Apart: f.apart,
			Blanks: f.blanks, Names: f.data.Rows,
			Hyper: f.Inner.Learned, Trees: append([]*posterior.Sketch(nil), f.Inner.Best...)}
		if l := f.Inner.Piloted; l != nil {
			f.predict.Draws = l.DrawnTrees()
		}
	}
}

var (
	_ inference.Stepper       = (*Together)(nil)
	_ inference.Saver         = (*Together)(nil)
	_ inference.Predictor     = (*Together)(nil)
	_ inference.CellPredictor = (*Together)(nil)
)

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot, Σ integrated out. The row of a cell is taken off the tree and put to all places of it,
// by the density of its other cells. Missing cells of other rows are taken at their means (math
// 11.5).
func (f *Together) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.round == 0 {
		return f.Inner.LogCells(cells, value)
	}
	if err := cellwise.Check(f.data, cells, value, false); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.model, err)
	}
	f.forecast()
	return f.predict.LogCellsOf(f.data.X, cells, value)
}
