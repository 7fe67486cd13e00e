package run

import (
	"context"

	"example.org/espalier/inference"
)

// Complete does the start of s and the given number of iterations in the caller's goroutine, fewer
// if nothing is left to do. It is for fits that nobody watches; [Start] is for the others. After
// every step it calls each, unless that is nil, with the number of iterations done, −1 during the
// start. The error is that of the step, or of ctx.
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
