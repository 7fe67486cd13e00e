package ui

import (
	"os"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// An exported figure is without the selection, unless the user asks for it, and without the handle of
// the cut, which only a screen needs.
func TestExportsLeaveTheSelectionOut(t *testing.T) {
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		s.w.centre.tree.Groups.CutInto(3)
		s.pick(study.Selection{Rows: []int{3, 7, 20}})
	})
	const amber, handle = "#c77700", `stroke-width="1.5"`
	for _, c := range []struct {
		name  string
		shows bool
	}{{"plain", false}, {"shown", true}} {
		path := s.save(dir, c.name+".svg", func() {
			s.w.exports.exportFigure()
			if box := valueBeside(s.w.Top().Content(), "Show the selection"); c.shows {
				box.(*controls.Toggle).Tapped(nil)
			}
			s.w.Top().Accept()
		})
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.ToLower(string(text)), amber); got != c.shows {
			t.Errorf("%s: the colour of the selection is there: %v", c.name, got)
		}
		if !c.shows && strings.Contains(string(text), handle) {
			t.Error("the handle of the cut is exported")
		}
	}
}

// valueBeside returns what stands to the right of a label.
func valueBeside(o fyne.CanvasObject, label string) (found fyne.CanvasObject) {
	each(o, func(o fyne.CanvasObject) {
		row, ok := o.(*fyne.Container)
		if !ok || len(row.Objects) != 2 {
			return
		}
		if t, ok := row.Objects[0].(*controls.Text); ok && t.Text == label {
			found = row.Objects[1]
		}
	})
	return found
}
