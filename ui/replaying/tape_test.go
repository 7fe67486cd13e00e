package replaying

import (
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
)

func snapshot(i, group int) *inference.Snapshot {
	s := &inference.Snapshot{Iteration: i, Trace: inference.Trace{Iteration: make([]int, i+1)}}
	labels := make([]int, 90)
	for r := range labels {
		if r < group {
			labels[r] = 1
		}
	}
	s.Parts = []inference.Part{&partition.Partition{Labels: labels}}
	return s
}

// A tape keeps few of many states, spread by change; those that come too soon after one that took long are left out.
func TestTape(t *testing.T) {
	var tape Tape
	now := time.Unix(0, 0)
	tape.now = func() time.Time { return now }
	for i := range 200 {
		tape.Add(snapshot(i, min(i, 80)))
	}
	last := snapshot(200, 80)
	r, ok := tape.reel(last, time.Second)
	if !ok || r.Len() < 40 || r.Len() > 60 {
		t.Fatalf("%d states, %v", r.Len(), ok)
	}
	for i := 1; i < r.Len(); i++ { // nothing changed from iteration 80 on
		if step := r.States[i].Iteration - r.States[i-1].Iteration; step > 4 || r.States[i].Iteration > 80 {
			t.Errorf("iteration %d comes %d after the one before", r.States[i].Iteration, step)
		}
	}
	var slow Tape
	slow.now = func() time.Time { now = now.Add(10 * time.Millisecond); return now } // each takes 10 ms
	for i := range 200 {
		slow.Add(snapshot(i, min(i, 80)))
	}
	if r, ok := slow.reel(last, time.Second); ok || r.Len() > 5 {
		t.Errorf("%d states were recorded in 2 s of work of 10 ms", r.Len())
	}
	if _, ok := slow.reel(last, time.Hour); !ok {
		t.Error("what was recorded of a long run is not used")
	}
}
