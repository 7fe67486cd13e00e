package trees

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/dendro"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// weighed gives the branch points of a tree supports from 0 up, the top one 1.
func weighed(t *tree.Tree) *tree.Tree {
	x := *t
	x.Support = make([]float64, t.Nodes())
	n := 0
	for v := range x.Support {
		x.Support[v] = math.NaN()
		if !t.IsLeaf(v) {
			x.Support[v] = float64(n) / float64(t.Nodes()-t.Leaves())
			n++
		}
	}
	x.Support[t.Top] = 1
	return &x
}

// belowStage shows a tree of method em with the bar above it.
func belowStage(t *testing.T) (*viewstest.Stage, *kept, *DrawBar) {
	s, v := treeStage(t, "iris")
	bar := NewDrawBar(v.View)
	v.OnState = func(drawn.State) { bar.Follow() }
	v.OnTree = bar.Follow
	if bar.Visible() {
		t.Error("there is a bar for a tree without supports")
	}
	v.SetTrees(viewstest.One(weighed(v.Tree())))
	s.Show(container.NewBorder(bar, nil, nil, nil, v), 1000, 700)
	s.Settle(v.view)
	return s, v, bar
}

// The slider collapses branches of little support: in the picture, in what is exported and in the
// words; each drag is one step that can be undone.
func TestCollapseBelow(t *testing.T) {
	s, v, bar := belowStage(t)
	if !bar.Visible() || bar.choice.Visible() || bar.slider.Visible() || !bar.below.Visible() {
		t.Fatal("the bar of a tree with supports shows what belongs to draws, or not what belongs to supports")
	}
	whole := v.Tree().Nodes()
	bar.below.Tapped(nil)
	slider := bar.chooser.slider
	if top := s.Win.Canvas().Overlays().Top(); top == nil || s.Win.Canvas().Focused() != fyne.Focusable(slider) {
		t.Fatal("the slider does not open with the keyboard on it")
	}
	test.TapAt(slider, fyne.NewPos(slider.Size().Width/2, 5))
	if got := v.State().Below; !(math.Abs(got-0.5) <= 0.02) {
		t.Fatalf("a click in the middle collapses below %v", got)
	}
	shown, all := v.branchPoints()
	if shown >= all || !(math.Abs(float64(shown)/float64(all)-0.5) <= 0.05) || v.Tree().Nodes() != whole-(all-shown) {
		t.Errorf("%d of %d branch points are shown, %d nodes of %d", shown, all, v.Tree().Nodes(), whole)
	}
	if d := v.Figure(); d.Tree.Tree().Nodes() != v.Tree().Nodes() || d.Supports != dendro.AgainstCollapse {
		t.Error("the figure for export is of another tree")
	}
	for v1, p := range v.Tree().Support {
		if p < v.State().Below {
			t.Errorf("branch point %d of support %v is shown", v1, p)
		}
	}
	if text := bar.chooser.text.Left; !strings.Contains(text, " of ") || bar.where.Left != v.branchPointsText() {
		t.Errorf("the words are %q and %q", text, bar.where.Left)
	}
	v.SetCaption(drawn.Caption{Expected: "12 ± 3 expected"})
	if bar.Follow(); bar.where.Left != v.branchPointsText()+" · 12 ± 3 expected" ||
		strings.Contains(bar.chooser.text.Left, "expected") {
		t.Errorf("with the number expected the words are %q and %q", bar.where.Left, bar.chooser.text.Left)
	}
	slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	if shown, _ = v.branchPoints(); shown != 1 {
		t.Errorf("%d branch points have a support of 1", shown)
	}
	v.Undo()
	if v.State().Below != 0 || v.Tree().Nodes() != whole || slider.Value != 0 {
		t.Errorf("undone to a collapse below %v, the slider at %d", v.State().Below, slider.Value)
	}
}

// The tree of draws is collapsed alike, and the legend tells the two supports apart.
func TestCollapseBelowOfDraws(t *testing.T) {
	s, v, bar := posteriorStage(t, "iris", 2, 20)
	whole := v.Tree().Nodes()
	v.Choose("below", "60")
	s.Settle(v.view)
	if v.Tree().Nodes() >= whole || v.Figure().Supports != dendro.SharesOfDraws ||
		!strings.Contains(bar.below.Text, "60") {
		t.Errorf("%d of %d nodes, kind %v, %q", v.Tree().Nodes(), whole, v.Figure().Supports, bar.below.Text)
	}
}
