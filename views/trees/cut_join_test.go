package trees

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// A star can be cut into any number of groups: its children are joined, and no line claims that one
// time gives them. The next cut into more or fewer groups starts from there.
func TestCutAStar(t *testing.T) {
	s, v := treeStage(t, "iris")
	v.SetTree(star(v.Data()))
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
	t := &tree.Tree{Names: data.Rows, Parent: make([]int, n+1), Children: make([][]int, n+1), LogTime: make([]float64, n+1), Top: n}
	for i := range n {
		t.Parent[i], t.LogTime[i] = n, math.Inf(1)
		t.Children[n] = append(t.Children[n], i)
	}
	t.Parent[n], t.LogTime[n] = -1, 0.5
	return t
}
