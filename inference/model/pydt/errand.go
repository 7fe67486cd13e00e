package pydt

import (
	"context"
	"time"
)

// An errand is a piece of work that cannot be cut into short ones, such as the eigenvectors of 400
// columns, on a goroutine of its own, so that a step can be left before it is done. What it computes
// does not depend on when somebody looks. Nothing else may touch what it works on until it is done.
type errand struct {
	done   chan struct{}
	last   bool
	caught any // what a panic said
}

// What is known of an errand.
type progress int

const (
	unfinished progress = iota
	finished
	complete // finished, and work said that it was the last piece
)

// newErrand starts work, which reports whether it was the last piece.
func newErrand(work func() bool) *errand {
	e := &errand{done: make(chan struct{}, 1)}
	go func() {
		defer func() {
			e.caught = recover()
			e.done <- struct{}{}
		}()
		e.last = work()
	}()
	return e
}

// wait waits until the errand is done, at most so long, or until the context ends. An errand is waited for
// no more once it is done.
func (e *errand) wait(ctx context.Context, most time.Duration) progress {
	timer := time.NewTimer(max(most, 0))
	defer timer.Stop()
	select {
	case <-e.done:
	case <-ctx.Done():
		return unfinished
	case <-timer.C:
		return unfinished
	}
	if e.caught != nil {
		panic(e.caught)
	}
	if e.last {
		return complete
	}
	return finished
}
