package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// TestFormLabelsAreWhole: every parameter of every model has its title in the form, broken into lines and not shortened.
func TestFormLabelsAreWhole(t *testing.T) {
	s := newStage(t, usual, nil, catalog.Models()...)
	s.do(func() {
		for _, m := range catalog.Models() {
			if err := s.w.ws.Next.SetModel(m.Info().Name); err != nil {
				t.Fatal(err)
			}
			var labels []*controls.FormLabel
			for _, r := range s.w.model.rows {
				each(r.object, func(o fyne.CanvasObject) {
					if l, ok := o.(*controls.FormLabel); ok {
						labels = append(labels, l)
					}
				})
			}
			parameters := m.Info().Parameters
			if len(labels) != len(parameters) {
				t.Fatalf("%s: %d labels for %d parameters", m.Info().Name, len(labels), len(parameters))
			}
			for i, l := range labels {
				var words []string
				for _, o := range test.WidgetRenderer(l).Objects() {
					line := o.(*canvas.Text)
					words = append(words, line.Text)
					if w := fyne.MeasureText(line.Text, line.TextSize, line.TextStyle).Width; w > l.Width {
						t.Errorf("%s: the line %q takes %g of %g", m.Info().Name, line.Text, w, l.Width)
					}
				}
				if got, want := strings.Join(words, " "), titleOf(parameters[i]); got != want {
					t.Errorf("%s: %q stands for %q", m.Info().Name, got, want)
				}
			}
		}
	})
}

// TestChoicesAreExplained in the list that the form opens.
func TestChoicesAreExplained(t *testing.T) {
	p := inference.Parameter{Type: inference.Choice, Choices: []string{"em", "mcmc"}, Help: "em: the best tree; mcmc: draws of trees."}
	o := choicesOf(p)
	if len(o) != 2 || o[0].Note != "The best tree." || o[1].Note != "Draws of trees." {
		t.Errorf("%+v", o)
	}
}

// TestColourOfAGroup: the dialog of a group that exists has its name and colour, and changes them.
func TestColourOfAGroup(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		tree := s.w.centre.tree
		tree.Groups.CutInto(3)
		g := tree.State().Groups[1]
		tree.Select(g.Rows)
		s.w.askColour(g.Rows)
		var fields []*controls.Field
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok {
				fields = append(fields, f)
			}
		})
		if len(fields) != 2 || fields[0].Text != g.Name || fields[1].Text != plotting.FormatColour(g.Colour) {
			t.Fatalf("the dialog of %s is not filled in", g.Name)
		}
		fields[0].SetText("deep blue")
		fields[1].SetText("#000080")
		s.w.Top().Accept()
		now := tree.State().Groups
		if len(now) != 3 || now[1].Name != "deep blue" || plotting.FormatColour(now[1].Colour) != "#000080" || study.GroupOf(now, g.Rows) != 1 {
			t.Errorf("now there are %d groups, the second is %+v", len(now), now[1])
		}
	})
}

// TestCaptionSaysThingsOnce: what a page shows is in the title of its caption or in what follows.
func TestCaptionSaysThingsOnce(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		for _, name := range s.w.centre.tabs.Names() {
			s.w.centre.tabs.Pick(name)
			_, m, err := s.w.centre.figure()
			what := strings.ToLower(depict.ByTab(name).Suffix)
			if err != nil || what == "" {
				continue
			}
			if title, rest := strings.ToLower(m.Title), strings.ToLower(m.Description); !strings.HasSuffix(title, what) || rest == "" || strings.HasPrefix(rest, what) {
				t.Errorf("%s: %s", name, m.Caption())
			}
		}
	})
}

// TestNoCardForASinglePoint: what was fitted at once has no curve.
func TestNoCardForASinglePoint(t *testing.T) {
	s := newStage(t, usual, nil, pca.Model{})
	s.openSample("crabs")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("pca"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the end", func() bool {
		p, _ := s.w.ws.Runs.Progress()
		return p.State == run.Finished && s.w.centre.shown.Info.Name == "pca"
	})
	s.do(func() {
		r := s.w.ws.Runs.Result()
		if n := len(r.Snapshot.Trace.Iteration); n == 0 || n > 2 {
			t.Errorf("a fit that is done at once leaves %d points", n)
		}
		if s.w.centre.hasTrace() || s.w.centre.places.Below != nil {
			t.Error("a card shows a curve of one point")
		}
	})
}
