package run

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
)

// a watcher is a rule that is satisfied from some iteration on and records when it was asked.
type watcher struct {
	mu    sync.Mutex
	asked []int
	from  int
}

func (w *watcher) ask(_ context.Context, s *inference.Snapshot) (bool, int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, s.Iteration)
	if len(s.Trace.Iteration) != s.Iteration+1 {
		panic("the trace is not that of the iteration")
	}
	return s.Iteration >= w.from, w.from, nil
}

func TestUntilEndsTheRun(t *testing.T) {
	want := []int{50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 302, 332}
	w := &watcher{from: 310}
	r := start(t, newWalker(1), Options{Iterations: -1, Until: w.ask})
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	p := r.Progress()
	if p.State != Finished || p.Iteration != 332 || !p.Reached || !slices.Equal(w.asked, want) {
		t.Errorf("%+v, asked at %v", p, w.asked)
	}
	if s := r.Latest(); s.Iteration != 332 {
		t.Errorf("the last snapshot is of %d", s.Iteration)
	}
	// It continues without the rule.
	if err := r.More(100); err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p.Iteration != 432 || p.Reached || len(w.asked) != len(want) {
		t.Errorf("%+v, asked at %v", p, w.asked)
	}
}

// Pauses, and saving and restoring, do not change when a rule is asked or where it ends.
func TestUntilIsReproducible(t *testing.T) {
	for _, at := range []int{30, 50, 51, 75, 99} {
		w := &watcher{from: 100}
		r := start(t, newWalker(1), Options{Iterations: -1, Until: w.ask, Paused: true})
		r.StepN(at + 1) // the start is the first
		rest(t, r, Paused)
		if p := r.Progress(); p.Iteration != at {
			t.Fatalf("paused at %d, not %d", p.Iteration, at)
		}
		state, err := pieces.Whole(r.Save())
		if err != nil {
			t.Fatal(err)
		}
		again, err := Restore(t.Context(), newWalker(1), fakeInfo, Options{Iterations: -1, Until: w.ask}, state)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(again.Close)
		for _, x := range []*Run{r, again} {
			x.Resume()
			if err := x.Wait(); err != nil {
				t.Fatal(err)
			}
			if p := x.Progress(); p.Iteration != 100 || p.State != Finished {
				t.Errorf("paused at %d: %+v", at, p)
			}
		}
	}
}

func TestUntilBesideOtherEnds(t *testing.T) {
	w := &watcher{from: 1 << 30}
	r := start(t, newWalker(1), Options{Iterations: 120, Until: w.ask})
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p.Iteration != 120 || p.Reached || p.Expected != 1<<30 {
		t.Errorf("%+v", p)
	}
	// A rule that is not yet satisfied stays in force.
	w.mu.Lock()
	w.from = 150
	w.mu.Unlock()
	if err := r.More(500); err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p.Iteration != 150 || !p.Reached {
		t.Errorf("%+v", p)
	}
	failure := errors.New("cannot be judged")
	r = start(t, newWalker(1), Options{Iterations: -1,
		Until: func(context.Context, *inference.Snapshot) (bool, int, error) { return false, 0, failure }})
	if err := r.Wait(); !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
}

// A slow rule responds to a pause, and is asked again.
func TestUntilIsInterrupted(t *testing.T) {
	asked, first := make(chan struct{}, 8), make(chan struct{})
	r := start(t, newWalker(1), Options{Iterations: -1,
		Until: func(ctx context.Context, s *inference.Snapshot) (bool, int, error) {
			asked <- struct{}{}
			if len(asked) == 1 {
				close(first)
				<-ctx.Done()
				return false, 0, ctx.Err()
			}
			return true, s.Iteration, nil
		}})
	<-first
	r.Pause()
	rest(t, r, Paused)
	if p := r.Progress(); p.Iteration != 50 {
		t.Errorf("%+v", p)
	}
	r.Resume()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p.Iteration != 50 || !p.Reached || len(asked) != 2 {
		t.Errorf("%+v, asked %d times", p, len(asked))
	}
}

func TestTimeLeftUntil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newWalker(1)
		x.work = 300 * time.Microsecond
		w := &watcher{from: 1_000_000}
		r := start(t, x, Options{Iterations: -1})
		if p := r.Progress(); p.LeftKnown {
			t.Errorf("%+v", p)
		}
		r.SetUntil(w.ask)
		until(t, "what is expected", func() bool { return r.Progress().Expected > 0 && r.Progress().PerSecond > 0 })
		p := r.Progress()
		if want := (1_000_000 - float64(p.Iteration)) / p.PerSecond; !p.LeftKnown || p.Left.Seconds() < 0.8*want ||
			p.Left.Seconds() > 1.2*want {
			t.Errorf("%+v, want %v s", p, want)
		}
		r.SetUntil(nil)
		if p := r.Progress(); p.LeftKnown || p.Expected != 0 {
			t.Errorf("%+v", p)
		}
	})
}
