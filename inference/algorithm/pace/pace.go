// Package pace divides the work of a model into steps that leave the program responsive.
package pace

import (
	"context"
	"time"
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
