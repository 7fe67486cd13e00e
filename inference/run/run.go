package run

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"example.org/espalier/inference"
)

// Options say how long a run lasts and how often it publishes snapshots.
type Options struct {
	// Iterations is the number of iterations after the start: 0 does the start alone, and a
	// negative number sets no limit. [inference.Info.Iterations] is the default for users.
	Iterations int
	// Duration ends the run at the first iteration completed after this time, pauses excluded; 0
	// sets no limit. The start is always completed. The result is that of a run with as many
	// Iterations.
	Duration time.Duration
	// Until, if not nil, ends the run when it is satisfied. It is asked at fixed iterations.
	// Iterations and Duration still apply.
	Until Until
	// Settle is the gain of the objective, in nats over the last [SettleWindow] iterations, below
	// which [Progress] says that it has settled; see [SettleGain]. 0 is for methods that do not search.
	Settle float64
	// UntilSettled ends the run when the objective has settled. Iterations and Duration still
	// apply.
	UntilSettled bool
	// SnapshotEvery is the least time between snapshots; 0 means 60 ms. Costly
	// snapshots are taken less often, so that they take less than 2 % of the time.
	SnapshotEvery time.Duration
	// Paused begins the run paused, before its first step.
	Paused bool
	// Rate is the number of iterations a second at most, as of [Run.SetRate]; 0 is as many as it can.
	Rate int
}

// ErrClosed is returned after Close by methods that need the goroutine of the run.
var ErrClosed = errors.New("run: the run is closed")

// A Run is a fit in progress. Its methods may be called from any goroutine, except from a function
// given to Do.
type Run struct {
	stepper inference.Stepper
	info    inference.Info
	parent  context.Context // the caller's
	ctx     context.Context // ends the goroutine
	cancel  context.CancelFunc
	wake    chan struct{} // capacity 1: something was asked
	out     chan *inference.Snapshot
	exited  chan struct{} // closed when the goroutine has ended

	mu       sync.Mutex // guards the fields below
	state    State
	wish     wish
	steps    int // iterations until the run pauses by itself; 0 for never
	target   int // < 0: no limit
	duration time.Duration
	calls    []*call
	stepCtx  context.Context // of the step in flight; nil until the next one begins
	stop     context.CancelFunc
	ended    chan struct{} // closed while finished, stopped, failed or closed
	err      error
	done     bool // the Stepper has nothing left to do
	latest   *inference.Snapshot
	closed   bool // the goroutine takes nothing more
	record   record
	clock    clock
	rule     rule
	climb    climb
	slow     slow
	resting  []chan struct{} // closed when the run rests

	// Used by the run's goroutine alone.
	pace   pace // of snapshots that sum up draws
	quick  pace // of those of the present state
	dirty  bool // there is something newer than the last snapshot
	live   bool // the last snapshot shows the present state, and older summaries of draws
	shown  bool // the Stepper has reported something new to see
	broken bool // the Stepper panicked and must not be asked again

	after sync.Mutex // calls of Do after the goroutine has ended
}

// wish is the last request to a run that is not yet fulfilled.
type wish int

const (
	noWish wish = iota
	wishRun
	wishPause
	wishStop
)

type call struct {
	f    func(inference.Stepper) error
	done chan error
}

// Start begins a run of s, which the caller must then use only through Do. When ctx ends, the run
// is closed and Wait returns the cause.
func Start(ctx context.Context, s inference.Stepper, info inference.Info, o Options) *Run {
	r := newRun(ctx, s, info, o)
	go r.loop()
	return r
}

