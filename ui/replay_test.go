package ui

import (
	"slices"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A result that has ended is played: the pages show moments of its fit one after the other, all of one moment, and at
// the end the result. It can be halted, scrubbed and left.
func TestReplay(t *testing.T) {
	s := newStage(t, usual, nil, realModel(t, "vbmfa"))
	s.openSample("iris")
	clock := viewstest.NewFakeClock()
	s.do(func() { s.w.centre.replay.Clock = clock.Clock() })
	s.until("the replay of the first tree", func() bool { return s.w.run.play.Visible() && !s.w.menu.replay.Disabled })
	s.do(func() {
		if err := s.w.ws.Next.SetModel("vbmfa"); err != nil {
			t.Fatal(err)
		}
	})
	s.until("the data", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data() != nil })
	s.do(func() {
		s.w.ws.Next.SetIterations(60)
		s.w.ws.Runs.Go()
	})
	s.until("the fit", func() bool {
		j := s.w.ws.Runs.Job()
		return j != nil && j.Info.Name == "vbmfa" && j.Kept && s.w.centre.shown.Info.Name == "vbmfa"
	})
	var last *inference.Snapshot
	var tabs []string
	s.do(func() {
		tabs = slices.Clone(s.w.centre.tabs.Names())
		last = s.w.centre.shown.Snapshot
		test.Tap(s.w.run.play)
	})
	moment := func() *inference.Snapshot { return s.w.centre.shown.Snapshot }
	s.until("the first moment", func() bool { return s.w.centre.replay.On() && moment() != last })
	seen, was := 0, -1
	for done := false; !done; {
		clock.Pass(10 * time.Second)
		s.do(func() {
			now := moment()
			if done = now == last; done {
				return
			}
			if got := s.w.centre.tabs.Names(); !slices.Equal(got, tabs) {
				t.Errorf("after %d iterations the tabs are %q, at the end %q", now.Iteration, got, tabs)
			}
			if now.Iteration < was {
				t.Errorf("iteration %d is shown after %d", now.Iteration, was)
			}
			if now.Iteration > was {
				seen, was = seen+1, now.Iteration
			}
		})
	}
	if seen < 3 {
		t.Errorf("%d moments were shown", seen)
	}
	s.do(func() {
		if !s.w.centre.replay.On() {
			t.Error("the bar went away at the end")
		}
		s.w.centre.replay.Seek(1)
		if moment() == last || !s.w.centre.replay.Object().Visible() {
			t.Error("scrubbing shows no moment")
		}
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if moment() != last || s.w.centre.replay.Object().Visible() {
			t.Error("Escape does not show the result again")
		}
		s.w.centre.replay.Toggle()
		if moment() == last {
			t.Error("it does not play again")
		}
		s.w.ws.Runs.Run()
		if s.w.centre.replay.On() {
			t.Error("a run does not end the replay")
		}
	})
}
