package together

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"
)

// A SequelFit is a fit of method em of independent columns, followed by a sequel: its trees are those of
// independent columns, bit for bit. Σ is learnt on the trees at iteration 0; what is shown of it, and
// what it predicts, follows the trees that the search finds later.
type SequelFit struct {
	*search.Fit
	Apart  *aside.Columns // the columns that Σ leaves out; nil for none
	Blanks *covary.Blanks
	Open   []string

	Sequel   *sequel.Sequel // nil until it is learnt
	Learner  *sequel.Learner
	Learning *parallel.Errand
	share    float64            // of the learner's work that is done
	held     []float64          // the scalars of iteration 0, which are told once Σ is learnt
	together *forecast.Forecast // what predicts from the present trees
	shown    *shownSigma
}

// NewSequel begins a search that is followed by a choice between independence and the forms that are open.
func NewSequel(data *inference.Dataset, plan search.Plan, open []string, streams inference.Streams,
	threads int) (f *SequelFit, err error) {
	f = &SequelFit{Open: open, Apart: aside.Of(data)}
	f.Blanks = covary.NewBlanks(f.Apart.Of(data).X)
	f.Fit, err = search.New(data, plan, streams, threads)
	return f, err
}

// Step implements inference.Stepper.
func (f *SequelFit) Step(ctx context.Context) (inference.Report, error) {
	until := time.Now().Add(problem.StepTime)
	if f.Learner == nil {
		r, err := f.Fit.Step(ctx)
		if err == nil && f.Sequel == nil && r.Scalars != nil {
			f.follow(r.Scalars)
			r.Scalars, r.Changed = nil, true
		}
		if f.Sequel == nil {
			r.Fraction *= 0.9
		}
		return r, err
	}
	r := inference.Report{Phase: f.phaseNow(), Fraction: 0.9 + 0.1*f.share}
	for {
		if f.Learning == nil {
			f.Learning = parallel.NewErrand(f.Learner.Advance)
		}
		switch f.Learning.Wait(ctx, time.Until(until)) {
		case parallel.Unfinished:
			return r, ctx.Err()
		case parallel.Finished:
			f.Learning, f.share = nil, f.Learner.Share()
		case parallel.Complete:
			f.Sequel = f.Learner.Found()
			f.Learner, f.Learning = nil, nil
			r.Scalars, r.Changed, f.held = f.held, true, nil
			r.Phase, r.Fraction = f.Phase, 1
			return r, nil
		}
	}
}

// follow begins to learn Σ on the trees of iteration 0, whose scalars are given.
func (f *SequelFit) follow(scalars []float64) { f.held, f.Learner = scalars, f.newLearner() }

func (f *SequelFit) phaseNow() string {
	if f.Learner != nil {
		return "learning how columns vary together on this tree"
	}
	return f.Phase
}

// newLearner makes the learner for the present trees.
func (f *SequelFit) newLearner() *sequel.Learner {
	some := f.Apart.Of(f.Data)
	trees := []*tree.Tree{f.Current.Publish(f.Data.Rows)}
	if l := f.Piloted; l != nil {
		for i := range min(sequel.Draws, len(l.Draws)) {
			trees = append(trees, l.Draws[i*len(l.Draws)/min(sequel.Draws, len(l.Draws))].Tree())
		}
	}
	h := f.Learned
	least := covary.RoundingNoise(some.X)
	share := h.Noise / h.Sigma2
	if !h.FixNoise {
		share = max(share, least, firstShare)
	}
	rows := ensemble.Evenly(f.Problem.N, sequel.Rows)
	judge := func(q *sequel.Sequel) []float64 {
		if q == nil {
			s := posterior.NewState(f.Problem, h)
			s.Load(f.Current)
			s.Recompute()
			return ensemble.LogLeftOut(s, rows, func() bool { return false })
		}
		one := f.forecastOf(q)
		one.Trees, one.Draws = one.Trees[:1], nil
		return leftOutUnder(one, f.Data.X, rows)
	}
	return sequel.New(sequel.Task{X: some.X, Blanks: f.Blanks, Trees: trees, Noise: share, Sigma2: h.Sigma2, Least: least,
		Open: f.Open, Prior: noise.LogAt, Judge: judge, Streams: f.Streams})
}

// firstShare is the noise, as a share of Σ, that a sequel begins with at least where it learns the noise.
const firstShare = 1e-3

// forecastOf returns what predicts from the present trees under a sequel.
func (f *SequelFit) forecastOf(q *sequel.Sequel) *forecast.Forecast {
	list := f.List()
	out := &forecast.Forecast{From: posterior.ScoredOf(list), Law: lawUnder(q), Warp: &q.Warp, Apart: f.Apart,
		Blanks: f.Blanks, Names: f.Data.Rows, Hyper: f.Learned, Trees: append([]*posterior.Sketch(nil), list...)}
	if f.Piloted != nil {
		out.Draws = f.Piloted.DrawnTrees()
	}
	return out
}

// MarshalBinary implements inference.Saver. Before Σ is learnt there is only the seed to save.
func (f *SequelFit) MarshalBinary() ([]byte, error) { return pieces.Whole(f.Pieces()) }

// Pieces returns the state in pieces.
func (f *SequelFit) Pieces() (*pieces.Bytes, error) {
	if f.Sequel == nil {
		return saved.Around(f.Model, sequelLayout, sequel.Saved{})
	}
	return saved.Around(f.Model, sequelLayout, f.Sequel.Save(f.Blanks), f.Fit)
}

// UnmarshalBinary implements inference.Saver.
func (f *SequelFit) UnmarshalBinary(data []byte) error {
	var z sequel.Saved
	inner, err := saved.OpenOuter(f.Model, sequelLayout, data, &z)
	if err != nil || z.Form == "" {
		return err
	}
	q, err := z.Load(f.Apart.Of(f.Data).X, f.Blanks, f.Open)
	if err != nil {
		return fmt.Errorf("pydt: %w", err)
	}
	if len(inner) != 1 {
		return errors.New("pydt: the saved state has no tree")
	}
	if err := f.Fit.UnmarshalBinary(inner[0]); err != nil {
		return err
	}
	f.Sequel, f.Learner, f.Learning, f.held, f.together, f.shown = q, nil, nil, nil, nil, nil
	return nil
}

// sequelLayout is that of fits followed by a sequel; states of [layout] are of fits without a choice, those after of
// fits that chose the form first.
const sequelLayout = sampler.Layout + 2