func newRun(ctx context.Context, s inference.Stepper, info inference.Info, o Options) *Run {
	r := &Run{
		stepper: s, info: info,
		wake:   make(chan struct{}, 1),
		out:    make(chan *inference.Snapshot, 1),
		exited: make(chan struct{}),
		ended:  make(chan struct{}),
		target: o.Iterations, duration: o.Duration,
		record: newRecord(info.Scalars, info.Samples),
		rule:   newRule(o.Until, 0),
		climb:  climb{enough: o.Settle, ends: o.UntilSettled},
		pace:   pace{every: o.SnapshotEvery},
		state:  Building,
	}
	if r.pace.every == 0 {
		r.pace.every = 60 * time.Millisecond
	}
	r.quick.every = r.pace.every
	r.slow.set(o.Rate)
	if r.target < 0 {
		r.target = -1
	}
	if o.Paused {
		r.state = Paused
	}
	r.clock.run(r.state.Working())
	r.parent = ctx
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// Pause halts the run as soon as the step in flight notices, well under 200 ms, and returns at
// once.
func (r *Run) Pause() {
	r.ask(func() {
		if r.wish != wishStop && (r.state.Working() || r.wish == wishRun) {
			r.wish = wishPause
			r.interrupt()
		}
		r.steps = 0
	})
}

// Resume continues a paused run, and one in the middle of StepN, which then does not pause. It does nothing to a run
// that has ended; see More.
func (r *Run) Resume() {
	r.ask(func() {
		if r.wish == wishStop || r.state.Ended() {
			return
		}
		r.steps = 0
		if r.state == Paused || r.wish == wishPause {
			r.wish = wishRun
		}
	})
}

// StepN does n iterations and then pauses; an incomplete start counts as the first. Calls add up,
// and the target is raised if necessary. A run that has ended continues, unless it failed or has
// nothing left to do.
func (r *Run) StepN(n int) {
	if n <= 0 {
		return
	}
	r.ask(func() {
		switch {
		case r.err != nil:
			return
		case r.done:
			if r.state == Paused { // restored: it ends at once
				r.wish = wishRun
			}
			return
		}
		r.steps += n
		if last := r.record.iteration() + r.steps; r.target >= 0 && r.target < last {
			r.target = last
		}
		if r.state.Ended() {
			r.duration = 0
			r.reopen()
		}
		r.wish = wishRun
	})
}

// Stop asks the run to end and keep its result, and returns at once; Wait waits.
func (r *Run) Stop() {
	r.ask(func() {
		if !r.state.Ended() {
			r.wish = wishStop
			r.interrupt()
		}
		r.steps = 0
	})
}

// More raises the target by the given number of iterations; if the run has ended, it continues from
// there. A negative number removes the limit. A time limit, an Until or a settled objective that
// ended the run no longer applies. The error says why a run cannot continue.
func (r *Run) More(iterations int) error {
	err := ErrClosed
	r.ask(func() {
		err = nil
		switch {
		case r.err != nil:
			err = fmt.Errorf("run: a run that failed cannot continue: %w", r.err)
			return
		case r.done:
			err = fmt.Errorf("run: %s has nothing left to do: its result is final", r.info.Name)
			return
		}
		ended := r.state.Ended() || r.wish == wishStop
		switch {
		case iterations < 0:
			r.target = -1
		case ended:
			r.target = max(0, r.record.iteration()) + iterations
		case r.target >= 0:
			r.target += iterations
		}
		if ended {
			r.duration = 0
			if r.state.Ended() {
				r.reopen()
			}
			r.wish = wishRun
		}
	})
	return err
}

// Wait returns when the run has ended and its last snapshot is published: nil after Stop, Close or
// the last iteration, otherwise the error of the run, a [*Panic] if the model panicked. A paused
// run has not ended. Wait may return early if the run is continued while its last snapshot is being
// made.
func (r *Run) Wait() error {
	r.mu.Lock()
	ended := r.ended
	r.mu.Unlock()
	<-ended
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Rest returns when the run is paused or has ended, every request is fulfilled and its newest
// snapshot is published. The error is that of ctx.
func (r *Run) Rest(ctx context.Context) error {
	rests := make(chan struct{})
	r.mu.Lock()
	closed := r.closed
	if !closed {
		r.resting = append(r.resting, rests)
	}
	r.mu.Unlock()
	if closed {
		return nil
	}
	r.nudge()
	select {
	case <-rests:
		return nil
	case <-r.exited:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Snapshots returns the channel of snapshots, always the same one. It holds the
// newest snapshot only: an unread one is replaced. It is closed when the run is.
func (r *Run) Snapshots() <-chan *inference.Snapshot { return r.out }

// Latest returns the newest snapshot, nil before the first. After Wait it is the final state.
func (r *Run) Latest() *inference.Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.latest
}

// Do calls f with the Stepper between two steps, even if the run is paused, and returns when f has.
// After Close it calls f on the caller's goroutine. It may take as long as a step, so the goroutine
// of a window must not call it. A panic in f fails the run.
func (r *Run) Do(f func(s inference.Stepper)) error {
	return r.do(func(s inference.Stepper) error { f(s); return nil })
}

func (r *Run) do(f func(s inference.Stepper) error) error {
	c := &call{f: f, done: make(chan error, 1)}
	r.mu.Lock()
	if !r.closed {
		r.calls = append(r.calls, c)
		r.mu.Unlock()
		r.nudge()
		return <-c.done
	}
	r.mu.Unlock()
	r.after.Lock()
	defer r.after.Unlock()
	return r.guard(func() error { return f(r.stepper) })
}

// Close ends the goroutine for good and returns when it has ended. Latest keeps the newest state,
// and the channel of snapshots is closed.
func (r *Run) Close() {
	r.cancel()
	<-r.exited
}

// ask records a request and wakes the goroutine. A closed run ignores it.
func (r *Run) ask(f func()) {
	r.mu.Lock()
	if !r.closed {
		f()
	}
	r.mu.Unlock()
	r.nudge()
}

// nudge wakes the goroutine if it sleeps.
func (r *Run) nudge() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// interrupt makes the step in flight return early. r.mu is held.
func (r *Run) interrupt() {
	if r.stop != nil {
		r.stop()
		r.stepCtx, r.stop = nil, nil
	}
}

// reopen makes Wait wait again. r.mu is held and the run has ended.
func (r *Run) reopen() {
	r.announce() // wake those who wait for the end that is undone; its last snapshot may be unfinished
	r.state = Paused
	r.ended = make(chan struct{})
	r.climb.ends = r.climb.ends && !r.climb.settled()
	if r.rule.reached { // drop a rule that was content
		r.rule = rule{}
	}
}
