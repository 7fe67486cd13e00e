package trees

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"gonum.org/v1/plot/vg"
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

// The legends of the tree of a moment stand where those of the result do, whose branches have one of their own, and the
// tree below the room of the bar.
func TestMomentsLeaveRoomForLegends(t *testing.T) {
	s, v := treeStage(t, "iris")
	plain := v.Trees()[0].Tree
	supported := *plain
	supported.Support = make([]float64, plain.Nodes())
	at := func() (place [4]vg.Point) {
		s.Settle(v.view)
		_, scene := v.view.Shown()
		ink := plottingtest.NewInkRecorder(scene.Size())
		scene.Draw(ink)
		for _, text := range ink.Texts {
			if text.Text == "setosa" {
				place = text.Corners
			}
		}
		return place
	}
	without := at()
	v.SetTrees(viewstest.One(&supported))
	with := at()
	bar := NewDrawBar(v.View)
	high := bar.MinSize().Height
	v.SetLater(v.Figure())
	v.SetTrees(viewstest.One(plain))
	if bar.Follow(); !bar.Visible() || bar.box.Visible() || bar.MinSize().Height != high {
		t.Errorf("the bar above the tree is there: %t, and shown: %t", bar.Visible(), bar.box.Visible())
	}
	if got := at(); got != with || with == without {
		t.Errorf("the legend stands at %v, at %v in the end, and at %v without that of branches", got, with, without)
	}
	v.SetLater(nil)
	v.SetTrees(viewstest.One(plain))
	if bar.Follow(); bar.Visible() {
		t.Error("a tree without draws and supports has a bar")
	}
	if got := at(); got != without {
		t.Errorf("without anything later the legend stands at %v, not at %v", got, without)
	}
}
