// Package pace divides the work of a model into steps that leave the program responsive.
package pace

import (
	"context"
	"time"

	"example.org/espalier/inference"
)

// Step is about how long a step of a model lasts.
const Step = 20 * time.Millisecond

// An Outcome is why a step ended.
type Outcome int

// Outcomes.
const (
	Paused    Outcome = iota // the time of the step is over
	Completed                // an iteration was completed
	Ended                    // nothing is left to do
)

// Work calls advance, which does a piece of work and reports whether that completed an iteration, until an iteration
// is complete, nothing is left to do, or the time of a step is over. Before each piece it asks ended, which may be nil
// for work without an end. The error is that of ctx.
func Work(ctx context.Context, ended, advance func() bool) (Outcome, error) {
	for begun := time.Now(); ; {
		if err := ctx.Err(); err != nil {
			return Paused, err
		}
		if ended != nil && ended() {
			return Ended, nil
		}
		if advance() {
			return Completed, nil
		}
		if time.Since(begun) > Step {
			return Paused, nil
		}
	}
}

// A Course is the work of a model, iteration by iteration, with the numbers of its report.
type Course struct {
	Ended, Advance func() bool // see [Work]
	Phase          func() string
	Scalars        func() []float64 // of an iteration that was completed
	First          bool             // no iteration is complete yet
	Fraction       func() float64   // of the first iteration, as far as it is done; nil for none
}

// Step is the Step of an inference.Stepper.
func (c Course) Step(ctx context.Context) (inference.Report, error) {
	outcome, err := Work(ctx, c.Ended, c.Advance)
	if err != nil {
		return inference.Report{}, err
	}
	r := inference.Report{Phase: c.Phase(), Fraction: 1, Done: outcome != Paused && c.Ended != nil && c.Ended()}
	switch {
	case outcome == Completed:
		r.Scalars, r.Changed = c.Scalars(), true
	case outcome == Paused && c.First:
		r.Fraction = 0
		if c.Fraction != nil {
			r.Fraction = c.Fraction()
		}
	}
	return r, nil
}
