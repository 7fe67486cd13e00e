package screen

import (
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/views/viewstest"
)

// slow is a figure whose layout takes its time.
type slow struct {
	viewstest.Plain
	clock *viewstest.FakeClock
}

func (s slow) WithWindow(w plotting.Window) plotting.Figure {
	s.clock.Pass(12 * time.Millisecond)
	s.Window = w
	return s
}

func TestARunIsWatchedAtItsPace(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewView(s.Post, plotting.Light)
	defer v.Close()
	clock := viewstest.NewFakeClock()
	v.pace.clock = clock.Clock()
	s.Show(v, 400, 300)
	s.Settle(v)
	n := &viewstest.Counter{}
	figure := func() plotting.Figure { return slow{viewstest.Plain{Window: plotting.All, Drawn: n}, clock} }
	v.Offer(figure)
	s.Settle(v)
	if n.Get() != 1 {
		t.Fatalf("the first offer is drawn %d times", n.Get())
	}
	// Pictures of 12 ms would rest for 60 times as much, and rest for 0.15 s at most. Offers come
	// every 5 ms meanwhile.
	begun := v.pace.last
	for v.pace.clock.Now().Sub(begun) < paceLive-5*time.Millisecond {
		clock.Pass(5 * time.Millisecond)
		v.Offer(figure)
		if v.Settled() {
			t.Fatal("an offer that waits counts as drawn")
		}
	}
	if n.Get() != 1 {
		t.Errorf("%d pictures in 0.15 s", n.Get())
	}
	last := &viewstest.Counter{}
	v.Offer(func() plotting.Figure { return slow{viewstest.Plain{Window: plotting.All, Drawn: last}, clock} })
	clock.Pass(5 * time.Millisecond)
	s.Settle(v)
	if last.Get() != 1 || n.Get() != 1 {
		t.Errorf("the last offer was drawn %d times, those before %d times", last.Get(), n.Get())
	}
	// A gesture does not wait.
	v.Offer(figure)
	before := n.Get()
	v.SetWindow(plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.5})
	s.Settle(v)
	if v.pace.timer != nil || n.Get() != before+1 {
		t.Errorf("drawn %d times", n.Get()-before)
	}
	v.Offer(figure)
	v.Close()
	if v.pace.timer != nil {
		t.Error("a closed view still waits")
	}
}
