package ui

import (
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/study"
)

// What another model could not take of a table is no change of the settings; another scaling is.
func TestKindsOfAnotherModelAreNoChange(t *testing.T) {
	s := newStage(t, usual, answers{}, realModel(t, "kmeans"))
	s.openSample("crabs")
	prepare := func(without column.SortSet, scale bool) {
		t.Helper()
		s.do(func() {
			p := s.w.ws.Preprocessing()
			p.Kinds, p.Without, p.Centre, p.Scale, p.ScaleAll = "sex=yes/no", without, true, scale, false
			s.w.ws.SetPreprocessing("kinds", p)
		})
		s.until("the data", func() bool { return s.w.ws.Busy() == "" })
	}
	var own column.SortSet
	s.do(func() {
		p := s.w.ws.Preprocessing()
		p.Kinds = "sex=yes/no"
		own = s.w.ws.Next.Info().Taking(p).Without
	})
	prepare(own, true)
	s.do(func() { s.w.ws.Runs.Go() })
	s.until("the fit", func() bool { j := s.w.ws.Runs.Job(); return j != nil && !j.First && j.Kept })
	var fitted study.ResultID
	s.do(func() { fitted = s.w.ws.Runs.Job().ID })
	for _, c := range []struct {
		without column.SortSet
		scale   bool
	}{{own, true}, {column.SetOf(), true}, {column.SetOf(column.Count), true}, {column.SetOf(), false}, {own, false}} {
		prepare(c.without, c.scale)
		s.do(func() {
			if s.w.ws.Runs.Show(fitted); s.w.ws.Data() == nil {
				t.Fatal("no data")
			}
			if st := s.w.ws.Runs.Stage(); !st.Exists || st.Stale == c.scale {
				t.Errorf("without %q, scaled %v: %+v", c.without, c.scale, st)
			}
		})
	}
}
