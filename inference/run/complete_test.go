package run

import (
	"context"
	"errors"
	"testing"
)

// A fit that nobody watches ends where a run does, and reports how far it is.
func TestComplete(t *testing.T) {
	want := finish(t, start(t, newWalker(4), Options{Iterations: 7}))
	w, seen := newWalker(4), []int{}
	if err := Complete(t.Context(), w, 7, func(done int) {
		if len(seen) == 0 || seen[len(seen)-1] != done {
			seen = append(seen, done)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if got := w.Snapshot(); got.Scalars[0] != want.Scalars[0] || got.Scalars[1] != want.Scalars[1] || w.W.Iteration != 7 {
		t.Errorf("%v after %d iterations, a run has %v", got.Scalars, w.W.Iteration, want.Scalars)
	}
	if len(seen) != 9 || seen[0] != -1 || seen[8] != 7 {
		t.Errorf("it says %v", seen)
	}
	early := newWalker(4)
	early.doneAt = 3
	if err := Complete(t.Context(), early, 7, nil); err != nil || early.W.Iteration != 3 {
		t.Errorf("%d iterations where 3 are left, %v", early.W.Iteration, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Complete(ctx, newWalker(4), 7, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
