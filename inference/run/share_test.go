package run

import (
	"testing"
	"time"
)

// If the model reports how much of the whole fit is done, the time left follows from that, unless the target comes
// first.
func TestLeftByShare(t *testing.T) {
	r := &Run{state: Running, target: 200}
	r.record.trace.Iteration = []int{0, 1}
	for _, c := range []struct {
		p     Progress
		want  time.Duration
		known bool
	}{
		{Progress{Share: 0.25, Elapsed: 10 * time.Second, Iteration: 5, PerSecond: 0.5}, 30 * time.Second, true},
		{Progress{Share: 0.25, Elapsed: 10 * time.Second, Iteration: 195, PerSecond: 0.5}, 10 * time.Second, true},
		{Progress{Share: 0.25, Elapsed: 10 * time.Second}, 30 * time.Second, true},
		{Progress{Share: 0.01, Elapsed: 10 * time.Second, Iteration: 1, PerSecond: 0.5}, 0, false},
	} {
		if left, known := r.left(c.p); left.Round(time.Millisecond) != c.want || known != c.known {
			t.Errorf("%+v: %v left, %v", c.p, left, known)
		}
	}
}
