package trees

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/viewstest"
)

// Columns are selected, collapsed and expanded by the tree above the heat map, as rows are by theirs.
func TestTreeOfColumns(t *testing.T) {
	s, v := treeStage(t, "tissue_expression")
	heat := func() *beside.Heat {
		s.Settle(v.view)
		f, _ := v.view.Shown()
		return f.(*dendro.Dendrogram).Heat
	}
	if heat().Tree != nil {
		t.Fatal("there is a tree of columns that nobody asked for")
	}
	viewstest.Press(v.view, "j")
	h := heat()
	if h.Tree == nil {
		t.Fatal("J shows no tree of the columns")
	}
	_, columns := h.Dims()

	several := func(m plotting.Mark) bool {
		n := len(v.mouse.columnsOf(m))
		return m.Kind == "column clade" && n > 3 && n < columns/2
	}
	at := viewstest.MarkAt(t, v.view, several)
	viewstest.Tap(v.view, at)
	s.Settle(v.view)
	chosen := v.State().Selection.Columns
	if len(chosen) <= 3 || h.ColumnClade(chosen) < 0 {
		t.Fatalf("%d columns are selected, which are no clade", len(chosen))
	}
	if len(v.State().Selection.Rows) > 0 {
		t.Error("rows are selected too")
	}

	viewstest.Press(v.view, "c")
	if _, n := heat().Dims(); n != columns-len(chosen)+1 {
		t.Errorf("%d of %d columns are left when %d are one", n, columns, len(chosen))
	}
	if !slices.ContainsFunc(heat().Members, func(m []int) bool { return slices.Equal(study.SetOf(m), chosen) }) {
		t.Error("no column stands for the clade")
	}
	found := false
	one := plotting.NewMark("column clade")
	one.Index = heat().ColumnClade(chosen)
	for _, i := range v.Menu(one, true, at).Items {
		if i.Label == "Expand "+plotting.Plural(len(chosen), "column") {
			i.Action()
			found = true
		}
	}
	if _, n := heat().Dims(); !found || n != columns {
		t.Errorf("the menu expands nothing: %d columns of %d", n, columns)
	}

	m := viewstest.TapMark(t, v.view, several)
	if !v.mouse.opened(m, true) {
		t.Error("a double click on a clade of columns does nothing")
	}
	if len(v.State().ColumnsShut) != 1 {
		t.Error("a double click does not collapse")
	}
	v.Clades.ExpandAll()
	if _, n := heat().Dims(); n != columns {
		t.Error("not all is expanded")
	}
	steps := v.History.Steps()
	v.Clades.ToggleColumns([]int{0})                      // one column
	v.Clades.ToggleColumns([]int{h.Order[0], h.Order[9]}) // no clade
	if v.History.Steps() != steps {
		t.Error("what is no clade is collapsed")
	}
	viewstest.Press(v.view, "j")
	if heat().Tree != nil {
		t.Error("J does not hide the tree of the columns")
	}
	s.Keep("columns")
}

// A tree over the columns that was learnt takes the place of the linkage, and leaves with its result.
func TestLearntTreeOfColumns(t *testing.T) {
	s, v := treeStage(t, "iris")
	viewstest.Press(v.view, "j")
	shown := func() *beside.Heat {
		s.Settle(v.view)
		f, _ := v.view.Shown()
		return f.(*dendro.Dendrogram).Heat
	}
	if shown().TreeHeight == 0 {
		t.Fatal("the linkage has no heights")
	}
	own, err := tree.New(v.Data().Columns, []int{4, 5, 4, 5, 5, -1},
		[]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 0.7, 0.2})
	if err != nil {
		t.Fatal(err)
	}
	v.Clades.SetColumnTree(own)
	if h := shown(); h.TreeHeight != 0 || h.Tree.Tree().Nodes() != own.Nodes() || h.ColumnClade([]int{0, 2}) < 0 {
		t.Errorf("a tree of %d nodes is shown", h.Tree.Tree().Nodes())
	}
	v.Clades.SetColumnTree(nil)
	if shown().TreeHeight == 0 {
		t.Error("the tree stays when it is not there any more")
	}
	// Who has chosen no order sees the tree where one was learnt, and can hide it.
	usual := v.State()
	usual.ColumnsOrder = plotting.UsualOrder
	v.SetState(usual)
	if shown().Tree != nil {
		t.Error("a tree that nobody asked for is shown")
	}
	v.Clades.SetColumnTree(own)
	if h := shown(); h.Tree == nil || h.Tree.Tree().Nodes() != own.Nodes() {
		t.Error("the tree that was learnt is not shown")
	}
	if value, _ := v.Control("columns"); value != string(plotting.TreeOrder) {
		t.Errorf("the order is told as %q", value)
	}
	viewstest.Press(v.view, "j")
	if shown().Tree != nil || v.State().ColumnsOrder != plotting.ClusteredOrder {
		t.Error("J does not hide the tree that was learnt")
	}
}
