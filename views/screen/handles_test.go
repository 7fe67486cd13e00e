package screen

import (
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// mapped shows a tree with a heat map.
func mapped(t *testing.T) (*viewstest.Stage, *View) {
	s, v, _ := plainStage(t)
	over := plottingtest.Coalescent(30, plottingtest.TestRand(3))
	d := dendro.NewDendrogram(over)
	d.Heat =
		beside.NewHeat(plottingtest.DatasetOf(plottingtest.Diffused(over, 8, plottingtest.TestRand(4))), beside.HeatOptions{})
	v.SetFigure(d)
	s.Settle(v)
	return s, v
}

// TestCellsByKeys: Shift and the arrows go from cell to cell; the tooltip says what each holds.
func TestCellsByKeys(t *testing.T) {
	_, v := mapped(t)
	var told []plotting.Mark
	v.OnHover = func(m plotting.Mark, ok bool) {
		if ok {
			told = append(told, m)
		}
	}
	v.Modifiers = func() fyne.KeyModifier { return fyne.KeyModifierShift }
	for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyRight} {
		v.TypedKey(&fyne.KeyEvent{Name: k})
	}
	r := test.WidgetRenderer(v).(*viewRenderer)
	if len(told) != 3 || told[1].Row == told[0].Row || told[2].Row != told[1].Row || told[2].Index != 1 {
		t.Fatalf("went to %+v", told)
	}
	if !r.card.Visible() || r.title.Text != told[2].Title || !v.overlay.raster.Visible() {
		t.Error("the cell is not named or not marked")
	}
	if !v.Window().IsAll() {
		t.Error("the figure moved")
	}
	v.Modifiers = func() fyne.KeyModifier { return 0 }
}

// TestHandlesAreDragged: dragging the border of the heat map tells its share; a double click the usual
// one; neither selects or pans.
func TestHandlesAreDragged(t *testing.T) {
	_, v := mapped(t)
	var told [][2]string
	v.OnAdjust = func(control, value string) { told = append(told, [2]string{control, value}) }
	v.OnSelect = func(plotting.Mark, bool, fyne.KeyModifier) { t.Error("a handle was selected") }
	at := viewstest.MarkAt(t, v,
		func(m plotting.Mark) bool { return m.Kind == plotting.HandleMark && m.Index == plotting.BorderHandle })
	viewstest.Drag(v, 0, true, at, at.AddXY(-30, 0), at.AddXY(-60, 5))
	if len(told) < 2 || told[0][0] != "heat-share" || told[len(told)-1][1] <= told[0][1] || !v.Window().IsAll() {
		t.Errorf("dragging tells %v", told)
	}
	told = nil
	clock := time.Now()
	v.now = func() time.Time { return clock }
	for range 2 {
		v.Tapped(&fyne.PointEvent{Position: at})
	}
	if len(told) != 1 || told[0] != [2]string{"heat-share", ""} {
		t.Errorf("a double click tells %v", told)
	}
}
