package run

import (
	"testing"
	"testing/synctest"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
)

// livingWalker is a walker whose snapshots take long, and which tells its state in no time.
type livingWalker struct{ *walker }

func (w livingWalker) Snapshot() *inference.Snapshot {
	s := w.walker.Snapshot()
	s.Parts = []inference.Part{&partition.Partition{Labels: []int{w.W.Iteration}, Number: []float64{0, 1}}}
	return s
}

func (w livingWalker) Present() []inference.Part {
	return []inference.Part{&partition.Partition{Labels: []int{w.W.Iteration}, Live: true}}
}

// While draws take long to sum up, the present state is shown in between, at the pace of pictures. What is shown at
// rest is summed up, also after a state.
func TestThePresentStateIsShownBetweenSummaries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWalker(1)
		w.work, w.snapshot = time.Millisecond, 500*time.Millisecond
		r := Start(t.Context(), livingWalker{w}, fakeInfo, Options{Iterations: -1})
		defer r.Close()
		states, summaries := 0, 0
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for s := range r.Snapshots() {
				p := partition.Of(s)
				if p.Live {
					states++
					if len(p.Number) == 0 || len(s.Scalars) != 2 {
						t.Error("a state lacks what the draws told before")
					}
				} else {
					summaries++
				}
				if got := len(s.Trace.Iteration) - 1; s.Iteration != got {
					t.Errorf("state %d has a trace up to %d", s.Iteration, got)
				}
			}
		}()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if states < 100 || summaries > 2 {
			t.Errorf("in 10 s %d states and %d summaries were shown", states, summaries)
		}
		r.Pause()
		rest(t, r, Paused)
		if p := partition.Of(r.Latest()); p.Live {
			t.Error("a run at rest shows a state")
		}
		r.SetRate(5)
		before := states
		r.Resume()
		time.Sleep(3 * time.Second)
		r.Stop()
		rest(t, r, Stopped)
		synctest.Wait()
		if n := states - before; n < 5 {
			t.Errorf("slow motion showed %d states in 3 s", n)
		}
		if p := partition.Of(r.Latest()); p.Live || p.Labels[0] != w.W.Iteration {
			t.Errorf("at the end %+v of iteration %d", p, w.W.Iteration)
		}
		r.Close()
		<-ended
	})
}
