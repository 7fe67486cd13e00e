package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/glasso"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A model that is fitted at once and has no tree leaves no item that acts on a tree, no
// trace of one point and no count of nothing.
func TestModelWithoutTree(t *testing.T) {
	s := newStage(t, usual, nil, gaussian.Model{})
	s.openSample("iris")
	m := s.w.menu
	items := []*fyne.MenuItem{m.compare, m.exports[1], m.groups, m.labels, m.heat, m.shape, m.strips}
	s.do(func() {
		for _, i := range items {
			if i.Disabled {
				t.Errorf("%q cannot be used on a tree", i.Label)
			}
		}
		if err := s.w.ws.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool {
		return s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "gaussian" && !s.w.ws.Runs.Stage().Working
	})
	s.do(func() {
		m.refresh()
		for _, i := range items {
			if !i.Disabled {
				t.Errorf("%q can be used where there is no tree", i.Label)
			}
		}
		if s.w.centre.leaf(tabTrace).card.Visible() {
			t.Error("one value is shown as a trace")
		}
		if got := s.w.run.line1.Text; got != "" {
			t.Errorf("the run says %q", got)
		}
		if got := s.w.centre.shown.Subject().Subtitle(0, ""); strings.Contains(got, "nats") || got == "" {
			t.Errorf("the subtitle is %q", got)
		}
	})
}

// A model of a network begins with the network, not with a scatter of rows that it does not group.
func TestNetworkComesFirst(t *testing.T) {
	s := newStage(t, usual, nil, glasso.Model{})
	s.openSample("iris")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("glasso"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool {
		return s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "glasso" && !s.w.ws.Runs.Stage().Working
	})
	s.do(func() {
		if names := s.w.centre.tabs.Names(); names[0] != "Network" || s.w.centre.tabs.Picked() != "Network" {
			t.Errorf("%s of %v is shown first", s.w.centre.tabs.Picked(), names)
		}
	})
}
