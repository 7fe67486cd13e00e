package ui

import (
	"testing"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// The dialog cuts by branches, at one time, or into the tightest clades, and comes back as it was left.
func TestCutDialog(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.until("a tree", func() bool { return s.w.centre.tree.Groups.CanCutTightest() })
	for _, how := range []string{"branches", "time", "tightest"} {
		s.do(func() {
			s.w.askGroups()
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if p, ok := o.(*controls.Picker); ok {
					p.OnPicked = nil
					p.Put(how)
				}
			})
			s.w.Top().Accept()
			state := s.w.centre.tree.State()
			if len(state.Groups) != 2 || state.Tightest != (how == "tightest") || state.Branches != (how == "branches") {
				t.Errorf("%s: %d groups, tightest %v, by branches %v", how, len(state.Groups), state.Tightest, state.Branches)
			}
		})
	}
	s.do(func() {
		s.w.askGroups()
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if p, ok := o.(*controls.Picker); ok && p.Value != "tightest" {
				t.Errorf("the dialog offers %s first", p.Value)
			}
		})
		s.w.Top().Close()
	})
}
