package run

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// In slow motion there are as many iterations a second as were asked for, each of them is shown, and the numbers are
// those of full speed. Pause and Stop are answered at once.
func TestSlowMotion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		walk := func(rate int) (took time.Duration, shown []int, trace []float64) {
			w := newWalker(1)
			w.work = time.Millisecond
			r := Start(t.Context(), w, fakeInfo, Options{Iterations: 40, Paused: true, Rate: rate})
			defer r.Close()
			began := time.Now()
			r.Resume()
			ended := make(chan struct{})
			go func() {
				for s := range r.Snapshots() {
					shown = append(shown, s.Iteration)
				}
				close(ended)
			}()
			if err := r.Wait(); err != nil {
				t.Fatal(err)
			}
			took, trace = time.Since(began), r.Latest().Trace.Column("evidence")
			r.Close()
			<-ended
			return took, shown, trace
		}
		fast, few, want := walk(0)
		slowly, each, got := walk(5)
		if fast > time.Second || slowly < 7*time.Second || slowly > 9*time.Second {
			t.Errorf("40 iterations took %v, and %v at 5 a second", fast, slowly)
		}
		if len(few) > 10 {
			t.Errorf("%d states were shown at full speed", len(few))
		}
		for i := range 40 {
			if !slices.Contains(each, i) {
				t.Errorf("iteration %d was not shown", i)
			}
		}
		if !slices.Equal(got, want) {
			t.Error("the numbers are others in slow motion")
		}

		w := newWalker(1)
		r := Start(t.Context(), w, fakeInfo, Options{Iterations: -1, Paused: true})
		defer r.Close()
		r.SetRate(1)
		r.Resume()
		time.Sleep(3500 * time.Millisecond)
		if n := r.Progress().Iteration; n < 2 || n > 4 {
			t.Errorf("%d iterations in 3.5 s at 1 a second", n)
		}
		began := time.Now()
		r.Pause()
		if err := r.Rest(t.Context()); err != nil || time.Since(began) > 10*time.Millisecond {
			t.Errorf("the pause took %v: %v", time.Since(began), err)
		}
		r.Resume()
		r.SetRate(0)
		r.Stop()
		if err := r.Wait(); err != nil {
			t.Fatal(err)
		}
	})
}
