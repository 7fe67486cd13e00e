package pydt

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A together is a run of method em whose columns vary together (math 11). It alternates between a
// search on the table mapped by Σ and learning Σ from the contrasts of the tree.
//
// The first round takes columns to be independent and starts from the linkage tree alone. Each
// later round continues from the tree of the previous one.
//
// Of a covariance of up to mostMixed columns the second round has a pilot, which draws Σ too: at the
// Σ̂ of a searched tree, which follows the rows too closely, it would find too little noise. Σ is then
// learnt from the trees that it drew, and the third round refines its last trees and the present one under
// it. A fourth continues under the Σ̂ of its tree. So one pilot is enough.
//
// Elsewhere the pilot of the first round after that of independent columns holds Σ̂, later rounds hold
// its hyperparameters, and once a round gains little, one more round learns them again, and the search
// continues under its Σ. Held hyperparameters suit trees that follow the rows ever more closely, and raise the
// objective above that of the sampler's trees, so the objective cannot compare rounds.
type together struct {
	model   string
	data    *inference.Dataset
	under   searchPlan // of a search within, under Σ
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
	inner    *fit
	law      correlated.Law // of the inner fit; without Σ in the first round
	standing correlated.Standing
	learner  *correlated.Learner  // between rounds
	learning *parallel.Errand     // of the learner, under way; nil for none
	brancher *correlated.Brancher // of trees over the columns; nil for other forms
	last     float64              // objective when the last round ended
	search   bool                 // rounds are over
	scalars  []float64
	predict  *predict.Forecast
}

const (
	mostMixed          = 50 // columns whose Σ the pilot draws, at most: each sweep takes time by their square
	pooledPilot        = 2  // the round of the pilot where Σ is learnt from its trees
	lastPooled         = 4  // and the last round there
	mostTogetherRounds = 10
	mostLargeRounds    = 6    // of more rows than a pilot takes: independent columns then take less time beside them
	roundGain          = 0.02 // nats a row that a round must gain for another one
)

// newTogether begins a search whose columns vary together in a form. over are the hyperparameters of a tree over the
// columns.
func newTogether(data *inference.Dataset, plan searchPlan, form string, over sampler.Given, streams inference.Streams,
	threads int) (*together, error) {
	f := &together{model: plan.model, data: data, under: plan, streams: streams, threads: threads, form: form,
		last: math.Inf(-1)}
	f.apart = correlated.ApartFor(data, f.form)
	some := f.apart.Of(data)
	f.centre, f.blanks = covary.Centre(some.X), covary.NewBlanks(some.X)
	inner, err := newFit(data, plan, streams, threads)
	if err != nil {
		return nil, err
	}
	inner.goAlone() // its hyperparameters are learnt again under Σ
	if f.form == correlated.ByTree {
		own := streams
		own.Chain += 1 << 48
		f.brancher = &correlated.Brancher{Columns: data.Columns, Streams: own, Threads: max(threads, 1),
			Search: columnSearch(plan.model, over, own, threads)}
	}
	f.inner = inner
	f.under.given = plan.given.Unscaled()
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
	f.law = correlated.Law{Form: f.form, Filled: filled}
	return f, nil
}

