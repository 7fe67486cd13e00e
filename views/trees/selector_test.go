package trees

import (
	"testing"

	"example.org/espalier/inference/kind/forest"

	"fyne.io/fyne/v2/test"
)

func TestSelector(t *testing.T) {
	s, v := treeStage(t, "iris")
	w := v.Trees()[0]
	w.Objective = -10
	other := w
	other.Objective = -12.5
	v.SetTrees([]forest.Weighted{w, other})
	sel := NewSelector(nil)
	sel.Follow(v.View)
	s.Show(sel, 300, 40)
	if sel.text.Left != "tree 1 of 2, the best" || !sel.back.Off || sel.next.Off {
		t.Errorf("%q", sel.text.Left)
	}
	test.Tap(sel.next)
	if sel.text.Left != "tree 2 of 2, 12 times less likely" || sel.back.Off || !sel.next.Off {
		t.Errorf("%q", sel.text.Left)
	}
}
