package ui

import (
	"path/filepath"
	"testing"

	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/ui/workspace"
)

// A study that is saved between the end of a fit and the moment when the document has all that the fit left holds that, and does
// not count as changed afterwards.
func TestSavedAtTheEndOfAFit(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{})
	s.openSample("animals")
	path, saves, saved := filepath.Join(t.TempDir(), "a.espalier"), 0, false
	s.do(func() {
		changed := s.w.ws.OnChange
		s.w.ws.OnChange = func(c workspace.Change) {
			changed(c)
			if j := s.w.ws.Runs.Job(); j != nil && !j.First && j.Landed && !j.Kept && saves == 0 {
				saves++
				s.w.ws.Studies.SaveAs(path, func(err error) {
					if saved = true; err != nil {
						t.Error(err)
					}
				})
			}
		}
		if err := s.w.ws.Next.SetModel("kmeans"); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Runs.Go()
	})
	s.until("the end of the fit", func() bool {
		j := s.w.ws.Runs.Job()
		return saved && j != nil && j.Kept &&
			s.w.ws.Busy() == ""
	})
	s.do(func() {
		if s.w.ws.Studies.Changed() {
			t.Error("the study counts as changed")
		}
		c, lost, err := file.Read(path)
		if err != nil || len(lost) > 0 || len(c.Results) == 0 {
			t.Fatal(err, lost, len(c.Results))
		}
		for id, r := range c.Results {
			if known, _ := s.w.ws.Doc.Result(id); r.First {
				continue
			} else if r.Fit.Ended != known.Fit.Ended || (r.Fit.State == nil) != (known.Fit.State == nil) || (r.Fit.Diagnostics == nil) != (known.Fit.Diagnostics == nil) {
				t.Errorf("saved is %+v, known %+v", r.Fit, known.Fit)
			}
		}
	})
}
