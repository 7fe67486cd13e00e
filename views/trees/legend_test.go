package trees

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A click on an entry of a legend selects its rows; with Shift it adds them, and takes them away again.
func TestAClickOnTheLegendSelects(t *testing.T) {
	s, v := treeStage(t, "iris")
	entry := func(name string) func(plotting.Mark) bool {
		return func(m plotting.Mark) bool { return m.Kind == "legend" && m.Title == name }
	}
	check := func(what string, want int) {
		t.Helper()
		s.Settle(v.view)
		if n := len(v.State().Selection.Rows); n != want {
			t.Errorf("%s: %d rows are selected, not %d", what, n, want)
		}
	}
	viewstest.TapMark(t, v.view, entry("setosa"))
	check("setosa", 50)
	for _, want := range []int{100, 50} {
		v.view.MouseDown(&desktop.MouseEvent{Modifier: fyne.KeyModifierShift})
		viewstest.TapMark(t, v.view, entry("virginica"))
		check("with Shift", want)
	}
	viewstest.TapMark(t, v.view, entry("versicolor"))
	check("versicolor", 50)
	if _, ok := v.view.MarkAt(fyne.NewPos(2, 2)); ok {
		t.Error("there is a mark in the corner")
	}
}
