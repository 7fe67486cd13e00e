package trees

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/viewstest"

	"github.com/google/go-cmp/cmp"
)

func TestCollapseRotateOrder(t *testing.T) {
	s, v := treeStage(t, "iris")
	tr := v.Tree()
	node, rows := viewstest.CladeOf(t, tr, 8, 20)
	before := tr.LeafOrder()

	v.Clades.Rotate(rows)
	after := v.Tree()
	if !slices.Equal(after.Children[node], reversed(tr.Children[node])) {
		t.Error("the children are not reversed")
	}
	v.Clades.Rotate(rows)
	if !slices.Equal(v.Tree().LeafOrder(), before) {
		t.Error("rotating twice changes the order")
	}

	v.Clades.Collapse(rows)
	s.Settle(v.view)
	f, _ := v.view.Shown()
	if c := f.(*dendro.Dendrogram).Collapsed; len(c) != 1 || !slices.Equal(c[0].Rows, rows) {
		t.Errorf("collapsed %+v", c)
	}
	steps := v.History.Steps()
	v.Clades.Collapse(rows)                                   // is collapsed already
	v.Clades.Collapse([]int{rows[0]})                         // a leaf
	v.Clades.Rotate(study.Without(study.SetOf(before), rows)) // no clade
	v.Clades.Collapse([]int{rows[0], rows[1], 1000000})       // no rows
	if v.History.Steps() != steps {
		t.Errorf("nothing was to be done, but %q was", v.UndoName())
	}
	v.Clades.ToggleCollapse(rows)
	if v.State().IsCollapsed(rows) {
		t.Error("it stays collapsed")
	}

	v.Clades.OrderByColumn("sepal_length")
	data := v.Data()
	j := slices.Index(data.Columns, "sepal_length")
	if j < 0 {
		t.Fatalf("columns are %v", data.Columns)
	}
	arranged := v.Tree()
	mean := func(u int) float64 {
		sum, leaves := 0.0, arranged.LeavesBelow(u)
		for _, r := range leaves {
			sum += data.X.At(r, j)
		}
		return sum / float64(len(leaves))
	}
	for u := arranged.Leaves(); u < arranged.Nodes(); u++ {
		c := arranged.Children[u]
		if !slices.IsSortedFunc(c, func(a, b int) int {
			if d := mean(a) - mean(b); math.Abs(d) < 1e-9 {
				return 0
			} else if d < 0 {
				return -1
			}
			return 1
		}) {
			t.Fatalf("children of %d are not in order", u)
		}
	}
	v.Clades.OrderByAnnotation("species")
	v.Clades.Ladderize()
	counts := v.Tree().LeafCounts()
	for _, c := range v.Tree().Children {
		if !slices.IsSortedFunc(c, func(a, b int) int { return counts[a] - counts[b] }) {
			t.Fatal("not a ladder")
		}
	}
	v.Clades.OrderAsFound()
	if !slices.Equal(v.Tree().LeafOrder(), before) {
		t.Error("the order of the model is lost")
	}
}

