package factors

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
)

// A minorChoice folds minor factors away in a pane, or shows them too.
type minorChoice struct {
	shown   bool
	follows bool // all are shown while a minor one is looked at
	chooser *controls.Chooser
}

// newMinorChoice returns a chooser that calls changed when the user chooses.
func newMinorChoice(changed func()) *minorChoice {
	m := &minorChoice{}
	m.chooser = controls.NewChooser("Minor factors", func(i int) { m.show(i == 1, changed) })
	return m
}

// show shows the minor factors, or folds them away.
func (m *minorChoice) show(on bool, changed func()) {
	if on != m.shown {
		m.shown = on
		changed()
	}
}

// offer refreshes the chooser for the factors of a result.
func (m *minorChoice) offer(s depict.FactorSubject) {
	fold := s.Summary.Fold()
	at := 0
	if m.shown {
		at = 1
	}
	m.chooser.Set([]string{plotting.FormatCount(fold.Minor) + " folded", plotting.FormatCount(fold.Minor) + " shown"}, at)
	m.chooser.Needless = fold.Minor == 0
}
