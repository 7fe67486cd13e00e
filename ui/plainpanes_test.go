package ui

import (
	"testing"

	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Each figure of the list has one pane. One that had none would have a plain one, with its tab,
// where the result has the figure.
func TestEachFigureHasAPane(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{})
	s.openSample("iris")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("kmeans"); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Runs.Go()
	})
	s.until("the fit", func() bool {
		return s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "kmeans" && !s.w.ws.Runs.Stage().Working
	})
	s.do(func() {
		c := s.w.centre
		count := map[string]int{}
		for _, l := range c.leaves {
			count[l.Tab()]++
		}
		for _, e := range depict.Entries() {
			if count[e.Tab] != 1 {
				t.Errorf("%s has %d panes", e.Tab, count[e.Tab])
			}
		}
		trees := []pane.Pane{c.leaf(tabTree).Pane}
		panes := pane.Entries(depict.Entries(), trees, screen.Post(s.w.post), c.style())
		if len(panes) != len(depict.Entries())-1 {
			t.Errorf("%d plain panes", len(panes))
		}
		for _, p := range panes {
			if p.Offers(c.shown.Subject()) != depict.ByTab(p.Tab()).Offers(c.shown.Subject()) {
				t.Errorf("%s is offered: %v", p.Tab(), p.Offers(c.shown.Subject()))
			}
			p.Close()
		}
	})
}
