package trees

import (
	"testing"
	"time"

	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"
)

// A tree that changes glides where motion is on, and is cut to its new form where it
// is not; either way the new form is what is shown in the end.
func TestGlide(t *testing.T) {
	s, v := treeStage(t, "iris")
	first := v.Trees()[0].Tree
	_, rows := viewstest.CladeOf(t, first, 8, 20)
	second, _ := detached(t, first, rows)
	pictures := 0
	was := v.view.OnDrawn
	v.view.OnDrawn = func() {
		pictures++
		if was != nil {
			was()
		}
	}
	v.SetTrees(viewstest.One(second))
	s.Settle(v.view)
	if pictures != 1 {
		t.Errorf("%d pictures without motion", pictures)
	}
	clock := viewstest.NewFakeClock()
	clock.Look, clock.Eager = time.Millisecond, true
	v.view.SetClock(clock.Clock())
	v.view.SetMotion(true)
	pictures = 0
	v.SetTrees(viewstest.One(first))
	s.Settle(v.view)
	if pictures < 2+int(screen.GlideTime/(screen.GlideFrame+4*time.Millisecond)) {
		t.Errorf("%d pictures of a tree that glides", pictures)
	}
	_, scene := v.view.Shown()
	end := scene.(*dendro.DendrogramScene)
	figure := v.Figure()
	want := figure.LayoutTree(end.Size())
	for node := range first.Nodes() {
		a, _ := end.NodePosition(node)
		if b, ok := want.NodePosition(node); !ok || a != b {
			t.Fatalf("node %d stands at %v in the end, not at %v", node, a, b)
		}
	}
	// What is no change of the tree does not glide.
	pictures = 0
	v.Select(rows)
	s.Settle(v.view)
	if pictures != 1 {
		t.Errorf("%d pictures of a selection", pictures)
	}
}
