package run

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"example.org/espalier/inference/pieces"
)

func TestSlowReaderNeverBlocks(t *testing.T) {
	w := newWalker(1)
	r := start(t, w, Options{Iterations: 2000, SnapshotEvery: time.Microsecond})
	last := finish(t, r) // nobody reads
	if w.snapshots < 2 {
		t.Errorf("%d snapshots: this checks little", w.snapshots)
	}
	if got := <-r.Snapshots(); got != last {
		t.Errorf("the channel holds iteration %d, the newest is %d", got.Iteration, last.Iteration)
	}
	select {
	case s := <-r.Snapshots():
		t.Errorf("a second snapshot, of iteration %d", s.Iteration)
	default:
	}
}

func TestReaderSeesOrderAndEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.work = 300 * time.Microsecond
		r := Start(context.Background(), w, fakeInfo, Options{Iterations: 60, SnapshotEvery: time.Millisecond})
		go func() {
			_ = r.Wait()
			r.Close()
		}()
		seen, last := 0, -1
		var best float64
		for s := range r.Snapshots() {
			if s.Iteration < last {
				t.Errorf("iteration %d after %d", s.Iteration, last)
			}
			if b := s.Trace.Column("evidence")[s.Iteration]; b != s.Scalars[0].Mean || b < best {
				t.Errorf("iteration %d: best %v in the snapshot, %v in the trace, %v before", s.Iteration, s.Scalars[0].Mean, b,
					best)
			} else {
				best = b
			}
			seen, last = seen+1, s.Iteration
		}
		if last != 60 || seen < 5 {
			t.Errorf("%d snapshots, the last of iteration %d", seen, last)
		}
	})
}

func TestCostlySnapshotsAreRare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.work, w.snapshot = time.Millisecond, 10*time.Millisecond
		r := start(t, w, Options{Iterations: -1, SnapshotEvery: time.Millisecond})
		time.Sleep(700 * time.Millisecond)
		r.Pause()
		rest(t, r, Paused)
		elapsed := r.Progress().Elapsed
		if got, want := r.Latest().Iteration, r.Progress().Iteration; got != want {
			t.Errorf("the latest snapshot is of %d, not %d", got, want)
		}
		taken := 0
		if err := r.do(func(s stepper) error { taken = s.(*walker).snapshots; return nil }); err != nil {
			t.Fatal(err)
		}
		// One immediately, one for the pause, and in between one after each 20 times its own
		// duration.
		if most := int(elapsed/(200*time.Millisecond)) + 2; taken > most {
			t.Errorf("%d snapshots of 10 ms in %v, at most %d are allowed", taken, elapsed, most)
		}
	})
}

func TestSaveAndRestore(t *testing.T) {
	synctest.Test(t, saveAndRestore)
}

func saveAndRestore(t *testing.T) {
	want := finish(t, start(t, newWalker(6), Options{Iterations: 30}))
	state := []byte(nil)
	restored := func(o Options) *Run {
		w := newWalker(6)
		w.work = 200 * time.Microsecond
		if state == nil {
			return start(t, w, o)
		}
		r, err := Restore(context.Background(), w, fakeInfo, o, state)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		return r
	}
	for piece := range 8 { // cut into pieces, also during the start and within iterations, both paused and working
		r := restored(Options{Iterations: 30})
		r.Resume()
		time.Sleep(1500 * time.Microsecond)
		if piece%2 == 0 {
			r.Pause()
		}
		var err error
		if state, err = pieces.Whole(r.Save()); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	r := restored(Options{Iterations: 30})
	if p := r.Progress(); p.State != Paused || p.Elapsed <= 0 {
		t.Errorf("restored as %+v", p)
	}
	r.Resume()
	same(t, finish(t, r), want)
}

func TestRestoreRefuses(t *testing.T) {
	r := start(t, newWalker(6), Options{Iterations: 3})
	finish(t, r)
	state, err := pieces.Whole(r.Save())
	if err != nil {
		t.Fatal(err)
	}
	other := fakeInfo
	other.Name = "crawl"
	if _, err := Restore(context.Background(), newWalker(6), other, Options{}, state); err == nil {
		t.Error("the state of another model was taken")
	}
	other = fakeInfo
	other.Scalars = []string{"evidence"}
	if _, err := Restore(context.Background(), newWalker(6), other, Options{}, state); err == nil {
		t.Error("other scalars were taken")
	}
	for _, n := range []int{0, 1, len(state) / 2} {
		if _, err := Restore(context.Background(), newWalker(6), fakeInfo, Options{}, bytes.Clone(state[:n])); err == nil {
			t.Errorf("%d bytes of the state were taken", n)
		}
	}
}

func TestProgressOfAUnlimitedAndALimitedRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.work = 2 * time.Millisecond
		r := start(t, w, Options{Iterations: -1})
		until(t, "a rate", func() bool { return r.Progress().PerSecond > 0 })
		if p := r.Progress(); p.LeftKnown {
			t.Errorf("an endless run knows its end: %+v", p)
		}
		r.Stop()
		finish(t, r)

		w = newWalker(1)
		w.work = 2 * time.Millisecond
		r = start(t, w, Options{Iterations: 1 << 40, Duration: time.Hour})
		until(t, "a rate", func() bool { return r.Progress().PerSecond > 0 })
		if p := r.Progress(); !p.LeftKnown || p.Left > time.Hour || p.Left < 50*time.Minute {
			t.Errorf("the time is up first: %+v", p)
		}
		_ = r.More(-1)
		if p := r.Progress(); p.Target >= 0 {
			t.Errorf("target %d", p.Target)
		}
	})
}

func TestRate(t *testing.T) {
	rec := newRecord([]string{"x"}, false)
	at := time.Duration(0)
	for i := range 4000 {
		step := 10 * time.Millisecond
		if i >= 1000 {
			step = 2 * time.Millisecond
		}
		at += step
		rec.mark(mark{i, at})
	}
	if got := rec.rate(); got < 499 || got > 501 {
		t.Errorf("recent rate %v, want 500", got)
	}
	if len(rec.marks) > 40 {
		t.Errorf("%d marks kept", len(rec.marks))
	}
	rec = newRecord(nil, false)
	for i := range 5 {
		rec.mark(mark{i, time.Duration(i) * 10 * time.Second})
	}
	if got := rec.rate(); got < 0.099 || got > 0.101 {
		t.Errorf("rate of slow iterations %v, want 0.1", got)
	}
}