// Step implements inference.Stepper.
func (f *together) Step(ctx context.Context) (inference.Report, error) {
	for until := time.Now().Add(posterior.StepTime); ; {
		if err := ctx.Err(); err != nil {
			return inference.Report{Phase: f.phase(), Fraction: f.fraction()}, err
		}
		if f.learner == nil {
			r, err := f.inner.Step(ctx)
			if err == nil && f.inner.stage == lent {
				f.endPilot()
			} else if err == nil && r.Scalars != nil && !f.search {
				f.endRound()
				r.Scalars, r.Changed = nil, true
				if f.search {
					r.Scalars = f.report(f.inner.scalars)
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
func (f *together) phase() string {
	switch {
	case f.search:
		what := map[string]string{correlated.AnyCovariance: "their covariance", correlated.ByTree: "a tree over them",
			correlated.ByFactors: fmt.Sprintf("%d factors", f.law.Factors)}[f.form]
		_, why, _ := strings.Cut(f.inner.phase, searchWord)
		return searchWord + ", columns with " + what + why
	case f.learner != nil:
		return fmt.Sprintf("learning how columns vary together, round %d", f.round+1)
	case f.round == 0:
		return f.within("columns by themselves")
	}
	return f.within(fmt.Sprintf("columns together, round %d", f.round))
}

// within adds what the inner search is doing, if it has begun.
func (f *together) within(phase string) string {
	if f.inner.phase == "" {
		return phase
	}
	return phase + ": " + f.inner.phase
}

// fraction returns how much of the start is done, assuming the usual five rounds.
func (f *together) fraction() float64 {
	switch {
	case f.search:
		return f.inner.fraction
	}
	return math.Min((float64(f.round)+f.inner.fraction)/6, 0.99)
}

// share returns the noise of the inner fit as a share of Σ.
func (f *together) share() float64 { return f.inner.learned.Noise / f.inner.learned.Sigma2 }

// endRound judges a round and starts to learn Σ from its tree, or ends the rounds.
func (f *together) endRound() {
	t := f.inner.current.Publish(f.data.Rows)
	objective := f.inner.current.Objective
	if f.round > 0 {
		f.standing = f.law.Stand(t, f.share(), f.blanks)
		objective += f.standing.Constant
		if f.pools && f.round == lastPooled || !f.pools && f.rivals && f.round > 1 {
			f.search = true
			return
		}
		little := f.round > 1 && objective-f.last < roundGain*float64(len(f.data.Rows))
		f.rivals = little || f.round == f.mostRounds()-1
	} else {
		f.law.Sigma = covary.Diagonal(filledWith(f.centre.Columns(), f.inner.learned.Sigma2))
	}
	f.last = objective
	from := f.law
	f.learner = correlated.NewLearner(t, f.share(), f.centre, f.blanks, from)
	f.learner.Brancher = f.brancher
}

// mostRounds returns how many rounds there are, at most.
func (f *together) mostRounds() int {
	if len(f.data.Rows) > pilotWhole {
		return mostLargeRounds
	}
	return mostTogetherRounds
}

// endPilot starts to learn Σ from the trees that the pilot drew.
func (f *together) endPilot() {
	f.learner = correlated.NewLearner(f.inner.current.Publish(f.data.Rows), f.inner.pilot.found.Noise.Mean, f.centre,
		f.blanks, f.law)
	f.learner.Pooled = append(f.learner.Pooled, f.inner.pilot.contrasts()...)
}

// filledWith returns d equal numbers.
func filledWith(d int, v float64) []float64 {
	psi := make([]float64, d)
	for j := range psi {
		psi[j] = v
	}
	return psi
}

// beginRound starts a search under the Σ that has been learnt, from the tree at hand.
func (f *together) beginRound() error {
	l := f.learner
	f.learner = nil
	if l.Err != nil {
		return l.Err
	}
	f.law = l.Law
	f.law.Draw(l.Tree, l.Noise, f.blanks, f.streams.Task(correlated.FillStream+uint64(f.round)))
	f.standing = f.law.Stand(l.Tree, l.Noise, f.blanks)
	before := f.inner
	f.round++
	inner, err := f.newInner(f.round)
	if err != nil {
		return err
	}
	if f.round == 1 {
		// The contrasts lie in as many directions as there are rows, unless missing cells, drawn for each tree, add some.
		f.pools = inner.mixed != nil && inner.pilots() && (f.blanks == nil || f.centre.Columns() <= len(f.data.Rows))
	}
	switch {
	case f.pools:
		f.rivals = f.round == pooledPilot
	case f.round == 1:
		f.rivals = true
	}
	if inner.lends = f.pools && f.rivals; before.stage == lent {
		inner.takePilot(before)
	} else {
		inner.goOnFrom(before, f.rivals)
	}
	f.inner = inner
	return nil
}

// newInner returns a search on the table as mapped by the law.
func (f *together) newInner(round int) (*fit, error) {
	mapped := *f.apart.Of(f.data)
	mapped.X = f.law.Sigma.Map().Rows(f.law.Searched())
	streams := f.streams
	streams.Chain += uint64(round) << 40
	inner, err := newFit(&mapped, f.under, streams, f.threads)
	if err != nil {
		return nil, err
	}
	inner.noisy = true
	if _, d := mapped.Dims(); f.form == correlated.AnyCovariance && d <= mostMixed {
		inner.mixed = f.apart.Of(f.data)
	}
	return inner, nil
}

// report turns the scalars of the inner fit into those of the table.
func (f *together) report(inner []float64) []float64 {
	s := append([]float64(nil), inner...)
	s[0] += f.standing.Constant
	s[4] = f.standing.MeanVar
	s[5] *= f.standing.MeanVar
	f.scalars = s
	return s
}

// Snapshot implements inference.Stepper.
func (f *together) Snapshot() *inference.Snapshot {
	snap := f.inner.Snapshot()
	snap.Phase = f.phase()
	if d := decisionOf(f.form, f.scores); d != nil {
		snap.Parts = append(snap.Parts, d)
	}
	if f.law.Sigma == nil || f.round == 0 {
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
	snap.Parts = append(snap.Parts, f.apart.Complete(f.law.Part(f.apart.Of(f.data).Columns), f.data.Columns))
	return snap
}

// LogDensity implements inference.Predictor: the mixture over the best trees of the densities
// of new rows with Σ integrated out (math 11.4).
func (f *together) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.round == 0 {
		return f.inner.LogDensity(ctx, x)
	}
	_, columns := f.data.Dims()
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the tree was learnt from %d", f.model, d, columns)
	}
	f.forecast()
	return f.predict.LogDensity(ctx, x)
}

// forecast makes what predicts from the present trees.
func (f *together) forecast() {
	if f.predict == nil || !slices.Equal(f.predict.From, posterior.ScoredOf(f.inner.best)) {
		f.predict = &predict.Forecast{From: posterior.ScoredOf(f.inner.best), Law: f.law, Apart: f.apart,
			Blanks: f.blanks, Names: f.data.Rows,
			Hyper: f.inner.learned, Trees: append([]*posterior.Sketch(nil), f.inner.best...)}
		if l := f.inner.piloted; l != nil {
			f.predict.Draws = drawnTrees(l.Draws)
		}
	}
}

var (
	_ inference.Stepper       = (*together)(nil)
	_ inference.Saver         = (*together)(nil)
	_ inference.Predictor     = (*together)(nil)
	_ inference.CellPredictor = (*together)(nil)
)

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot, Σ integrated out. The row of a cell is taken off the tree and put to all places of it,
// by the density of its other cells. Missing cells of other rows are taken at their means (math
// 11.5).
func (f *together) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.round == 0 {
		return f.inner.LogCells(cells, value)
	}
	if err := predict.CheckCells(f.data, cells, value, false); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.model, err)
	}
	f.forecast()
	return f.predict.LogCellsOf(f.data.X, cells, value)
}
