package ui

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// All figures are saved as they are shown: a circular tree stays circular.
func TestAllFiguresAsShown(t *testing.T) {
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() { s.w.centre.tree.Choose("shape", "circular") })
	s.save(dir, "all.svg", func() {
		s.w.exports.exportFigure()
		test.Tap(s.button("All Figures…"))
	})
	text, err := os.ReadFile(filepath.Join(dir, "all", "tree.svg"))
	if err != nil || !strings.Contains(string(text), "radius") {
		t.Errorf("%v: the tree is no disc", err)
	}
}

// Figures of panes that nobody has opened are saved as the tree was left too.
func TestFiguresNotSeenAreAsTheTree(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "0")
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("iris")
	saved := func(name string) string {
		t.Helper()
		s.save(dir, name+".svg", func() {
			s.w.exports.exportFigure()
			test.Tap(s.button("All Figures…"))
		})
		text, err := os.ReadFile(filepath.Join(dir, name, "heatmap.svg"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	before := saved("before")
	s.do(func() { s.w.centre.tree.ShowStrip("species", false) })
	if saved("after") == before {
		t.Error("the strip is still beside the figure of both trees")
	}
}

// The preview at print size is as large as the print, also where there is more room.
func TestPrintSizeIsNoLarger(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	const pixel, inch = 96, 25.4
	want := float32(89 * pixel / inch)
	s.do(func() {
		s.w.exports.exportFigure()
		pickPreset(t, s, "Nature, one column")
		valueBeside(s.w.Top().Content(), "Show at print size").(*controls.Toggle).Tapped(nil)
	})
	s.until("the preview", func() bool { return width(preview(s.w.Top().Content())) > 0 })
	s.do(func() {
		if got := width(preview(s.w.Top().Content())); !(math.Abs(float64(got-want)) <= 1) {
			t.Errorf("the preview is %g wide, the print %g", got, want)
		}
	})
}

// preview returns the picture of a sheet, nil before it is drawn.
func preview(o fyne.CanvasObject) (found *canvas.Image) {
	each(o, func(o fyne.CanvasObject) {
		if i, ok := o.(*canvas.Image); ok && i.Image != nil && i.Image.Bounds().Dx() > 1 {
			found = i
		}
	})
	return found
}

func width(i *canvas.Image) float32 {
	if i == nil {
		return 0
	}
	return i.Size().Width
}
