package run

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.org/espalier/inference"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t testing.TB, w *walker, o Options) *Run {
	t.Helper()
	r := Start(context.Background(), w, fakeInfo, o)
	t.Cleanup(r.Close)
	return r
}

func finish(t testing.TB, r *Run) *inference.Snapshot {
	t.Helper()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	return r.Latest()
}

// same fails unless two snapshots hold the same bits; times may differ.
func same(t testing.TB, got, want *inference.Snapshot) {
	t.Helper()
	if got == nil || want == nil {
		t.Fatal("no snapshot")
	}
	if !reflect.DeepEqual(got.Scalars, want.Scalars) || got.Iteration != want.Iteration || got.Phase != want.Phase ||
		!reflect.DeepEqual(got.Trace.Values, want.Trace.Values) ||
		!reflect.DeepEqual(got.Trace.Iteration, want.Trace.Iteration) {
		t.Fatalf("got iteration %d, %v, want iteration %d, %v", got.Iteration, got.Scalars, want.Iteration, want.Scalars)
	}
}

func TestRunsToTarget(t *testing.T) {
	r := start(t, newWalker(1), Options{Iterations: 7})
	s := finish(t, r)
	if s.Iteration != 7 || s.Model != "walk" || s.Phase != "walking" {
		t.Errorf("iteration %d, model %q, phase %q", s.Iteration, s.Model, s.Phase)
	}
	if want := []int{0, 1, 2, 3, 4, 5, 6, 7}; !reflect.DeepEqual(s.Trace.Iteration, want) {
		t.Errorf("trace has iterations %v", s.Trace.Iteration)
	}
	if got := s.Trace.Column("height"); got[7] != s.Scalars[1].Mean {
		t.Errorf("the trace ends at %v and the snapshot is at %v", got[7], s.Scalars[1].Mean)
	}
	for i := 1; i < len(s.Trace.Seconds); i++ {
		if s.Trace.Seconds[i] < s.Trace.Seconds[i-1] {
			t.Errorf("time runs backwards: %v", s.Trace.Seconds)
		}
	}
	p := r.Progress()
	if p.State != Finished || p.Iteration != 7 || p.Target != 7 || p.Fraction != 1 || !p.LeftKnown || p.Left != 0 {
		t.Errorf("progress %+v", p)
	}
}

func TestZeroIterationsDoTheStart(t *testing.T) {
	s := finish(t, start(t, newWalker(1), Options{}))
	if s.Iteration != 0 || len(s.Trace.Iteration) != 1 {
		t.Errorf("iteration %d, trace %v", s.Iteration, s.Trace.Iteration)
	}
}

func TestPausesDoNotChangeBits(t *testing.T) {
	const n = 40
	want := finish(t, start(t, newWalker(3), Options{Iterations: n}))
	rng := rand.New(rand.NewPCG(1, 2))
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(3)
		w.work = 500 * time.Microsecond
		r := start(t, w, Options{Iterations: n, Paused: true, SnapshotEvery: time.Millisecond})
		pauses := 0
		for r.Progress().State != Finished {
			r.Resume()
			time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
			r.Pause()
			pauses++
			if rng.IntN(3) == 0 {
				if err := r.Rest(t.Context()); err != nil {
					t.Fatal(err)
				}
				if p := r.Progress(); p.State.Working() {
					t.Fatalf("at work in a pause: %+v", p)
				}
			}
		}
		same(t, finish(t, r), want)
		if pauses < 5 {
			t.Errorf("only %d pauses: this checks little", pauses)
		}
	})
	// As fast as possible, on one processor and on two.
	for _, threads := range []int{1, 2} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
			r := start(t, newWalker(3), Options{Iterations: n, Paused: true, SnapshotEvery: time.Nanosecond})
			for r.Progress().State != Finished {
				r.Resume()
				for range rng.IntN(30) {
					runtime.Gosched()
				}
				r.Pause()
			}
			same(t, finish(t, r), want)
		}()
	}
}

func TestStopAndPauseAnswerInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 200 * time.Millisecond
		w := newWalker(1)
		w.work = time.Second
		r := start(t, w, Options{Iterations: -1})
		var worst time.Duration
		for i := range 6 {
			time.Sleep(time.Duration(170*i+5) * time.Millisecond)
			begin := time.Now()
			r.Pause()
			rest(t, r, Paused)
			worst = max(worst, time.Since(begin))
			r.Resume()
			synctest.Wait()
			if p := r.Progress(); !p.State.Working() {
				t.Fatalf("resumed it is %v", p.State)
			}
		}
		begin := time.Now()
		r.Stop()
		finish(t, r)
		worst = max(worst, time.Since(begin))
		t.Logf("slowest answer %v", worst)
		if worst > most {
			t.Errorf("slowest answer took %v, at most %v is allowed", worst, most)
		}
	})
}

func TestPausesAreNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.work = time.Millisecond
		r := start(t, w, Options{Iterations: -1})
		until(t, "an iteration", func() bool { return r.Progress().Iteration > 0 })
		r.Pause()
		rest(t, r, Paused)
		before := r.Progress().Elapsed
		time.Sleep(30 * time.Millisecond)
		if after := r.Progress().Elapsed; after != before {
			t.Errorf("the clock went from %v to %v in a pause", before, after)
		}
	})
}

func TestStepN(t *testing.T) {
	want := finish(t, start(t, newWalker(5), Options{Iterations: 6}))
	r := start(t, newWalker(5), Options{Iterations: 4, Paused: true})
	iteration := func(n int, s State) {
		t.Helper()
		rest(t, r, s)
		if p := r.Progress(); p.Iteration != n || r.Latest() == nil || r.Latest().Iteration != n {
			t.Fatalf("rests at %+v with the snapshot %+v, want iteration %d", p, r.Latest(), n)
		}
	}
	r.StepN(1) // the start
	iteration(0, Paused)
	r.StepN(2)
	iteration(2, Paused)
	r.StepN(1)
	r.StepN(1)
	iteration(4, Finished)
	r.StepN(2) // past the target
	iteration(6, Finished)
	same(t, finish(t, r), want)
}

// A run that is told to continue does so even if its steps have already begun.
func TestResumeInTheMiddleOfSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(5)
		w.work = time.Millisecond
		r := start(t, w, Options{Iterations: 9, Paused: true})
		r.StepN(3)
		until(t, "a step", func() bool { return r.Progress().State.Working() })
		r.Resume()
		if s := finish(t, r); s.Iteration != 9 {
			t.Errorf("the run ends at %d", s.Iteration)
		}
	})
}

func TestMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want := finish(t, start(t, newWalker(9), Options{Iterations: 12}))
		w := newWalker(9)
		w.work = time.Millisecond
		r := start(t, w, Options{Iterations: 2})
		finish(t, r)
		if err := r.More(3); err != nil {
			t.Fatal(err)
		}
		if s := finish(t, r); s.Iteration != 5 {
			t.Errorf("after 2 and 3 more the run is at %d", s.Iteration)
		}
		if err := r.More(-1); err != nil {
			t.Fatal(err)
		}
		until(t, "iterations", func() bool { return r.Progress().Iteration > 5 })
		r.Stop()
		stopped := finish(t, r).Iteration
		if r.Progress().State != Stopped {
			t.Errorf("state %v", r.Progress().State)
		}
		if err := r.More(12 - stopped); err != nil {
			t.Fatal(err)
		}
		same(t, finish(t, r), want)
	})
}

func TestMoreWhileRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(9)
		w.work = time.Millisecond
		r := start(t, w, Options{Iterations: 3})
		if err := r.More(4); err != nil {
			t.Fatal(err)
		}
		if s := finish(t, r); s.Iteration != 7 {
			t.Errorf("iteration %d", s.Iteration)
		}
	})
}

func TestStopThenMoreGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(2)
		w.work = 2 * time.Millisecond
		want := finish(t, start(t, newWalker(2), Options{Iterations: 8}))
		r := start(t, w, Options{Iterations: 1000})
		until(t, "an iteration", func() bool { return r.Progress().Iteration >= 2 })
		r.Stop()
		at := finish(t, r).Iteration
		if err := r.More(8 - at); err != nil {
			t.Fatal(err)
		}
		same(t, finish(t, r), want)
	})
}

// Whoever waits for the end learns of it even if the run is continued before the last snapshot is
// published.
func TestStepWhileTheLastSnapshotIsMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.snapshot = 200 * time.Millisecond
		r := Start(t.Context(), w, fakeInfo, Options{Iterations: 1})
		defer r.Close()
		until(t, "the end", func() bool { return r.Progress().State == Finished })
		waited := make(chan error, 1)
		go func() { waited <- r.Wait() }()
		synctest.Wait()
		select {
		case err := <-waited:
			t.Fatalf("Wait returned %v before the last snapshot", err)
		default:
		}
		r.StepN(1)
		if err := <-waited; err != nil {
			t.Error(err)
		}
		if err := r.Wait(); err != nil {
			t.Error(err)
		}
		if p := r.Progress(); p.State != Finished || p.Iteration != 2 {
			t.Errorf("%v after %d iterations", p.State, p.Iteration)
		}
	})
}

func TestNothingLeftToDo(t *testing.T) {
	w := newWalker(1)
	w.doneAt = 4
	r := start(t, w, Options{Iterations: -1})
	if s := finish(t, r); s.Iteration != 4 {
		t.Errorf("iteration %d", s.Iteration)
	}
	if err := r.More(1); err == nil || !strings.Contains(err.Error(), "nothing left") {
		t.Errorf("more: %v", err)
	}
	r.StepN(1)
	rest(t, r, Finished)
	if p := r.Progress(); p.State != Finished || p.Iteration != 4 || !p.Final {
		t.Errorf("progress %+v", p)
	}
}

