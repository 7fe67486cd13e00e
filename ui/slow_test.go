package ui

import (
	"slices"
	"testing"
)

// In slow motion, which is chosen by the run card, the figure shows each step of the run in turn, and the counter is
// that of the figure. At full speed again the run comes to its end.
func TestSlowMotionInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	c := s.w.centre
	var shown []int
	s.do(func() {
		if !s.w.run.slow.Visible() {
			t.Fatal("the speed cannot be chosen")
		}
		s.w.run.rate.OnPicked("10")
		drawn := c.tree.View().OnDrawn
		c.tree.View().OnDrawn = func() {
			drawn()
			// A busy machine may draw the first tree after the run has begun.
			if n, ok := c.seen().Iteration(); ok && c.seen().Result == c.shown.ID && !c.shown.First {
				if k := len(shown); k == 0 || shown[k-1] != n {
					shown = append(shown, n)
				}
				now := c.shown.Of.Progress() // at the end the count is of the end, and the picture follows
				if got := c.seen().Progress(c.shown.ID, now).Iteration; now.State.Working() && got != n {
					t.Errorf("%d is counted beside a picture of %d", got, n)
				}
			}
		}
		s.w.ws.Runs.Run()
	})
	s.until("some steps", func() bool { // a machine that is busy may come to the end before
		return len(shown) >= 4 || len(shown) > 0 && s.w.ws.Runs.Stage().Ended
	})
	s.do(func() {
		if !slices.IsSorted(shown) { // a machine that is busy may miss some
			t.Errorf("the steps %v are shown", shown)
		}
		s.w.run.rate.OnPicked("0")
		if s.w.run.rate.Value != "0" {
			t.Errorf("the speed chosen is %q", s.w.run.rate.Value)
		}
	})
	s.until("the end", func() bool { return s.w.ws.Runs.Stage().Ended && c.seen() == c.wanted().Stamp })
}
