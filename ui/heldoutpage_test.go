package ui

import (
	"slices"
	"testing"

	"espalier/inference/model/gaussian"
	"espalier/inference/model/nsfa"
	"espalier/inference/model/pca"
	"espalier/plotting"
	"espalier/plotting/chart"
	"espalier/views/runs"

	"fyne.io/fyne/v2/test"
)

// Models of one kind are compared on the table of a result; a run of another model of that
// kind keeps the scores, and settings of one's own are a model of their own.
func TestHeldOutPage(t *testing.T) {
	s := newStage(t, usual, nil, pca.Model{}, nsfa.Model{}, gaussian.Model{})
	s.fit("nsfa", "wine", 5)
	var p *runs.HeldOutView
	s.do(func() {
		p = s.w.centre.leaf(tabHeldOut).Pane.(*runs.HeldOutView)
		s.w.centre.tabs.Pick(tabHeldOut)
	})
	s.until("models to compare", func() bool { return len(p.Subject().Cases) == 2 })
	s.do(func() {
		if _, _, err := s.w.centre.figure(); err == nil {
			t.Error("there is a figure before the first fit")
		}
		for i, c := range p.Subject().Cases {
			p.Choose(i, c.Name == "pca")
		}
		p.Compare()
	})
	s.until("the fits", func() bool { return !p.Working() })
	s.do(func() {
		f, m, err := s.w.centre.figure()
		if err != nil || m.Description == "" {
			t.Fatalf("%q, %v", m.Description, err)
		}
		b := f.(chart.Boxes)
		if len(b.Panels) != 2 || len(b.Panels[0].Values) != 5 || b.Groups[0] != "pca" {
			t.Errorf("%+v", b)
		}
		if sheets, err := plotting.Numbers(f); err != nil || len(sheets) == 0 {
			t.Errorf("%d sheets, %v", len(sheets), err)
		}
		if names := s.w.centre.tabs.Names(); slices.Contains(names, tabTree) {
			t.Errorf("the tabs are %q", names)
		}
	})
	s.do(func() {
		if err := s.w.ws.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("another kind", func() bool {
		c := p.Subject().Cases
		return len(c) == 1 && c[0].Name == "gaussian" && p.Figure() == nil
	})
}
