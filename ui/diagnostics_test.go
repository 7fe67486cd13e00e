package ui

import (
	"strings"
	"testing"

	"espalier/inference/diagnostics"
	"espalier/plotting"

	"fyne.io/fyne/v2/test"
)

// A sampler has a page of diagnostics and a sentence on its draws below the run; other
// methods have neither.
func TestDiagnosticsOfASampler(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		if err := s.w.ws.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the last diagnostics", func() bool {
		f := s.w.centre.diagnosis.view.Figure()
		return f != nil && f.Report.Iterations == 81
	})
	s.do(func() {
		f := s.w.centre.diagnosis.view.Figure()
		if got := s.w.run.verdict.Text(); got != f.Report.Verdict.Text || !s.w.run.verdict.Visible() || f.Report.Verdict.Level == diagnostics.Unknown {
			t.Errorf("the column says %q, the page %q", got, f.Report.Verdict.Text)
		}
		s.w.centre.tabs.Pick(tabDiagnostics)
		shown, meta, err := s.w.centre.figure()
		if d, ok := shown.(*plotting.Diagnostics); err != nil || !ok || d.Report != f.Report || !strings.HasSuffix(meta.Title, "diagnostics") {
			t.Errorf("exported %T as %q, %v", shown, meta.Title, err)
		}
		s.w.centre.markDraw(1, 30)
		if f := s.w.centre.trace.Figure(); len(f.Series) != 3 || f.BurnIn == 0 || !f.HasCursor || f.Cursor != 30 {
			t.Errorf("the trace shows %d chains and a cursor at %d", len(f.Series), f.Cursor)
		}
		if err := s.w.ws.Set("method", "em", false); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Run()
	})
	s.until("the end of the run", func() bool {
		r := s.w.ws.Result()
		return r != nil && !r.Info.Samples && s.w.centre.diagnosis.view.Figure() == nil
	})
	s.do(func() {
		if s.w.run.verdict.Visible() || s.w.centre.leaf(tabDiagnostics).Name() == tabDiagnostics && s.w.centre.leaf(tabDiagnostics).offered {
			t.Error("diagnostics of a method that does not sample")
		}
	})
}
