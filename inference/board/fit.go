package board

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
)

// Progress tells how far a series of fits has got.
type Progress struct {
	Fit, Fits int // index of the current fit, and how many there are
	Spec      job.Spec
	Share     float64 // completed share of that fit, from 0 to 1; NaN if it has no target
}

// A Fitted is one fit of a series that has ended: its result, or the reason there is none.
type Fitted struct {
	Place  int // among the Specs
	Spec   job.Spec
	Result *job.Result // nil with an error, and for a fit that was there already
	// Handle is the closed fit, with its material and its last snapshot. Nil if it never began.
	Handle job.Handle
	Err    error
}

// Watch is notified of fits, on the goroutine of [Fit]. Either may be nil.
type Watch struct {
	Progress func(Progress)
	Done     func(Fitted)
}

// From holds the tables and models of fits.
type From struct {
	Table *inference.Table // as it was read
	Test  *inference.Table // that Specs hold out, nil for none
	// Have holds the hashes of fits that the table has already; these are not run again.
	Have map[string]bool
	// Models are searched before the catalog for the models that Specs name.
	Models []inference.Model
}

// Fit runs one fit after another on the same table. A model that fails with one Spec is not tried
// again with the same settings. The error is that of ctx, which ends the current fit without a
// result; completed fits are kept. One that the table has already is passed over: it has neither a result nor an error.
func Fit(ctx context.Context, runner job.Runner, from From, specs []job.Spec, o job.Options, w Watch) error {
	failed := map[string]bool{}
	for i, s := range specs {
		if err := ctx.Err(); err != nil {
			return err
		}
		setup := Entry{Result: &job.Result{Spec: s}}.setup()
		if failed[setup] {
			continue
		}
		f := Fitted{Place: i, Spec: s}
		f.Result, f.Handle, f.Err = one(ctx, runner, from, s, o, func(share float64) {
			if w.Progress != nil {
				w.Progress(Progress{i, len(specs), s, share})
			}
		})
		if err := ctx.Err(); err != nil {
			return err
		}
		failed[setup] = f.Err != nil
		if w.Done != nil {
			w.Done(f)
		}
	}
	return ctx.Err()
}

// one runs one fit and calls each with the completed share.
func one(ctx context.Context, runner job.Runner, from From, s job.Spec, o job.Options,
	each func(share float64)) (r *job.Result, h job.Handle, err error) {
	defer func() {
		if v := recover(); v != nil {
			r, err = nil, fmt.Errorf("%s failed: %v (a mistake in the program)", s.Model, v)
		}
	}()
	each(0)
	var known job.Parts
	for _, m := range from.Models {
		if m.Info().Name == s.Model {
			known.Model = m
		}
	}
	m, err := job.BuildFrom(s, from.Table, from.Test, known)
	if err != nil {
		return nil, nil, err
	}
	if from.Have[m.Hash] {
		return nil, nil, nil
	}
	if h, err = runner.Start(ctx, m, o); err != nil {
		return nil, nil, err
	}
	defer h.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = h.Wait() // the result tells it
	}()
	snapshots := h.Snapshots()
	for waiting := true; waiting; {
		select {
		case <-ended:
			waiting = false
		case _, open := <-snapshots:
			if !open {
				snapshots = nil
			}
			each(done(h.Progress()))
		}
	}
	if r, err = h.Result(ctx); err != nil {
		return nil, h, err
	}
	return r, h, nil
}

// Data returns the data set that was fitted, or nil.
func (f Fitted) Data() *inference.Dataset {
	if f.Handle == nil {
		return nil
	}
	return f.Handle.Material().Data
}

// done returns the completed share of a fit.
func done(p run.Progress) float64 {
	if p.Target <= 0 {
		return p.Fraction
	}
	return float64(p.Iteration) / float64(p.Target)
}
