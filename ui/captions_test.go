package ui

import (
	"context"
	"testing"

	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/plotting/depict"
)

// What the window exports has the title, the caption and the settings that the command line
// gives the same figure.
func TestOneCaption(t *testing.T) {
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
	var subject *depict.Subject
	s.do(func() { subject = s.w.centre.shown.Subject() })
	seen := 0
	for _, e := range depict.Of(subject) {
		s.do(func() {
			if !s.w.centre.leaf(e.Tab).offered {
				t.Fatalf("%s is no tab of the window", e.Tab)
			}
			s.w.centre.tabs.Pick(e.Tab)
		})
		s.until("the figure of "+e.Tab, func() bool { return s.w.centre.leaf(e.Tab).Figure() != nil })
		s.do(func() {
			_, m, err := s.w.centre.figure()
			if err != nil {
				t.Fatalf("%s: %v", e.Tab, err)
			}
			p, err := e.Plate(context.Background(), subject)
			if err != nil {
				t.Fatal(err)
			}
			m.Software, p.Metadata.Software = "", ""
			if e.Name == "confusion" || e.Name == "alluvial" {
				p.Metadata.Description = m.Description // it names what was chosen to be compared
			}
			if m.Caption() != p.Metadata.Caption() || m.Methods() != p.Metadata.Methods() {
				t.Errorf("%s:\nthe window says  %s\nthe list says %s", e.Tab, m.Caption(), p.Metadata.Caption())
			}
			seen++
		})
	}
	if seen < 3 {
		t.Errorf("%d figures", seen)
	}
}
