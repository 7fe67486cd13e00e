package ui

import (
	"testing"

	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/vbmfa"

	"fyne.io/fyne/v2/test"
)

// The evidence of a mixture is estimated beside its bound, stopped and gone on with; models
// without a bound have no such panel.
func TestEvidenceInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil, vbmfa.Model{}, gaussian.Model{})
	s.openSample("iris")
	w := s.w.ws
	p := s.w.side.evidence
	p.draws = 100
	s.do(func() {
		if err := w.Next.SetModel("vbmfa"); err != nil {
			t.Fatal(err)
		}
	})
	s.until("the data", func() bool { return w.Data() != nil && w.Busy() == "" })
	s.do(func() {
		w.Next.SetIterations(25)
		if p.object.Visible() {
			t.Error("evidence is offered before there is a fit")
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool {
		r := s.w.centre.shown
		return r != nil && r.Info.Name == "vbmfa" && !w.Runs.Stage().Working && p.object.Visible()
	})
	s.do(func() { test.Tap(p.link) })
	s.until("some draws", func() bool { return p.estimate.Draws > 0 })
	s.do(func() {
		if p.now == nil {
			return // all were made at once
		}
		test.Tap(p.link)
	})
	s.until("the stop", func() bool { return p.now == nil })
	var before int
	s.do(func() {
		before = p.estimate.Draws
		if p.problem != "" || p.estimate.Bound >= 0 || len(p.lines.Objects) < 4 {
			t.Errorf("%+v, %d lines, problem %q", p.estimate, len(p.lines.Objects), p.problem)
		}
		test.Tap(p.link)
	})
	s.until("more draws", func() bool { return p.now == nil && p.estimate.Draws >= before+p.draws })
	s.do(func() {
		if e := p.estimate; e.Gap() < -5 || e.Effective < 1 {
			t.Errorf("the estimate is %+v", e)
		}
		if err := w.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the other fit", func() bool { return s.w.centre.shown.Info.Name == "gaussian" && !p.object.Visible() })
}
