package replay

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/tree"
)

// Looks are how many snapshots Make takes before it looks half as often.
const looks = 120

// Make repeats the fit that ended with the snapshot last, as the material says, and returns the states on the way. At
// most threads goroutines work at once, 0 for all processors. told is called with the share that is done; nil for
// nobody. The error is that of ctx or of the model.
func Make(ctx context.Context, m *job.Material, last *inference.Snapshot, threads int,
	told func(share float64)) (*Reel, error) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	// States are those of the first chain, which does not depend on others.
	s, err := chains.From(m.Model, m.Data, m.Settings, m.Spec.Seed, m.Spec.Chain, 1, threads)
	if err != nil {
		return nil, err
	}
	w := &watcher{stepper: s, last: last, pieces: 1}
	for !w.done {
		if err := w.step(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Info.Name, err)
		}
		if told != nil {
			told(w.share)
		}
	}
	r := w.recorder.Reel(last)
	if t := forest.Best(last); r.Len() < 2 && t != nil && len(forest.DrawsOf(last)) == 0 {
		return Grown(t), nil
	}
	return r, nil
}

// Grown returns the states of a tree that was made at once, as it grows.
func Grown(t *tree.Tree) *Reel {
	out := &Reel{}
	stages := forest.Growing(t, Most)
	for _, f := range stages[:max(0, len(stages)-1)] { // the last one is the result
		out.States = append(out.States, State{Parts: []inference.Part{f}})
	}
	return out
}

// A watcher steps through a fit and looks at it.
type watcher struct {
	stepper   inference.Stepper
	last      *inference.Snapshot
	recorder  Recorder
	iteration int // completed
	rows      int // of the traces; 0 within the start
	pieces    int // of work in a step of the start
	steps     int // with so many pieces
	seen      int // states that could be looked at
	stride    int
	share     float64
	done      bool
}

// stretch is how many short steps a start has before they become longer, so that a long start takes few of them.
const stretch = 24

func (w *watcher) step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in := ctx
	if w.rows == 0 {
		if w.steps++; w.steps == stretch {
			w.steps, w.pieces = 0, 2*w.pieces
		}
		in = &slice{Context: ctx}
		in.(*slice).left.Store(int64(w.pieces))
	}
	report, err := w.stepper.Step(in)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && (in == ctx || !errors.Is(err, context.Canceled)) {
		return err
	}
	if report.Scalars != nil {
		w.iteration = w.rows
		w.rows++
	}
	w.done = report.Done || w.rows > w.last.Iteration
	w.share = float64(w.rows) / float64(w.last.Iteration+1)
	if report.Changed || report.Scalars != nil {
		w.look()
	}
	return nil
}

// look records the state, half as often after so many looks.
func (w *watcher) look() {
	w.stride = max(w.stride, 1)
	if w.seen++; w.seen%w.stride != 0 {
		return
	}
	if w.seen >= looks*w.stride {
		w.stride *= 2
	}
	s := w.stepper.Snapshot()
	if s == nil {
		return
	}
	now := *s
	now.Iteration, now.Trace = w.iteration, inference.Trace{Iteration: w.last.Trace.Iteration[:min(w.rows,
		len(w.last.Trace.Iteration))]}
	w.recorder.Add(&now)
}

// A slice is a context that ends after it was asked some times, so that a step returns early.
type slice struct {
	context.Context
	left atomic.Int64
}

// Err implements context.Context.
func (s *slice) Err() error {
	if err := s.Context.Err(); err != nil {
		return err
	}
	if s.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
