package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/views/say"

	"fyne.io/fyne/v2/test"
)

// A sampler has a page of diagnostics and a sentence on its draws below the run; other
// methods have neither.
func TestDiagnosticsOfASampler(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the last diagnostics", func() bool {
		f, ok := s.w.centre.diagnosis.Figure().(*chart.Diagnostics)
		return ok && f.Report.Iterations == 81
	})
	s.do(func() {
		f := s.w.centre.diagnosis.Figure().(*chart.Diagnostics)
		if got := s.w.run.verdict.Text(); got != f.Report.Verdict.Text || !s.w.run.verdict.Visible() || f.Report.Verdict.Level == diagnostics.Unknown {
			t.Errorf("the column says %q, the page %q", got, f.Report.Verdict.Text)
		}
		test.Tap(s.w.run.why) // leads to the page
		shown, meta, err := s.w.centre.figure()
		if d, ok := shown.(*chart.Diagnostics); err != nil || !ok || d.Report != f.Report || !strings.HasSuffix(meta.Title, "diagnostics") {
			t.Errorf("exported %T as %q, %v", shown, meta.Title, err)
		}
		s.w.centre.markDraw(1, 30)
		if f := s.w.centre.courseShown(); len(f.Series) != 3 || f.BurnIn == 0 || !f.HasCursor || f.Cursor != 30 {
			t.Errorf("the trace shows %d chains and a cursor at %d", len(f.Series), f.Cursor)
		}
		if err := s.w.ws.Next.Set("method", "em", false); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Runs.Run()
	})
	s.until("the end of the run", func() bool {
		r := s.w.ws.Runs.Result()
		return r != nil && !r.Info.Samples && s.w.centre.diagnosis.Figure() == nil
	})
	s.do(func() {
		if s.w.run.why.Visible() {
			t.Error("the way to the diagnostics stays")
		}
		if s.w.run.verdict.Visible() || s.w.centre.leaf(tabDiagnostics).Tab() == tabDiagnostics && s.w.centre.leaf(tabDiagnostics).offered {
			t.Error("diagnostics of a method that does not sample")
		}
	})
}

// A sampler can run until its draws are enough; the time left is then until that.
func TestUntilEnough(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(200)
	s.openSample("crabs")
	s.do(func() {
		m := s.w.model
		if m.enoughRow.Visible() || s.w.ws.Next.Enough() != 0 {
			t.Error("em can be run until there are enough draws")
		}
		if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		commit(m.enough, "many")
		if !m.enoughRow.Visible() || m.entries["effective draws"].why.Text == "" || s.w.ws.Next.Enough() != 0 {
			t.Errorf("%q is taken", "many")
		}
		commit(m.enough, "200")
		if s.w.ws.Unsettled() != "" || s.w.ws.Next.Enough() != 200 || m.lengthRow.Visible() {
			t.Errorf("until %d, number of sweeps shown %v", s.w.ws.Next.Enough(), m.lengthRow.Visible())
		}
		test.Tap(s.w.run.go_)
	})
	// Its draws rise without end, so they are never enough.
	s.until("what is expected", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Expected > 80 && p.Iteration > 80 && p.LeftKnown })
	s.do(func() {
		p, _ := s.w.ws.Runs.Progress()
		if line, _ := say.ProgressLines(p, inference.Info{Iteration: "sweep"}); !strings.Contains(line, "of about "+say.Thousands(p.Expected)) || p.Target >= 0 {
			t.Errorf("%q, %+v", line, p)
		}
		s.w.ws.Runs.Stop()
		commit(s.w.model.enough, "")
		if s.w.ws.Next.Enough() != 0 || !s.w.model.lengthRow.Visible() {
			t.Error("it cannot be taken away")
		}
	})
	s.until("the end", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.State.Ended() })
}

// What the draws of a result were found to be when it ended is in the study, and is said of it in the
// list although nobody has shown it since.
func TestVerdictOfTheStudy(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "fake", target: 3})
	s.openSample("animals")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("fake"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the end", func() bool { j := s.w.ws.Runs.Job(); return j != nil && j.Kept })
	s.do(func() {
		id := s.w.ws.Now().Shown
		known, _ := s.w.ws.Doc.Result(id)
		fit := *known.Fit
		fit.Diagnostics = &diagnostics.Report{Verdict: diagnostics.Verdict{Level: diagnostics.Bad, Text: "The chains differ."}}
		known.Fit = &fit
		clear(s.w.list.verdicts)
		s.w.ws.Doc.Put(known)
		for chains, want := range map[int]string{1: "not converged", 2: "chains differ"} {
			s.w.ws.Runs.Jobs[id].Chains = chains
			if e := s.w.list.entry(id); e.Status != want {
				t.Errorf("the list says %q of %d chains", e.Status, chains)
			}
		}
	})
}
