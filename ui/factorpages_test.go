package ui

import (
	"errors"
	"slices"
	"testing"

	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"

	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// fit runs a model on a sample for a few iterations.
func (s *stage) fit(model, sample string, iterations int) {
	s.t.Helper()
	s.openSample(sample)
	s.do(func() {
		if err := s.w.ws.Next.SetModel(model); err != nil {
			s.t.Fatal(err)
		}
		if iterations > 0 {
			s.w.ws.Next.SetIterations(iterations)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("a fit of "+model, func() bool {
		r := s.w.centre.shown
		return r != nil && r.Info.Name == model && !s.w.ws.Runs.Stage().Working && r.Snapshot.Iteration > 0
	})
}

// The heat maps of a factor model have tabs, share one selection, which the inspector
// describes, and can be exported.
func TestFactorPages(t *testing.T) {
	s := newStage(t, usual, nil, nsfa.Model{})
	s.openSample("wine")
	s.do(func() { // the goal predict finds factors on nearly all columns
		if err := errors.Join(s.w.ws.Next.SetModel("nsfa"), s.w.ws.Next.Set("goal", "predict", false)); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Next.SetIterations(30)
		test.Tap(s.w.run.go_)
	})
	s.until("a fit", func() bool {
		r := s.w.centre.shown
		return r != nil && r.Info.Name == "nsfa" && !s.w.ws.Runs.Stage().Working && r.Snapshot.Iteration > 0
	})
	s.do(func() {
		names := s.w.centre.tabs.Names()
		if names[0] != tabRanking || !slices.Contains(names, tabActivities) || !slices.Contains(names, tabReconstruction) ||
			slices.Contains(names, tabClusters) || slices.Contains(names, tabMatrix) {
			t.Errorf("the tabs are %v", names)
		}
	})
	s.until("a summary", func() bool {
		return s.w.centre.shown != nil && s.w.centre.summaries.Current(s.w.centre.shown.ID) != nil
	})
	for _, tab := range []string{tabReconstruction, tabActivities, tabFeatures} {
		s.do(func() { s.w.centre.tabs.Pick(tab) })
		v := s.w.centre.leaf(tab).View()
		s.until("a picture of "+tab, func() bool {
			f, _ := v.Shown()
			m, ok := f.(matrix.Matrix)
			return ok && m.Heat != nil && v.Settled()
		})
		s.do(func() {
			f, m, err := s.w.centre.figure()
			if err != nil || m.Description == "" {
				t.Fatalf("%s: %q %v", tab, m.Title, err)
			}
			if sheets, err := plotting.Numbers(f); err != nil || len(sheets) == 0 {
				t.Errorf("%s: %d sheets, %v", tab, len(sheets), err)
			}
		})
	}
	var at fyne.Position
	s.do(func() {
		v := s.w.centre.leaf(tabFeatures).View()
	search:
		for y := float32(4); y < v.Size().Height; y += 4 {
			for x := float32(4); x < v.Size().Width; x += 4 {
				if m, ok := v.MarkAt(fyne.NewPos(x, y)); ok && m.Kind == "row" && m.Row == 4 {
					at = fyne.NewPos(x, y)
					break search
				}
			}
		}
		v.Tapped(&fyne.PointEvent{Position: at})
		if got := s.w.centre.tree.State().Selection; !got.Equal(study.Selection{Columns: []int{4}}) {
			t.Fatalf("a click on the name of a column selects %v", got)
		}
		for tab, shown := range map[string]func(matrix.Matrix) []int{
			tabFeatures:       func(m matrix.Matrix) []int { return m.Selection.Rows },
			tabReconstruction: func(m matrix.Matrix) []int { return m.Selection.Rows },
		} {
			f := s.w.centre.leaf(tab).Figure()
			if m := f.(matrix.Matrix); !slices.Equal(shown(m), []int{4}) || m.Rows[4] != s.w.centre.shown.Data.Columns[4] {
				t.Errorf("%s marks %v", tab, shown(m))
			}
		}
		if !s.w.side.panel.Visible() {
			t.Error("the inspector hides the selection")
		}
		s.w.centre.pick(study.Selection{})
		if s.w.side.panel.Visible() || !s.w.side.clusters.Visible() {
			t.Error("without a selection the inspector does not list the factors")
		}
		var said []string
		each(s.w.side.clusters, func(o fyne.CanvasObject) {
			if text, ok := o.(*controls.Text); ok {
				said = append(said, text.Text)
			}
		})
		if n := s.w.side.said.Summary.Dense(); n == 0 || !slices.Contains(said, "on nearly all columns") {
			t.Errorf("of %d factors on nearly all columns the inspector says %q", n, said)
		}
	})
	// Another run forgets the selection of factors.
	s.do(func() {
		s.w.centre.pick(study.Selection{}.WithFactors(s.w.centre.shown.ID, 0))
		s.w.ws.Next.SetSeed(77)
		test.Tap(s.w.run.go_)
	})
	s.until("another run", func() bool { return s.w.centre.shown.Seed == 77 && !s.w.ws.Runs.Stage().Working })
	s.do(func() {
		if got := s.w.centre.selection().Factors(s.w.centre.shown.ID); len(got) != 0 {
			t.Errorf("after another run the factors %v are selected", got)
		}
	})
}

// The inspector describes rows selected among clusters, with what can be done with them.
func TestInspectorOfClusters(t *testing.T) {
	s := newStage(t, usual, nil, dpmm.Model{})
	s.fit("dpmm", "iris", 20)
	s.do(func() {
		if s.w.side.panel.Visible() {
			t.Error("the inspector describes no selection")
		}
		s.w.centre.tree.Select([]int{1, 2, 3})
		if !s.w.side.panel.Visible() || !s.w.side.clusters.Visible() {
			t.Error("the inspector does not describe selected rows")
		}
	})
}

// A result on a sample that was drawn from factors knows them; one on a part of it, or on another table, does not.
func TestTruthOfSamples(t *testing.T) {
	for name, want := range map[string]bool{"shapes": true, "iris": false} {
		table, err := sampledata.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r := &workspace.Result{Table: table}
		if got := subject.Told[latent.Told](r.Subject()).Truth != nil; got != want {
			t.Errorf("%s: truth %t", name, got)
		}
	}
}
