package run

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"example.org/espalier/inference"
)

// loop is the body of a run's goroutine.
func (r *Run) loop() {
	defer r.exit()
	sparing()
	for {
		r.obey()
		if r.ctx.Err() != nil {
			return
		}
		ctx, again := r.next()
		if ctx != nil && r.due() {
			r.consult(ctx)
		} else if ctx != nil && r.slow.waits() {
			r.sleep(r.slow.until())
		} else if ctx != nil {
			r.step(ctx)
			r.publish(r.slow.follows(r.pace.every), false)
		} else if !again {
			r.rest()
		}
	}
}

// collectAt is by how many percent memory may grow in a fit before it is collected. Nearly all of it is numbers, which
// the collector does not look into, so that collecting more often than usual costs little and saves a quarter of the
// peak.
const collectAt = 40

// sparing makes the process collect memory sooner from its first fit on, unless the environment says when. While the
// program starts and reads its table, memory is little and is collected as usual.
var sparing = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
})

// obey grants the last wish and then the waiting calls.
func (r *Run) obey() {
	r.mu.Lock()
	switch r.wish {
	case wishRun:
		if r.state == Paused {
			r.setState(r.record.state())
		}
	case wishPause:
		if r.state.Working() {
			r.setState(Paused)
		}
	case wishStop:
		if !r.state.Ended() {
			r.setState(Stopped)
		}
	}
	r.wish = noWish
	calls := r.calls
	r.calls = nil
	r.mu.Unlock()
	for _, c := range calls {
		err := r.guard(func() error { return c.f(r.stepper) })
		if p := (*Panic)(nil); errors.As(err, &p) {
			r.fail(err)
		}
		c.done <- err
	}
}

// next returns the context of the next step. It returns nil if there is no step to take, or (again)
// if a request has arrived that must be handled first.
func (r *Run) next() (ctx context.Context, again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wish != noWish || len(r.calls) > 0 {
		return nil, true
	}
	if !r.state.Working() {
		return nil, false
	}
	i := r.record.iteration()
	onTarget := r.target >= 0 && i >= r.target
	// A limit of time ends a run only between two iterations, so that their number determines the
	// result.
	timeUp := r.duration > 0 && r.clock.elapsed() >= r.duration && !r.record.within
	settled := r.climb.ends && r.climb.settled() && !r.record.within
	if r.done || i >= 0 && (onTarget || timeUp || settled) {
		r.setState(Finished)
		return nil, false
	}
	if r.stepCtx == nil {
		r.stepCtx, r.stop = context.WithCancel(r.ctx)
	}
	return r.stepCtx, false
}

// step takes one step and records its report.
func (r *Run) step(ctx context.Context) {
	var report inference.Report
	err := r.guard(func() (err error) {
		report, err = r.stepper.Step(ctx)
		return err
	})
	interrupted := err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil && !interrupted {
		r.fail(err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if report.Changed || report.Scalars != nil {
		r.dirty, r.shown = true, true
	}
	if interrupted && report.Scalars == nil {
		r.record.within = true
		return
	}
	if err := r.record.add(report, r.clock.elapsed()); err != nil {
		r.failLocked(err)
		return
	}
	if report.Scalars != nil && r.climb.enough > 0 {
		r.climb.add(report.Scalars[0])
	}
	r.done = r.done || report.Done
	if report.Scalars != nil && !r.done {
		r.slow.took()
	}
	if r.state == Building && r.record.iteration() >= 0 {
		r.setState(Running)
	}
	if report.Scalars != nil && r.steps > 0 {
		r.steps--
		onTarget := r.target >= 0 && r.record.iteration() >= r.target
		if r.steps == 0 && !onTarget && !r.done {
			r.setState(Paused)
		}
	}
}

// rest publishes the newest state, lets Wait return if the run has ended, and sleeps until asked.
func (r *Run) rest() {
	r.publish(true, true)
	r.mu.Lock()
	r.announce()
	if r.wish == noWish && len(r.calls) == 0 {
		for _, c := range r.resting {
			close(c)
		}
		r.resting = nil
	}
	r.mu.Unlock()
	r.sleep(nil)
}

// sleep returns when something was asked, or at an alarm.
func (r *Run) sleep(alarm <-chan time.Time) {
	select {
	case <-r.wake:
	case <-alarm:
	case <-r.ctx.Done():
	}
}

// announce lets Wait return if the run has ended. r.mu is held.
func (r *Run) announce() {
	if !r.state.Ended() {
		return
	}
	select {
	case <-r.ended:
	default:
		close(r.ended)
	}
}

// setState changes the state of the run and the clock that counts. r.mu is held.
func (r *Run) setState(s State) {
	r.state = s
	r.clock.run(s.Working())
	if s.Ended() {
		r.dirty = r.dirty || r.shown // the last snapshot carries the last phase and trace
		r.steps = 0
	}
	if !s.Working() {
		r.interrupt()
	}
}

// fail ends the run with an error.
func (r *Run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failLocked(err)
}

func (r *Run) failLocked(err error) {
	if r.err != nil {
		return
	}
	r.err = err
	if p := (*Panic)(nil); errors.As(err, &p) {
		r.broken = true // the Stepper may be left half changed
	}
	r.setState(Failed)
}

// publish takes a snapshot if there is something new and it is time, or if it is forced, and leaves
// it in the channel in place of an unread one. Where it is not yet time to sum up the draws, it shows the present
// state. At rest, the draws are summed up.
func (r *Run) publish(force, rests bool) {
	if r.broken || !r.dirty && !(rests && r.live) {
		return
	}
	begin, pace := time.Now(), &r.quick
	var s *inference.Snapshot
	if !rests && !r.pace.due() {
		if force || pace.due() {
			s = r.present()
		}
		if s == nil && !force || r.broken {
			return
		}
	}
	live := s != nil
	if !live {
		pace, s = &r.pace, r.take()
	}
	if r.broken {
		return
	}
	r.dirty = false
	if s == nil {
		return
	}
	r.live = live
	r.mu.Lock()
	r.latest = s
	r.mu.Unlock()
	select {
	case r.out <- s:
	default: // unread: only this goroutine sends, so removing it makes room
		select {
		case <-r.out:
		default:
		}
		r.out <- s
	}
	pace.took(begin, time.Now())
}

// exit releases everything that may be waiting for the goroutine, which is ending.
func (r *Run) exit() {
	r.after.Lock() // the Stepper is ours until all is done
	defer r.after.Unlock()
	r.mu.Lock()
	r.closed = true
	if !r.state.Ended() {
		if r.parent.Err() != nil {
			r.err = context.Cause(r.parent)
		}
		r.setState(Stopped)
	}
	r.mu.Unlock()
	r.obey()
	r.publish(true, true)
	r.mu.Lock()
	r.interrupt()
	r.announce()
	r.mu.Unlock()
	r.cancel()
	close(r.out)
	close(r.exited)
}
