package ui

import (
	"context"
	"testing"

	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/glasso"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"

	"fyne.io/fyne/v2/test"
)

// What the window exports has the title, the caption and the settings that the list of figures, and
// so the command line, gives the same figure, whatever the model finds.
func TestOneCaption(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{}, pydt.DDT{}, dpmm.Model{}, nsfa.Model{}, pca.Model{}, vbmfa.Model{}, glasso.Model{})
	s.openSample("iris")
	for _, c := range []struct {
		model      string
		iterations int
		least      int // figures
	}{
		{"kmeans", 0, 3}, {"ddt", 12, 6}, {"dpmm", 12, 4}, {"nsfa", 12, 6}, {"pca", 0, 4}, {"vbmfa", 0, 4}, {"glasso", 0, 3},
		{"agglomerative", 0, 4}, // last: beside the tree of the opening its name has a number
	} {
		t.Run(c.model, func(t *testing.T) {
			s.do(func() {
				if err := s.w.ws.Next.SetModel(c.model); err != nil {
					t.Fatal(err)
				}
				if c.iterations > 0 {
					s.w.ws.Next.SetIterations(c.iterations)
				}
				s.w.ws.Runs.Go()
			})
			s.until("the fit", func() bool {
				r := s.w.centre.shown
				return s.w.ws.Busy() == "" && r != nil && r.Info.Name == c.model && !s.w.ws.Runs.Stage().Working
			})
			if n := s.sameCaptions(t); n < c.least {
				t.Errorf("%d figures", n)
			}
			s.noOtherTabs(t)
		})
	}
}

// noOtherTabs checks that the window has no other tabs for the result shown than the list of figures, but
// those that belong to all results of the table, the trace of an objective that has no curve yet, and the
// comparison with a tree that is still to be chosen.
func (s *stage) noOtherTabs(t *testing.T) {
	s.do(func() {
		subject := s.w.centre.shown.Subject()
		for _, l := range s.w.centre.leaves {
			switch tab := l.Tab(); {
			case !l.offered || depict.ByTab(tab).Offers(subject), tab == "Board", tab == "Partitions", tab == "Compare", tab == tabTrace && subject.Info.Objective != "":
			default:
				t.Errorf("the window has the tab %s, and the list no such figure", tab)
			}
		}
	})
}

// sameCaptions compares the captions of all figures of the result shown, and returns how many there
// are.
func (s *stage) sameCaptions(t *testing.T) (seen int) {
	var subject *depict.Subject
	s.do(func() { subject = s.w.centre.shown.Subject() })
	for _, e := range depict.Of(subject) {
		s.do(func() {
			if !s.w.centre.leaf(e.Tab).offered {
				t.Fatalf("%s is no tab of the window", e.Tab)
			}
			s.w.centre.tabs.Pick(e.Tab)
			if e.Name == "comparison" {
				test.Tap(s.faceToFace().button(t, "Ward linkage"))
			}
		})
		p, err := e.Plate(context.Background(), subject)
		if err != nil {
			t.Fatal(err)
		}
		s.until("the figure of "+e.Tab, func() bool {
			l := s.w.centre.leaf(e.Tab)
			f := l.Figure()
			if d, ok := f.(*chart.Diagnostics); ok { // they follow the run at their own pace
				return d.Report.Iterations == p.Figure.(*chart.Diagnostics).Report.Iterations
			}
			return f != nil && l.View().Settled()
		})
		s.do(func() {
			_, m, err := s.w.centre.figure()
			if err != nil {
				t.Fatalf("%s: %v", e.Tab, err)
			}
			m.Software, p.Metadata.Software = "", ""
			if m.Caption() != p.Metadata.Caption() || m.Methods() != p.Metadata.Methods() {
				t.Errorf("%s:\nthe window says  %s\nthe list says %s", e.Tab, m.Caption(), p.Metadata.Caption())
			}
			seen++
		})
	}
	return seen
}
