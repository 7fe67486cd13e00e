package views

import (
	"testing"
	"time"

	"espalier/plotting"
)

// slow is a figure whose layout takes its time.
type slow struct{ plain }

func (s slow) WithWindow(w plotting.Window) plotting.Figure {
	time.Sleep(12 * time.Millisecond)
	s.window = w
	return s
}

func TestARunIsWatchedAtItsPace(t *testing.T) {
	s := newStage(t)
	v := NewView(s.post, plotting.Light)
	defer v.Close()
	s.show(v, 400, 300)
	n := &counter{}
	figure := func() plotting.Figure { return slow{plain{plotting.All, n}} }
	v.Offer(figure)
	s.settle(v)
	if n.get() != 1 {
		t.Fatalf("the first offer is drawn %d times", n.get())
	}
	// Offers every 5 ms: pictures of 12 ms with rests of 40 times as much are one or two
	// in half a second; the machine may make them slower, never faster.
	start := time.Now()
	for time.Since(start) < 500*time.Millisecond {
		v.Offer(figure)
		s.drain(5 * time.Millisecond)
	}
	if got := n.get(); got > 3 {
		t.Errorf("%d pictures in half a second", got)
	}
	last := &counter{}
	v.Offer(func() plotting.Figure { return slow{plain{plotting.All, last}} })
	if v.Settled() {
		t.Error("an offer that waits counts as drawn")
	}
	s.settle(v)
	if last.get() != 1 {
		t.Errorf("the last offer was drawn %d times", last.get())
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

// drain runs what is posted for a while.
func (s *stage) drain(d time.Duration) {
	end := time.After(d)
	for {
		select {
		case p := <-s.posts:
			p.f()
			close(p.done)
		case <-end:
			return
		}
	}
}
