package views

import (
	"testing"
	"time"

	"espalier/plotting"
)

// slow is a figure whose layout takes its time.
type slow struct {
	plain
	clock *fakeClock
}

func (s slow) WithWindow(w plotting.Window) plotting.Figure {
	s.clock.pass(12 * time.Millisecond)
	s.window = w
	return s
}

func TestARunIsWatchedAtItsPace(t *testing.T) {
	s := newStage(t)
	v := NewView(s.post, plotting.Light)
	defer v.Close()
	clock := newFakeClock()
	v.pace.clock = clock.clock()
	s.show(v, 400, 300)
	s.settle(v)
	n := &counter{}
	figure := func() plotting.Figure { return slow{plain{plotting.All, n}, clock} }
	v.Offer(figure)
	s.settle(v)
	if n.get() != 1 {
		t.Fatalf("the first offer is drawn %d times", n.get())
	}
	// Pictures of 12 ms would rest for 60 times as much, and rest for 0.6 s at most. Offers come
	// every 5 ms meanwhile.
	begun := v.pace.last
	for v.pace.clock.Now().Sub(begun) < paceMost-5*time.Millisecond {
		clock.pass(5 * time.Millisecond)
		v.Offer(figure)
		if v.Settled() {
			t.Fatal("an offer that waits counts as drawn")
		}
	}
	if n.get() != 1 {
		t.Errorf("%d pictures in 0.6 s", n.get())
	}
	last := &counter{}
	v.Offer(func() plotting.Figure { return slow{plain{plotting.All, last}, clock} })
	clock.pass(5 * time.Millisecond)
	s.settle(v)
	if last.get() != 1 || n.get() != 1 {
		t.Errorf("the last offer was drawn %d times, those before %d times", last.get(), n.get())
	}
	// A gesture does not wait.
	v.Offer(figure)
	before := n.get()
	v.SetWindow(plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.5})
	s.settle(v)
	if v.pace.timer != nil || n.get() != before+1 {
		t.Errorf("drawn %d times", n.get()-before)
	}
	v.Offer(figure)
	v.Close()
	if v.pace.timer != nil {
		t.Error("a closed view still waits")
	}
}
