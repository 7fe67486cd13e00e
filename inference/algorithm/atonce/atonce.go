// Package atonce drives density models that have one iteration: units of work until the fit is
// complete, then one report.
package atonce

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/parallel"

	"gonum.org/v1/gonum/mat"
)

const complete = "fit complete"

// A Fit is the part of a stepper that such models share.
type Fit struct {
	Model    string
	Phase    string // until the fit is complete
	Learnt   string // name of the scalar of the snapshot
	Finished bool   // the model sets it once there is nothing left to do
	Reported bool   // the one iteration

	apart *parallel.Errand // work that cannot be cut into short pieces, under way
	then  func()
}

// Apart does work that cannot be cut into short pieces on a goroutine of its own, so that steps can end before it does;
// then is called in a step once it is done. Until then advance is not called. Work touches nothing that snapshots,
// saved states and the fraction are made of.
func (f *Fit) Apart(work, then func()) {
	f.apart, f.then = parallel.NewErrand(func() bool { work(); return true }), then
}

// goOn calls advance, or waits for work apart.
func (f *Fit) goOn(ctx context.Context, advance func()) {
	switch {
	case f.apart == nil:
		advance()
	case f.apart.Wait(ctx, pace.Step) == parallel.Complete:
		f.apart = nil
		f.then()
	}
}

// Work calls advance for about 20 ms, or until the fit is finished. Fraction is asked before that,
// scalars once after it.
func (f *Fit) Work(ctx context.Context, advance func(), fraction func() float64,
	scalars func() []float64) (inference.Report, error) {
	outcome, err := pace.Work(ctx, func() bool { return f.Finished },
		func() bool { f.goOn(ctx, advance); return f.Finished })
	switch {
	case err != nil:
		return inference.Report{}, err
	case outcome == pace.Paused:
		return inference.Report{Phase: f.Phase, Fraction: fraction()}, nil
	}
	r := inference.Report{Phase: complete, Fraction: 1, Done: true, Changed: !f.Reported}
	if !f.Reported {
		f.Reported = true
		r.Scalars = scalars()
	}
	return r, nil
}

// Show returns a snapshot, with the value learnt once the fit is finished.
func (f *Fit) Show(learnt float64) *inference.Snapshot {
	if !f.Finished {
		return &inference.Snapshot{Model: f.Model, Phase: f.Phase}
	}
	return &inference.Snapshot{Model: f.Model, Phase: complete,
		Scalars: []inference.Scalar{{Name: f.Learnt, Mean: learnt}}}
}

// LogDensities calls of for each row of x and returns the results.
func LogDensities(ctx context.Context, x *mat.Dense, of func(row []float64) float64) ([]float64, error) {
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = of(x.RawRowView(i))
	}
	return out, nil
}
