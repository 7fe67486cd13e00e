package ui

import (
	"testing"

	"espalier/inference/model/kmeans"
	"espalier/plotting/cells"
	"espalier/plotting/depict"
)

// Each figure of the list has one page. One that had none would have a plain one, with its tab,
// where the result has the figure.
func TestEachFigureHasAPage(t *testing.T) {
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
			count[l.Name()]++
		}
		for _, e := range depict.Entries() {
			if count[e.Tab] != 1 {
				t.Errorf("%s has %d pages", e.Tab, count[e.Tab])
			}
		}
		pages := plainPages(c, depict.Entries(), []string{tabTree})
		if len(pages) != len(depict.Entries())-1 {
			t.Errorf("%d plain pages", len(pages))
		}
		for _, p := range pages {
			if p.Offers(c.shown) != depict.ByTab(p.Name()).Offers(c.shown.Subject()) {
				t.Errorf("%s is offered: %v", p.Name(), p.Offers(c.shown))
			}
			if p.Name() == tabComponents {
				f, ok := p.(*plainPage).source(c.shown.Subject())().(cells.Table)
				if !ok || len(f.Rows) != 4 {
					t.Errorf("%d components", len(f.Rows))
				}
				p.Show(c.shown)
			}
			p.Close()
		}
	})
}
