package ui

import (
	"fmt"
	"path/filepath"
	"testing"

	"example.org/espalier/views/say"
)

// A finished fit reopens with the same words, buttons and numbers. Principal components end at once,
// before the cycles that they may take.
func TestAFinishedFitReopensAsFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "pca"))
	s.fitted("iris", "pca")
	shown := func() string {
		stage := s.w.ws.Runs.Stage()
		p, _ := s.w.ws.Runs.Progress()
		one, two := say.ProgressLines(p, s.w.ws.Runs.Job().Info)
		_, text := statusOf(s.w.ws)
		return fmt.Sprintf("%s | %s | %s | %s | settle %v again %v", text, goText(stage), one, two, s.w.run.settle.Visible(), s.w.run.again.Visible())
	}
	var want string
	s.do(func() {
		want = shown()
		s.w.menu.save.Action()
	})
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() })
	s.do(func() {
		s.w.study.newStudy()
		s.w.opens.openPath(path)
	})
	s.until("the study", func() bool {
		return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" && s.w.ws.Studies.Rest == nil &&
			s.w.ws.Runs.Job() != nil
	})
	s.do(func() {
		s.w.run.refresh()
		if got := shown(); got != want {
			t.Errorf("reopened it says\n%s\nnot\n%s", got, want)
		}
	})
}