func TestDurationEndsOnAnIteration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(4)
		w.work = 3 * time.Millisecond
		r := start(t, w, Options{Iterations: -1, Duration: 60 * time.Millisecond})
		got := finish(t, r)
		if p := r.Progress(); p.Elapsed < 60*time.Millisecond || p.State != Finished {
			t.Errorf("progress %+v", p)
		}
		same(t, got, finish(t, start(t, newWalker(4), Options{Iterations: got.Iteration})))
		if err := r.More(2); err != nil {
			t.Fatal(err)
		}
		if s := finish(t, r); s.Iteration != got.Iteration+2 {
			t.Errorf("2 more than %d is %d", got.Iteration, s.Iteration)
		}
	})
}

func TestPanicBecomesTheError(t *testing.T) {
	w := newWalker(1)
	w.panicAt = 3
	r := start(t, w, Options{Iterations: 10})
	err := r.Wait()
	var p *Panic
	if !errors.As(err, &p) {
		t.Fatalf("error %v", err)
	}
	if p.Model != "walk" || p.Iteration != 2 || !strings.Contains(p.Stack, "(*walker).Step") {
		t.Errorf("%+v", p)
	}
	if strings.Contains(p.Error(), "\n") || !strings.Contains(p.Error(), "walk") ||
		!strings.Contains(p.Error(), "index out of range") {
		t.Errorf("message %q", p.Error())
	}
	var cause runtime.Error
	if !errors.As(err, &cause) {
		t.Error("the cause is lost")
	}
	if r.Progress().State != Failed || r.Latest() == nil {
		t.Errorf("state %v, latest %v", r.Progress().State, r.Latest())
	}
	if err := r.More(1); err == nil {
		t.Error("a failed run went on")
	}
	if _, err := r.Save(); err == nil {
		t.Error("a failed run was saved")
	}
}

func TestErrorOfTheModel(t *testing.T) {
	for _, failure := range []error{errors.New("no luck"), context.Canceled} { // nobody cancelled
		w := newWalker(1)
		w.failAt, w.failure = 2, failure
		r := start(t, w, Options{Iterations: 10})
		if err := r.Wait(); !errors.Is(err, failure) {
			t.Errorf("got %v, want %v", err, failure)
		}
		if s := r.Latest(); s == nil || s.Iteration != 1 {
			t.Errorf("the last result is %v", s)
		}
	}
}

func TestWrongNumberOfScalars(t *testing.T) {
	r := Start(context.Background(), newWalker(1), inference.Info{Name: "walk", Scalars: []string{"evidence"}},
		Options{Iterations: 1})
	defer r.Close()
	if err := r.Wait(); err == nil || !strings.Contains(err.Error(), "2 scalars") {
		t.Errorf("error %v", err)
	}
}

func TestCancelOfTheParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		w := newWalker(1)
		w.work = 20 * time.Millisecond
		r := Start(ctx, w, fakeInfo, Options{Iterations: -1})
		until(t, "a snapshot", func() bool { return r.Latest() != nil })
		cause := errors.New("the window was closed")
		cancel(cause)
		if err := r.Wait(); !errors.Is(err, cause) {
			t.Errorf("error %v", err)
		}
		if r.Latest() == nil {
			t.Error("the result is lost")
		}
		for range r.Snapshots() { // ends: the channel is closed
		}
		if err := r.More(1); !errors.Is(err, ErrClosed) {
			t.Errorf("more: %v", err)
		}
		r.Close()
	})
}

func TestCloseAtAnyMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for i := range 30 {
			w := newWalker(uint64(i))
			w.work = 200 * time.Microsecond
			r := Start(context.Background(), w, fakeInfo, Options{Iterations: i, Paused: i%3 == 0})
			if i%4 == 1 {
				r.Stop()
			}
			time.Sleep(time.Duration(i) * 100 * time.Microsecond)
			done := make(chan error)
			go func() { done <- r.Wait() }()
			r.Close()
			if err := <-done; err != nil {
				t.Errorf("wait: %v", err)
			}
			if s := r.Progress().State; !s.Ended() {
				t.Errorf("state %v after Close", s)
			}
			called := false
			if err := r.Do(func(inference.Stepper) { called = true }); err != nil || !called {
				t.Errorf("Do after Close: %v", err)
			}
			r.Close()
		}
	})
}

func TestDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.work = time.Millisecond
		r := start(t, w, Options{Iterations: 20})
		for range 20 {
			n := -1
			if err := r.Do(func(s inference.Stepper) { n = s.(*walker).W.Part }); err != nil || n != 0 {
				t.Fatalf("Do: %v; called %d parts into a step", err, n)
			}
		}
		want := finish(t, start(t, newWalker(1), Options{Iterations: 20}))
		same(t, finish(t, r), want)
		var p *Panic
		if err := r.Do(func(inference.Stepper) { panic("no") }); !errors.As(err, &p) {
			t.Errorf("panic in Do: %v", err)
		}
		if r.Progress().State != Failed {
			t.Errorf("state %v", r.Progress().State)
		}
	})
}
