package screen

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"example.org/espalier/views/viewstest"
)

// A digester takes the first of a result at once, rests after each, takes the newest of what was
// offered meanwhile, and does not wait where the result rests.
func TestDigesterRests(t *testing.T) {
	s := viewstest.NewStage(t)
	clock := viewstest.NewFakeClock()
	var told []int
	d := NewDigester(s.Post, time.Second, func(_ context.Context, in int) (int, error) {
		clock.Pass(time.Millisecond) // what it costs
		if in < 0 {
			return 0, errors.New("negative")
		}
		return in * in, nil
	}, func(out int) { told = append(told, out) })
	defer d.Close()
	d.SetClock(clock.Clock())
	d.Same = func(begun, offered int) bool { return begun == offered }
	until := func(n int) { t.Helper(); s.Run(func() bool { return len(told) == n }) }
	d.Offer(1, 2, false)
	until(1)
	d.Offer(1, 2, true)
	if d.busy || d.waits {
		t.Error("the same is digested again")
	}
	d.Offer(1, 3, false)
	d.Offer(1, 4, false)
	clock.Pass(SummaryShare*time.Millisecond - 1)
	if d.busy || d.pace.timer == nil {
		t.Error("the digester does not rest")
	}
	clock.Pass(1)
	until(2)
	d.Offer(1, 5, false)
	d.Offer(1, 6, true)
	until(3)
	d.Offer(2, 7, false) // another result
	until(4)
	if !slices.Equal(told, []int{4, 16, 36, 49}) {
		t.Errorf("told %v", told)
	}
	// What cannot be digested is dropped, and stops nothing.
	d.Offer(2, -1, true)
	d.Offer(2, 8, true)
	until(5)
	if told[4] != 64 {
		t.Errorf("told %v", told)
	}
}

// What comes back of an earlier result is not told.
func TestDigesterForgets(t *testing.T) {
	s := viewstest.NewStage(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	var told []int
	d := NewDigester(s.Post, time.Second, func(_ context.Context, in int) (int, error) {
		if in == 1 {
			close(begun)
			<-goOn
		}
		return in, nil
	}, func(out int) { told = append(told, out) })
	defer d.Close()
	d.Offer(1, 1, false)
	<-begun
	d.Offer(2, 2, false)
	close(goOn)
	s.Run(func() bool { return len(told) > 0 })
	if !slices.Equal(told, []int{2}) {
		t.Errorf("told %v", told)
	}
}
