package clusters

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// The key 3 shows a third direction; a drag and the keys turn all three, and with Shift a
// drag moves the picture.
func TestThreeDirections(t *testing.T) {
	s := viewstest.NewStage(t)
	c := pane.NewEntry(depict.ByTab("Clusters"), nil, s.Post, plotting.Light)
	defer c.Close()
	shift := false
	c.View().Modifiers = func() fyne.KeyModifier {
		if shift {
			return fyne.KeyModifierShift
		}
		return 0
	}
	data, snapshot := viewstest.IrisClusters(t)
	c.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	s.Show(c, 900, 620)
	s.Settle(c.View())
	c.View().OnRune('3')
	s.Settle(c.View())
	f := c.Figure().(*space.Clusters)
	if f.Turned == nil || f.Turned.Directions[2].Name[:4] != "PC 3" {
		t.Fatalf("a third direction is not shown: %+v", f.Turned)
	}
	s.Keep("clusters-3d")
	turned := func() space.Turn { return c.States()["Clusters"].(depict.ClustersState).Turn }
	before := f.Points.X[7]
	at := fyne.NewPos(400, 300)
	drag := func(dx, dy float32) {
		c.View().MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
		c.View().Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(dx, dy)},
			Dragged: fyne.Delta{DX: dx, DY: dy}})
		c.View().DragEnd()
		s.Settle(c.View())
	}
	turn := turned()
	drag(50, -20)
	if got := turned().Around - turn.Around; !(math.Abs(got-50*0.008) <= 1e-6) ||
		!(math.Abs(turned().Up-turn.Up+20*0.008) <= 1e-6) {
		t.Errorf("a drag turns from %v to %v", turn, turned())
	}
	if c.Figure().(*space.Clusters).Points.X[7] == before {
		t.Error("the rows stay where they were")
	}
	turn = turned()
	c.View().OnRune('l')
	c.View().OnRune('k')
	if turned().Around <= turn.Around || turned().Up <= turn.Up {
		t.Errorf("the keys turn from %v to %v", turn, turned())
	}
	turn, shift = turned(), true
	c.View().Zoom(2, 2, at)
	s.Settle(c.View())
	w := c.View().Window()
	drag(40, 0)
	if turned() != turn || c.View().Window() == w {
		t.Errorf("with Shift a drag turns to %v and leaves the window %v", turned(), c.View().Window())
	}
	shift = false
	// A point is hit where it is drawn.
	told := []int{}
	c.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	c.View().Fit()
	s.Settle(c.View())
	m := viewstest.TapMark(t, c.View(), func(m plotting.Mark) bool { return m.Kind == "point" })
	if !slices.Equal(told, []int{m.Row}) || len(m.Lines) < 4 {
		t.Errorf("a click on row %d selects %v; its lines are %v", m.Row, told, m.Lines)
	}
	// An entry of the legend selects its rows; with Ctrl it adds them.
	m = viewstest.TapMark(t, c.View(), func(m plotting.Mark) bool { return m.Kind == "legend" && len(m.Rows) > 0 })
	if !slices.Equal(told, m.Rows) {
		t.Errorf("a click on %q of the legend selects %d rows, not %d", m.Title, len(told), len(m.Rows))
	}
	c.View().OnSelect(plotting.Mark{Kind: "legend", Rows: []int{m.Rows[0]}}, true, screen.Ctrl)
	if len(told) != len(m.Rows)-1 {
		t.Errorf("with Ctrl a row that is selected stays so: %d of %d", len(told), len(m.Rows))
	}
	c.View().OnRune('3')
	if c.Figure().(*space.Clusters).Turned != nil {
		t.Error("the key does not go back to two directions")
	}
}

// The discriminants part the clusters, or the annotation that colours the rows.
func TestDiscriminantDirections(t *testing.T) {
	c := pane.NewEntry(depict.ByTab("Clusters"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer c.Close()
	data, snapshot := viewstest.IrisClusters(t)
	c.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	first := slices.Index(viewstest.Options(t, c, "across"), "LD 1")
	if first < 0 {
		t.Fatalf("the directions are %v", viewstest.Options(t, c, "across"))
	}
	c.Choose(0, first)
	c.Choose(1, 0)
	f := c.Figure().(*space.Clusters)
	name := f.Points.Measures[0].Name // all of the separation, or all but what rounding leaves to the next direction
	if !strings.HasPrefix(name, "LD 1 of the clusters, 100 %") &&
		!strings.HasPrefix(name, "LD 1 of the clusters, > 99.9 %") {
		t.Errorf("the axis is %q", f.Points.Measures[0].Name)
	}
	least, most := math.Inf(1), math.Inf(-1) // of the second and of the first cluster
	for i, x := range f.Points.X {
		if i < 50 {
			most = max(most, x)
		} else {
			least = min(least, x)
		}
	}
	if most >= least {
		least, most = math.Inf(1), math.Inf(-1)
		for i, x := range f.Points.X {
			if i < 50 {
				least = min(least, x)
			} else {
				most = max(most, x)
			}
		}
		if most >= least {
			t.Errorf("setosa and the others overlap along the discriminant: %v and %v", most, least)
		}
	}
	viewstest.Choose(t, c, "colour", "species")
	if f := c.Figure().(*space.Clusters); !strings.HasPrefix(f.Points.Measures[0].Name, "LD 1 of the species, 99.1 %") {
		t.Errorf("by species the axis is %q", f.Points.Measures[0].Name)
	}
	c.Choose(1, first+2) // three species have two discriminants
	if f := c.Figure().(*space.Clusters); !strings.HasSuffix(f.Points.Measures[1].Name, "there is none") {
		t.Errorf("the third discriminant is %q", f.Points.Measures[1].Name)
	}
}
