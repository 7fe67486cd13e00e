package run

import (
	"context"

	"espalier/inference"
)

// Complete does the start of s and so many iterations in the caller's goroutine, fewer where
// nothing is left to do. It is for fits that nobody watches; others are for [Start]. Where
// each is not nil it is called after every step with the number of iterations done, −1 within
// the start. The error is that of the step, or of ctx.
func Complete(ctx context.Context, s inference.Stepper, iterations int, each func(done int)) error {
	for done := -1; done < iterations; {
		r, err := s.Step(ctx)
		if err != nil {
			return err
		}
		if r.Scalars != nil {
			done++
		}
		if r.Done {
			return nil
		}
		if each != nil {
			each(done)
		}
	}
	return nil
}
