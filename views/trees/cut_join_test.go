package trees

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/gonum/mat"
)

// A star can be cut into any number of groups: its children are joined, and no line claims that one
// time gives them. The next cut into more or fewer groups starts from there.
func TestCutAStar(t *testing.T) {
	s, v := treeStage(t, "iris")
	v.SetTrees(viewstest.One(star(v.Data())))
	s.Settle(v.view)
	for _, k := range []int{3, 7} {
		if n := v.Groups.CutInto(k); n != k || len(v.State().Groups) != k {
			t.Fatalf("%d groups, %d kept, not %d", n, len(v.State().Groups), k)
		}
		if f := v.Figure(); f.CutTime != 0 || f.CutLabel != "" {
			t.Errorf("a line at %v says %q", f.CutTime, f.CutLabel)
		}
	}
	v.Groups.CutMore(true)
	if n := len(v.State().Groups); n != 8 {
		t.Errorf("one more than 7 is %d", n)
	}
	v.Groups.CutMore(false)
	v.Groups.CutMore(false)
	if n := len(v.State().Groups); n != 6 {
		t.Errorf("two fewer than 8 is %d", n)
	}
}

// star is the tree whose only branch point has all rows as its children.
func star(data *inference.Dataset) *tree.Tree {
	n := len(data.Rows)
	t := &tree.Tree{Names: data.Rows, Parent: make([]int, n+1), Children: make([][]int, n+1),
		LogTime: make([]float64, n+1), Top: n}
	for i := range n {
		t.Parent[i], t.LogTime[i] = n, math.Inf(1)
		t.Children[n] = append(t.Children[n], i)
	}
	t.Parent[n], t.LogTime[n] = -1, 0.5
	return t
}

// A cut by branches gives any number of groups, stays one by branches when there are more or fewer, and is undone. G
// cuts so, into as many groups as the first strip has levels; without a strip into as many as lie apart, and says why.
func TestCutByBranches(t *testing.T) {
	s, v := treeStage(t, "iris")
	var said []string
	v.OnSay = func(text string) { said = append(said, text) }
	v.view.TypedRune('g')
	if n := len(v.State().Groups); n != 3 || !v.State().Branches || v.State().CutTime != 0 {
		t.Fatalf("%d groups, by branches %v, cut at %v", n, v.State().Branches, v.State().CutTime)
	}
	if want :=
		"3 groups, as many as species has values. ] and [ give more and fewer."; !slices.Equal(said, []string{want}) {
		t.Errorf("said %q, want %q", said, want)
	}
	said = nil
	v.Groups.CutMore(true)
	v.Groups.CutMore(true)
	v.Groups.CutMore(false)
	if n := len(v.State().Groups); n != 4 || !v.State().Branches {
		t.Errorf("%d groups, by branches %v", n, v.State().Branches)
	}
	if len(said) != 3 || said[2] != "4 groups. ] and [ give more and fewer." {
		t.Errorf("after more and fewer groups it says %q", said)
	}
	said = nil
	v.Groups.CutInto(2)
	if v.State().Branches {
		t.Error("a cut at one time counts as one by branches")
	}
	v.ShowStrip("species", false)
	v.view.TypedRune('g')
	s.Run(func() bool { return len(said) > 0 })
	if n := len(v.State().Groups); n != 3 || !v.State().Branches || !strings.HasPrefix(said[0], "3 groups: ") {
		t.Errorf("%d groups: %q", n, said)
	}
	v.SetData(nil)
	if v.Groups.CutBranches(3) != 0 {
		t.Error("cut without data")
	}
}

// Where as many groups as the strip has levels would leave nearly all rows in one, G makes more and says so.
func TestCutLeavesNotNearlyAllInOne(t *testing.T) {
	_, v := treeStage(t, "iris")
	var said []string
	v.OnSay = func(text string) { said = append(said, text) }
	data := *v.Data()
	data.X = mat.DenseCopyOf(data.X)
	data.X.SetRow(0, []float64{90, 0, 0, 0})
	data.X.SetRow(1, []float64{0, 80, 0, 0})
	v.SetData(&data)
	v.view.TypedRune('g')
	want := "4 groups: in 3, as many as species has values, one has nearly all rows. ] and [ give more and fewer."
	if n := len(v.State().Groups); n != 4 || !slices.Equal(said, []string{want}) {
		t.Errorf("%d groups: %q", n, said)
	}
}

// Where no groups are clear, G cuts all the same and says that the parts are no groups.
func TestPartsOfOneCloudAreCut(t *testing.T) {
	s, v := treeStage(t, "crabs")
	var said []string
	v.OnSay = func(text string) { said = append(said, text) }
	for _, strip := range v.State().Strips {
		v.ShowStrip(strip, false)
	}
	v.view.TypedRune('g')
	s.Run(func() bool { return len(said) > 0 })
	if n := len(v.State().Groups); n < 2 || !strings.HasPrefix(said[0], "No clear groups: ") ||
		!strings.Contains(said[0], fmt.Sprintf(" %d parts ", n)) {
		t.Errorf("%d groups: %q", n, said)
	}
}
