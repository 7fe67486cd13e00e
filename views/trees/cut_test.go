package trees

import (
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
)

// The tightest groups are clades, stay tight when there are more of them, and are undone.
func TestCutIntoTightestGroups(t *testing.T) {
	s, v := treeStage(t, "iris")
	s.Settle(v.view)
	v.view.TypedRune('t')
	if n := len(v.State().Groups); n != 3 || !v.State().Tightest || v.State().CutTime != 0 {
		t.Fatalf("%d groups, tightest %v, cut at %v", n, v.State().Tightest, v.State().CutTime)
	}
	rows := 0
	for _, g := range v.State().Groups {
		rows += len(g.Rows)
		if !v.IsClade(g.Rows) {
			t.Errorf("%s is no clade", g.Name)
		}
	}
	if rows != 150 {
		t.Errorf("%d rows in groups", rows)
	}
	v.Groups.CutMore(true)
	if n := len(v.State().Groups); n != 4 || !v.State().Tightest {
		t.Errorf("more: %d groups, tightest %v", n, v.State().Tightest)
	}
	v.Groups.CutMore(false)
	v.Groups.CutInto(3)
	if v.State().Tightest {
		t.Error("a cut at one time counts as tightest")
	}
	v.Undo()
	if !v.State().Tightest {
		t.Error("undo did not bring the tightest groups back")
	}
	v.SetData(nil)
	if v.Groups.CanCutTightest() || v.Groups.CutTightest(3) != 0 {
		t.Error("cut without data")
	}
}

func TestCutIntoGroups(t *testing.T) {
	s, v := treeStage(t, "iris")
	if n := v.Groups.CutInto(3); n != 3 {
		t.Fatalf("%d groups", n)
	}
	s.Settle(v.view)
	var all []int
	for _, g := range v.State().Groups {
		all = append(all, g.Rows...)
		if !v.IsClade(g.Rows) {
			t.Errorf("%s is no clade", g.Name)
		}
	}
	if len(study.SetOf(all)) != 150 || len(all) != 150 {
		t.Errorf("%d rows in groups", len(all))
	}
	cut := v.State().CutTime
	if n := v.Groups.CutAtTime(cut); n != 3 {
		t.Errorf("cut again at the same time gives %d groups", n)
	}
	v.Groups.CutMore(true)
	if n := len(v.State().Groups); n < 4 {
		t.Errorf("more groups: %d", n)
	}
	v.Groups.CutMore(false)
	if n := len(v.State().Groups); n != 3 {
		t.Errorf("fewer groups: %d", n)
	}
	v.Groups.Name(0, "setosa-like")
	a := v.Groups.AsAnnotation("my groups")
	if a.Name != "my groups" || len(a.Values) != 150 || len(a.Levels) != 3 {
		t.Errorf("%s, %d values, levels %v", a.Name, len(a.Values), a.Levels)
	}
	for _, r := range v.State().Groups[0].Rows {
		if a.Values[r] != "setosa-like" {
			t.Fatalf("row %d is in %q", r, a.Values[r])
		}
	}
	if err := v.Groups.Colour(0, "green"); err == nil || !strings.Contains(err.Error(), "#RRGGBB") {
		t.Errorf("green is a colour: %v", err)
	}
	// The line of the cut can be dragged.
	_, scene := v.view.Shown()
	d := scene.(*dendro.DendrogramScene)
	area := d.PlotArea()
	var at fyne.Position
	for x := area.Min.X; x < area.Max.X; x++ {
		p := fyne.NewPos(float32(x), float32(d.Size().Y-area.Min.Y)-1)
		if m, ok := v.view.MarkAt(p); ok && m.Kind == "cut" {
			at = p
			break
		}
	}
	if at.X == 0 {
		t.Fatal("there is no line")
	}
	window := v.view.Window()
	v.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	test.Drag(s.Win.Canvas(), at.AddXY(60, 0), 60, 0)
	if v.State().CutTime <= cut || len(v.State().Groups) <= 3 || v.view.Window() != window {
		t.Errorf("dragged, the cut lies at %v with %d groups", v.State().CutTime, len(v.State().Groups))
	}
}

// Another tree may part its leaves otherwise where the first was cut: then the groups stay, as
// sets of rows, and the line goes. It is there again with a tree of which it holds.
func TestAStaleCutHasNoLine(t *testing.T) {
	_, v := treeStage(t, "iris")
	first := v.Trees()
	cut := func() float64 { return v.Figure().CutTime }
	for _, k := range []int{2, 3, 7, 40} {
		v.SetTrees(first)
		v.Groups.CutInto(k)
		groups := v.State().Groups
		if len(groups) != k || cut() == 0 {
			t.Fatalf("cut into %d groups the line is at %v", len(groups), cut())
		}
		other := viewstest.Noisy(v.Data(), 1, 1, 2)[0].Tree
		v.SetTrees(viewstest.One(other))
		if cut() != 0 || v.Figure().CutLabel != "" {
			t.Errorf("the line of %d groups stays for another tree", k)
		}
		if diff := cmp.Diff(groups, v.Figure().Groups); diff != "" {
			t.Errorf("the groups changed with the tree: %s", diff)
		}
		v.SetTrees(first)
		if cut() == 0 {
			t.Error("the line does not come back with its tree")
		}
	}
	v.Groups.CutAtTime(0.5)
	if cut() != 0.5 {
		t.Errorf("cut at one half the line is at %v", cut())
	}
	v.Groups.Make("mine", noColour)
	v.Groups.Name(0, "named")
	if cut() != 0.5 {
		t.Error("a name takes the line away")
	}
}
