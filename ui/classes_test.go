package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/ui/workspace"

	"fyne.io/fyne/v2/test"
)

// Each class gets a model of its own, rows held out are classified, and the run is stale
// when either choice changes.
func TestClassesInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil, gaussian.Model{}, kmeans.Model{})
	s.openSample("iris")
	w := s.w.ws
	s.do(func() {
		if err := w.Next.SetModel("kmeans"); err != nil {
			t.Fatal(err)
		}
		if s.w.model.classesRow.Visible() {
			t.Error("k-means is offered for classes although it has no density")
		}
		if err := w.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		if !s.w.model.classesRow.Visible() || s.w.model.heldRow.Visible() {
			t.Error("classes are not offered, or what is held out without them")
		}
	})
	s.until("the data", func() bool { return w.Data() != nil && w.Busy() == "" })
	s.do(func() {
		s.w.model.classes.OnPicked("species")
		if !s.w.model.heldRow.Visible() || w.Next.Classes() != "species" {
			t.Error("the class is not taken")
		}
		s.w.model.held.OnCommit("95")
		if w.Next.HeldOut() != workspace.UsualHeld || s.w.model.entries["held"].why.Text == "" {
			t.Error("95 % is taken without a complaint")
		}
		s.w.model.held.OnCommit("40 %")
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool {
		c := s.w.centre
		return c.shown != nil && classes.Of(c.shown.Snapshot) != nil && !w.Runs.Stage().Working
	})
	s.do(func() {
		if held := classes.Of(s.w.centre.shown.Snapshot); !held.Tested() {
			t.Error("no rows were held out")
		}
		s.w.centre.tabs.Pick(tabClasses)
		f := s.w.centre.leaf(tabClasses).Figure()
		c, ok := f.(*cells.Confusion)
		if !ok || len(c.Groups) != 3 || c.Accuracy() < 0.8 || !strings.Contains(c.Subtitle, "held-out") || !strings.HasSuffix(c.Title, "classes") {
			t.Errorf("the page shows %+v", f)
		}
		if w.Runs.Stage().Stale {
			t.Error("the run is stale at once")
		}
		s.w.model.classes.OnPicked(oneModel)
		if !w.Runs.Stage().Stale || w.Next.Classes() != "" {
			t.Error("without classes the run is not stale")
		}
		w.Undo()
		if w.Next.Classes() != "species" {
			t.Error("undo does not bring the classes back")
		}
	})
}
