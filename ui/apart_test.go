package ui

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/run"

	"fyne.io/fyne/v2/test"
)

// workerVariable makes the test program a worker.
const workerVariable = "ESPALIER_TEST_WORKER"

func init() {
	if os.Getenv(workerVariable) == "" {
		return
	}
	if err := (fit.Worker{Version: "test"}).Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// If the process of a fit is killed, the window says so; the fit keeps what it found and can continue.
func TestFitInAProcessOfItsOwn(t *testing.T) {
	s := newStage(t, usual, nil, nsfa.Model{})
	s.openSample("iris")
	processes := make(chan *os.Process, 8)
	ticks, saved := make(chan time.Time), make(chan struct{}, 1)
	s.do(func() {
		if s.w.menu.apart.Checked {
			t.Error("fits run outside unless told otherwise")
		}
		s.w.menu.apart.Action()
		if !s.w.menu.apart.Checked || !s.w.app.Preferences().Bool(prefApart) {
			t.Error("the choice is not kept")
		}
		s.w.ws.Outside = fit.Kept{Process: fit.Process{Command: []string{os.Args[0]},
			Env: []string{workerVariable + "=1"}, Started: func(p *os.Process) { processes <- p }},
			Clock: func(time.Duration) <-chan time.Time { return ticks }, Saved: func() { saved <- struct{}{} }}
		if err := s.w.ws.Next.SetModel("nsfa"); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Next.SetIterations(1_000_000)
		test.Tap(s.w.run.go_)
	})
	process := <-processes
	state := func() (p run.Progress) { p, _ = s.w.ws.Runs.Progress(); return p }
	s.until("some sweeps", func() bool { return state().Iteration > 3 })
	ticks <- time.Time{}
	<-saved
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
	s.until("the death", func() bool { return state().State == run.Stopped && s.w.run.go_.Text == "Run more" })
	var at int
	s.do(func() {
		at = state().Iteration
		if text := s.w.ws.Notice.Text + fmt.Sprint(s.w.ws.Runs.Job().Err); !strings.Contains(text, "killed") {
			t.Errorf("the window says %q", text)
		}
		test.Tap(s.w.run.go_)
	})
	<-processes
	s.until("more", func() bool { return state().Iteration > at })
	s.do(func() { test.Tap(s.w.run.stop) })
	s.until("all that the fit left", func() bool { return state().State.Ended() && s.w.ws.Runs.Job().Kept })
	s.do(func() {
		j := s.w.ws.Runs.Job()
		if r, _ := s.w.ws.Doc.Result(j.ID); r.Fit.State == nil || r.Fit.Snapshot != j.Snapshot {
			t.Errorf("the document has %+v", r.Fit)
		}
	})
}
