package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// TestCheckThisModel shows the check of a sampler while it plays, and says why others have none.
func TestCheckThisModel(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{}, pydt.Model{}, nsfa.Model{})
	s.openSample("crabs")
	refused := func(model, want string) {
		t.Helper()
		s.do(func() {
			if err := s.w.ws.Next.SetModel(model); err != nil {
				t.Fatal(err)
			}
			s.w.checkModel()
			if s.w.Top() == nil || s.w.teach.Shown() {
				t.Fatalf("%s is not refused", model)
			}
			said := ""
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if x, ok := o.(*controls.Paragraph); ok {
					said += x.Text + " "
				}
			})
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q", model, said)
			}
			s.w.Top().Close()
		})
	}
	refused("kmeans", "does not draw from a posterior")
	s.do(func() { // its method is a search, in place of which the sampler is checked
		if err := s.w.ws.Next.SetModel("pydt"); err != nil {
			t.Fatal(err)
		}
		s.w.checkModel()
	})
	s.until("the check of the sampler", func() bool {
		_, m, ok := s.w.teach.Figure()
		return ok && m.Iterations > 0 && strings.Contains(m.Description, "Pitman-Yor diffusion tree with default settings and method mcmc: after")
	})
	s.do(func() {
		s.w.teach.Leave()
		if err := s.w.ws.Next.SetModel("nsfa"); err != nil {
			t.Fatal(err)
		}
		s.w.checkModel()
	})
	s.until("the check", func() bool {
		_, m, ok := s.w.teach.Figure()
		return ok && m.Iterations > 3 && strings.Contains(m.Description, "Nonparametric sparse factor analysis with default settings: after")
	})
	s.do(func() {
		s.w.teach.Leave()
		for _, set := range []struct {
			name, value string
			held        bool
		}{{"alpha", "2", true}, {"loading_shape", "3", false}} {
			if err := s.w.ws.Next.Set(set.name, set.value, set.held); err != nil {
				t.Fatal(err)
			}
		}
		s.w.checkModel()
	})
	s.until("the check of these settings", func() bool {
		_, m, ok := s.w.teach.Figure()
		return ok && m.Iterations > 3 && strings.Contains(m.Description, "Nonparametric sparse factor analysis with alpha 2, alpha held, loading_shape 3: after")
	})
}
