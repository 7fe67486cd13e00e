package pydt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"
)

// A sequelFit is a fit of method em of independent columns, followed by a sequel: its trees are those of
// independent columns, bit for bit. Σ is learnt on the trees at iteration 0; what is shown of it, and
// what it predicts, follows the trees that the search finds later.
type sequelFit struct {
	*fit
	apart  *aside.Columns // the columns that Σ leaves out; nil for none
	blanks *covary.Blanks
	open   []string

	sequel   *sequel.Sequel // nil until it is learnt
	learner  *sequel.Learner
	learning *parallel.Errand
	share    float64           // of the learner's work that is done
	held     []float64         // the scalars of iteration 0, which are told once Σ is learnt
	together *predict.Forecast // what predicts from the present trees
	shown    *shownSigma
}

// newSequelFit begins a search that is followed by a choice between independence and the forms that are open.
func newSequelFit(data *inference.Dataset, plan searchPlan, open []string, streams inference.Streams,
	threads int) (f *sequelFit, err error) {
	f = &sequelFit{open: open, apart: aside.Of(data)}
	f.blanks = covary.NewBlanks(f.apart.Of(data).X)
	f.fit, err = newFit(data, plan, streams, threads)
	return f, err
}

// Step implements inference.Stepper.
func (f *sequelFit) Step(ctx context.Context) (inference.Report, error) {
	until := time.Now().Add(posterior.StepTime)
	if f.learner == nil {
		r, err := f.fit.Step(ctx)
		if err == nil && f.sequel == nil && r.Scalars != nil {
			f.held, r.Scalars, r.Changed = r.Scalars, nil, true
			f.learner = f.newLearner()
		}
		if f.sequel == nil {
			r.Fraction *= 0.9
		}
		return r, err
	}
	r := inference.Report{Phase: f.phaseNow(), Fraction: 0.9 + 0.1*f.share}
	for {
		if f.learning == nil {
			f.learning = parallel.NewErrand(f.learner.Advance)
		}
		switch f.learning.Wait(ctx, time.Until(until)) {
		case parallel.Unfinished:
			return r, ctx.Err()
		case parallel.Finished:
			f.learning, f.share = nil, f.learner.Share()
		case parallel.Complete:
			f.sequel = f.learner.Found()
			f.learner, f.learning = nil, nil
			r.Scalars, r.Changed, f.held = f.held, true, nil
			r.Phase, r.Fraction = f.phase, 1
			return r, nil
		}
	}
}

func (f *sequelFit) phaseNow() string {
	if f.learner != nil {
		return "learning how columns vary together on this tree"
	}
	return f.phase
}

// newLearner makes the learner for the present trees.
func (f *sequelFit) newLearner() *sequel.Learner {
	some := f.apart.Of(f.data)
	trees := []*tree.Tree{f.current.Publish(f.data.Rows)}
	if l := f.piloted; l != nil {
		for i := range min(sequel.Draws, len(l.Draws)) {
			trees = append(trees, l.Draws[i*len(l.Draws)/min(sequel.Draws, len(l.Draws))].Tree())
		}
	}
	h := f.learned
	least := covary.RoundingNoise(some.X)
	share := h.Noise / h.Sigma2
	if !h.FixNoise {
		share = max(share, least, firstShare)
	}
	rows := predict.Evenly(f.problem.N, sequel.Rows)
	judge := func(q *sequel.Sequel) []float64 {
		if q == nil {
			s := posterior.NewState(f.problem, h)
			s.Load(f.current)
			s.Recompute()
			return predict.LogLeftOut(s, rows, func() bool { return false })
		}
		one := f.forecastOf(q)
		one.Trees, one.Draws = one.Trees[:1], nil
		return leftOutUnder(one, f.data.X, rows)
	}
	return sequel.New(sequel.Task{X: some.X, Blanks: f.blanks, Trees: trees, Noise: share, Sigma2: h.Sigma2, Least: least,
		Open: f.open, Prior: noise.LogAt, Judge: judge, Streams: f.streams})
}

// firstShare is the noise, as a share of Σ, that a sequel begins with at least where it learns the noise.
const firstShare = 1e-3

// forecastOf returns what predicts from the present trees under a sequel.
func (f *sequelFit) forecastOf(q *sequel.Sequel) *predict.Forecast {
	list := f.list()
	out := &predict.Forecast{From: posterior.ScoredOf(list), Law: lawUnder(q), Warp: &q.Warp, Apart: f.apart,
		Blanks: f.blanks, Names: f.data.Rows, Hyper: f.learned, Trees: append([]*posterior.Sketch(nil), list...)}
	if f.piloted != nil {
		out.Draws = drawnTrees(f.piloted.Draws)
	}
	return out
}

// MarshalBinary implements inference.Saver. Before Σ is learnt there is only the seed to save.
func (f *sequelFit) MarshalBinary() ([]byte, error) { return f.AppendBinary(nil) }

// AppendBinary implements encoding.BinaryAppender.
func (f *sequelFit) AppendBinary(b []byte) ([]byte, error) {
	var z sequel.Saved
	if f.sequel != nil {
		z = f.sequel.Save(f.blanks)
	}
	out, err := saved.NewOuter(b, f.model, sequelLayout, z)
	if err != nil {
		return nil, err
	}
	if f.sequel != nil {
		if err := out.Add(f.fit); err != nil {
			return nil, err
		}
	}
	return out.End(), nil
}

// UnmarshalBinary implements inference.Saver.
func (f *sequelFit) UnmarshalBinary(data []byte) error {
	var z sequel.Saved
	inner, err := saved.OpenOuter(f.model, sequelLayout, data, &z)
	if err != nil || z.Form == "" {
		return err
	}
	q, err := z.Load(f.apart.Of(f.data).X, f.blanks, f.open)
	if err != nil {
		return fmt.Errorf("pydt: %w", err)
	}
	if len(inner) != 1 {
		return errors.New("pydt: the saved state has no tree")
	}
	if err := f.fit.UnmarshalBinary(inner[0]); err != nil {
		return err
	}
	f.sequel, f.learner, f.learning, f.held, f.together, f.shown = q, nil, nil, nil, nil, nil
	return nil
}

// sequelLayout is that of fits followed by a sequel; states of [layout] are of fits without a choice, those after of
// fits that chose the form first.
const sequelLayout = sampler.Layout + 2
