package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/views/say"

	"fyne.io/fyne/v2/test"
)

// TestRunUntilSettled: a search that ends while its objective climbs says by how much, and can be continued until it no longer does.
func TestRunUntilSettled(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "search", target: 120})
	s.openSample("crabs")
	ended := func() bool { p, _ := s.w.ws.Runs.Progress(); return p.State == run.Finished }
	s.do(func() {
		if err := s.w.ws.Next.SetModel("search"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the end", ended)
	s.do(func() {
		// The fake's objective is −100/(i+1): 100/21 − 100/121 = 3.94 nats from iteration 20 to 120.
		if got := s.w.run.status.Text(); !strings.HasSuffix(got, "Still improving: run until settled.") {
			t.Errorf("the status is %q", got)
		}
		if !s.w.run.settle.Visible() || s.w.menu.settle.Disabled {
			t.Fatal("to run until settled is not offered")
		}
		test.Tap(s.w.run.settle)
	})
	s.until("the end of more", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Iteration > 120 && ended() })
	s.do(func() {
		// 200 rows settle at 0.2 nats: 10,000/((i+1)(i−99)) is below that from i = 279 on.
		p, _ := s.w.ws.Runs.Progress()
		if got := s.w.run.status.Text(); p.Iteration != 279 || !strings.HasSuffix(got, "Settled: going on would gain next to nothing.") {
			t.Errorf("after %d counts the status is %q", p.Iteration, got)
		}
		if s.w.run.settle.Visible() || !s.w.menu.settle.Disabled || s.w.run.go_.Text != runMore {
			t.Errorf("to run until settled is still offered, or %q", s.w.run.go_.Text)
		}
	})
}

// A short search says how much it gained. One that has nothing left to try has settled, however much it
// gained last: neither the status nor the list calls it still improving.
func TestShortSearches(t *testing.T) {
	for _, c := range []struct {
		ends            int
		status, list    string
		settleIsOffered bool
	}{
		{0, "Still improving: run until settled.", "still improving", true}, // 100 − 100/31
		{30, ": nothing is left to do.", "", false},
	} {
		s := newStage(t, usual, nil, fakeModel{name: "search", target: 30, ends: c.ends})
		s.openSample("crabs")
		s.do(func() {
			if err := s.w.ws.Next.SetModel("search"); err != nil {
				t.Fatal(err)
			}
			test.Tap(s.w.run.go_)
		})
		s.until("the end", func() bool { j := s.w.ws.Runs.Job(); return j != nil && j.Kept })
		s.do(func() {
			if got := s.w.run.status.Text(); !strings.HasSuffix(got, c.status) || s.w.run.settle.Visible() != c.settleIsOffered {
				t.Errorf("the status is %q; until settled is offered: %v", got, s.w.run.settle.Visible())
			}
			j := s.w.ws.Runs.Job()
			if _, words := s.w.list.standing(j, j.Progress()); words != c.list {
				t.Errorf("the list says %q", words)
			}
		})
	}
}

// TestSamplersDoNotSettle: nothing climbs where draws are made.
func TestSamplersDoNotSettle(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "search", target: 60})
	s.openSample("crabs")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("search"); err != nil {
			t.Fatal(err)
		}
		if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the end", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.State == run.Finished })
	s.do(func() {
		if got := s.w.run.status.Text(); strings.Contains(got, "improving") || s.w.run.settle.Visible() {
			t.Errorf("the status is %q", got)
		}
	})
}

// A run that has ended says why its result is as it is.
func TestReasonAfterARun(t *testing.T) {
	s := &inference.Snapshot{Phase: "searching, columns with their covariance; the chains disagree"}
	if got := say.Reasoned(s); got != " The chains disagree." {
		t.Errorf("%q", got)
	}
	if got := say.Reasoned(nil); got != "" {
		t.Errorf("of nothing %q", got)
	}
}
