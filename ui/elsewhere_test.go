package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/ui/workspace"
)

// A result that was made where numbers are rounded in another way opens without a word, and goes on with a notice, once; one made here
// without.
func TestGoingOnElsewhereIsSaid(t *testing.T) {
	for made, said := range map[string]bool{arithmetic.Here(): false, "arm64, go1.0, rounding 00000000": true} {
		path := filepath.Join(t.TempDir(), "iris.espalier")
		s := newStage(t, usual, answers{path}, realModel(t, "nsfa"))
		s.fitted("iris", "nsfa")
		s.do(func() {
			known, ok := s.w.ws.Doc.Result(s.w.ws.Now().Shown)
			if !ok {
				t.Fatal("no result")
			}
			found := *known.Fit
			found.Arithmetic = made
			known.Fit = &found
			s.w.ws.Doc.Put(known)
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
		noted := func() bool { return strings.Contains(s.w.ws.Notice.Text, "rounded in another way") }
		s.do(func() {
			if noted() {
				t.Errorf("made on %q: noted when it was opened", made)
			}
			s.w.ws.Runs.More()
			if noted() != said {
				t.Errorf("made on %q: going on says %q", made, s.w.ws.Notice.Text)
			}
			s.w.ws.Notice = workspace.Notice{}
			s.w.ws.Runs.Stop()
		})
		s.until("the end", func() bool { return s.w.ws.Runs.Job().Landed })
		s.do(func() {
			s.w.ws.Runs.More()
			if noted() {
				t.Errorf("made on %q: said twice", made)
			}
			s.w.ws.Runs.Stop()
		})
	}
}