func reversed(s []int) []int {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// TestStateSurvivesANewTree sets another tree of the same data, as a run does.
func TestStateSurvivesANewTree(t *testing.T) {
	s, v := treeStage(t, "iris")
	first := v.Trees()[0].Tree
	_, rows := viewstest.CladeOf(t, first, 8, 20)
	v.Select(rows)
	v.Groups.CutInto(3)
	v.Groups.Name(1, "kept")
	v.Clades.Collapse(rows)
	v.Clades.Rotate(rows)
	state := v.State()

	second, moved := detached(t, first, rows)
	v.SetTrees(viewstest.One(second))
	s.Settle(v.view)
	if d := cmp.Diff(state, v.State()); d != "" {
		t.Errorf("a new tree changes the state: %s", d)
	}
	if v.IsClade(rows) {
		t.Fatal("the test is wrong: the clade is still there")
	}
	f, _ := v.view.Shown()
	if h := f.(*dendro.Dendrogram).Selection; h.Node != -1 || !slices.Equal(h.Rows, rows) {
		t.Errorf("highlighted is %+v", h)
	}
	_ = moved
	if got := v.SelectedNames(); len(got) != len(rows) {
		t.Errorf("%d names", len(got))
	}
	// The clade is dormant and comes back with its tree, under other numbers.
	third := renumbered(t, first)
	v.SetTrees(viewstest.One(third))
	s.Settle(v.view)
	f, _ = v.view.Shown()
	d := f.(*dendro.Dendrogram)
	node, _ := third.FindClade(rows)
	if d.Selection.Node != node || node < third.Leaves() {
		t.Errorf("highlighted is %d, not %d", d.Selection.Node, node)
	}
	if !slices.Equal(v.Tree().Children[node], reversed(third.Children[node])) {
		t.Error("the rotation did not come back")
	}
	if d.Groups[1].Name != "kept" {
		t.Errorf("%+v", d.Groups)
	}
}

// detached returns t with one leaf of a clade moved to the top.
func detached(t *testing.T, tr *tree.Tree, rows []int) (*tree.Tree, int) {
	t.Helper()
	leaf := -1
	for _, r := range rows {
		if len(tr.Children[tr.Parent[r]]) > 2 || tr.Parent[tr.Parent[r]] >= 0 {
			leaf = r
		}
	}
	parent, log := slices.Clone(tr.Parent), slices.Clone(tr.LogTime)
	old := parent[leaf]
	parent[leaf] = tr.Top
	// A branch point left with one child gives it to its own parent.
	var last []int
	for v, p := range parent {
		if p == old {
			last = append(last, v)
		}
	}
	if len(last) == 1 {
		parent[last[0]] = parent[old]
		n := len(parent) - 1 // the last node takes the free number
		parent[old], log[old] = parent[n], log[n]
		for v := range parent {
			if parent[v] == n {
				parent[v] = old
			}
		}
		parent, log = parent[:n], log[:n]
	}
	moved, err := tree.New(tr.Names, parent, log)
	if err != nil {
		t.Fatal(err)
	}
	return moved, leaf
}

// renumbered returns t with its branch points numbered the other way round.
func renumbered(t *testing.T, tr *tree.Tree) *tree.Tree {
	t.Helper()
	n, m := tr.Leaves(), tr.Nodes()
	to := func(v int) int {
		if v < n {
			return v
		}
		return m - 1 - (v - n)
	}
	parent, log := make([]int, m), make([]float64, m)
	for v := range m {
		parent[to(v)], log[to(v)] = -1, tr.LogTime[v]
		if p := tr.Parent[v]; p >= 0 {
			parent[to(v)] = to(p)
		}
	}
	r, err := tree.New(tr.Names, parent, log)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBestTrees(t *testing.T) {
	s, v := treeStage(t, "iris")
	if v.BestText() != "tree 1 of 1" {
		t.Error(v.BestText())
	}
	w := v.Trees()[0]
	other := forest.Weighted{Tree: renumbered(t, w.Tree), Objective: -103.14}
	w.Objective = -100
	v.SetTrees([]forest.Weighted{w, other})
	changed := 0
	v.OnTree = func() { changed++ }
	v.Choose("best", "2")
	s.Settle(v.view)
	if v.BestText() != "tree 2 of 2, 23 times less likely" || changed != 1 {
		t.Error(v.BestText(), changed)
	}
	f, _ := v.view.Shown()
	if f.(*dendro.Dendrogram).Tree.Tree().Parent[0] != other.Tree.Parent[0] {
		t.Error("the other tree is not shown")
	}
	v.Choose("best", "6")
	if i, n := v.Best(); i != 1 || n != 2 {
		t.Errorf("%d of %d", i, n)
	}
	v.SetTrees([]forest.Weighted{w}) // fewer trees than before
	if i, n := v.Best(); i != 0 || n != 1 || v.Tree() == nil {
		t.Errorf("%d of %d", i, n)
	}
}
