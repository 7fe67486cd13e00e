package parallel

import (
	"context"
	"time"
)

// An Errand is a piece of work that cannot be cut into short ones, such as the eigenvectors of 400 columns, on a
// goroutine of its own, so that a step can be left before it is done. Its result does not depend on when somebody
// looks. Nothing else may touch its data until it is done.
type Errand struct {
	done   chan struct{}
	last   bool
	caught any // value of a panic
}

// Progress is the state of an errand.
type Progress int

const (
	Unfinished Progress = iota
	Finished
	Complete // finished, and work said that it was the last piece
)

// NewErrand starts work, which reports whether it was the last piece.
func NewErrand(work func() bool) *Errand {
	e := &Errand{done: make(chan struct{}, 1)}
	go func() {
		defer func() {
			e.caught = recover()
			e.done <- struct{}{}
		}()
		e.last = work()
	}()
	return e
}

// Wait waits until the errand is done, at most so long, or until the context ends. It is waited for
// no more once it is done.
func (e *Errand) Wait(ctx context.Context, most time.Duration) Progress {
	timer := time.NewTimer(max(most, 0))
	defer timer.Stop()
	select {
	case <-e.done:
	case <-ctx.Done():
		return Unfinished
	case <-timer.C:
		return Unfinished
	}
	if e.caught != nil {
		panic(e.caught)
	}
	if e.last {
		return Complete
	}
	return Finished
}
