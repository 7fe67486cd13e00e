package pydt

import (
	"context"
	"errors"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/sequel"
)

// A step responds to a cancelled context and to a pause while the comparison of forms is busy for a
// long time. The fit then continues as if it had not been interrupted.
func TestComparisonIsInterrupted(t *testing.T) {
	data := bound(20, 4)
	want := traced(t, begun(t, data, inference.Streams{Seed: 3}), 2)
	f := begun(t, data, inference.Streams{Seed: 3}).(*sequel.Opened).Inner.(*together.SequelFit)
	for f.Learner == nil {
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	begin, release := make(chan struct{}, 1), make(chan struct{}, 1)
	f.Learning = parallel.NewErrand(func() bool {
		begin <- struct{}{}
		<-release
		return f.Learner.Advance()
	})
	<-begin
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Step(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("a cancelled step says %v", err)
	}
	if r, err := f.Step(context.Background()); err != nil || r.Scalars != nil {
		t.Fatalf("a step during the work reports %v, %v", r.Scalars, err)
	}
	f.Snapshot()
	release <- struct{}{}
	got := traced(t, f, 2)
	for i := range want {
		if !pydttest.SameBits(got[i], want[i]) {
			t.Errorf("%v, uninterrupted %v", got[i], want[i])
		}
	}
}
