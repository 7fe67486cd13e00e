package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// The evidence of a mixture is estimated beside its bound, stopped and gone on with; models
// without a bound have no such panel.
func TestEvidenceInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil, vbmfa.Model{}, gaussian.Model{})
	s.openSample("iris")
	w := s.w.ws
	p := s.w.side.evidence
	s.do(func() {
		p.draws = 100
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

// TestHeldIsNotLearnt: the inspector calls a parameter that the user holds held, without a spread.
func TestHeldIsNotLearnt(t *testing.T) {
	s := newStage(t, usual, nil, dpmm.Model{}, pca.Model{})
	s.openSample("iris")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("dpmm"); err != nil {
			t.Fatal(err)
		}
		if err := s.w.ws.Next.Set("concentration", "15", true); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Next.SetIterations(25)
		test.Tap(s.w.run.go_)
	})
	said := func() (said []string) {
		each(s.w.side.clusters, func(o fyne.CanvasObject) {
			if text, ok := o.(*controls.Text); ok {
				said = append(said, text.Text)
			}
		})
		return said
	}
	s.do(func() { s.w.side.details = true })
	s.until("draws", func() bool { return !s.w.ws.Runs.Stage().Working && slices.Contains(said(), "ρ") })
	s.do(func() {
		all := said()
		if i := slices.Index(all, "α"); i < 0 || all[i+1] != "15, held" || !strings.Contains(all[slices.Index(all, "ρ")+1], "±") {
			t.Errorf("the inspector says %q", all)
		}
	})
	// A setting that shares its name with a number that was found does not name it.
	s.do(func() {
		if err := s.w.ws.Next.SetModel("pca"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("factors", func() bool { return slices.Contains(said(), "factors") || slices.Contains(said(), "Features of") })
	s.do(func() {
		if all := said(); slices.Contains(all, "Features of") {
			t.Errorf("the inspector says %q", all)
		}
	})
}
