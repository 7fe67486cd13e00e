package columns

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

// learnt is a result of iris with a tree and two factors of its columns.
func learnt(t *testing.T) pane.Result {
	t.Helper()
	data, tree := viewstest.Sample(t, "iris")
	c := &covariance.Covariance{Columns: data.Columns, Form: covariance.Factors,
		Estimate: covariance.Likelihood, Factors: 2, Choice: "cross-validation",
		Loadings: mat.NewDense(4, 2, []float64{1, 0, 0, 1, 1, -0.5, 0.9, 0.2}), Specific: []float64{0.3, 0.2, 0.1, 0.4}}
	m := pydt.Model{}
	return pane.Result{ID: 1, Subject: &depict.Subject{Model: m, Info: m.Info(), Settings: m.Info().Defaults(),
		Table: &inference.Table{Name: "iris", X: data.X, Columns: data.Columns}, Data: data, Snapshot: &inference.Snapshot{
			Parts: []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: tree, Weight: 1}}}, c}}}}
}

// stage shows the pane of a tab with the result and keeps what it wishes for.
func stage(t *testing.T, tab string) (*viewstest.Stage, pane.Pane, *study.Selection) {
	t.Helper()
	s := viewstest.NewStage(t)
	var p pane.Pane
	for _, q := range Panes(s.Post, plotting.Light) {
		if q.Tab() == tab {
			p = q
		}
		t.Cleanup(q.Close)
	}
	p.View().Modifiers = func() fyne.KeyModifier { return 0 }
	told := &study.Selection{}
	p.Connect(pane.Wishes{Pick: func(q study.Selection) { *told = q }, Keep: func(string, any) {}})
	r := learnt(t)
	if !p.Offers(r.Subject) {
		t.Fatal("the pane has nothing to show")
	}
	s.Show(p.Object(), 900, 600)
	p.SetResult(r)
	s.Settle(p.View())
	return s, p, told
}

// click clicks the first mark of a kind.
func click(t *testing.T, s *viewstest.Stage, p pane.Pane, of func(m plotting.Mark) bool) plotting.Mark {
	t.Helper()
	m := viewstest.TapMark(t, p.View(), of)
	s.Settle(p.View())
	return m
}

// A cell selects its two columns, a branch the columns below it, a click beside all of them nothing.
func TestPairsOfColumns(t *testing.T) {
	for _, tab := range []string{"Correlation", "Partial correlation"} {
		s, p, told := stage(t, tab)
		m := click(t, s, p, func(m plotting.Mark) bool { return m.Kind == "cell" && m.Row != m.Column })
		if !told.Equal(study.Selection{Columns: study.SetOf([]int{m.Row, m.Column})}) {
			t.Errorf("%s: a cell selects %+v", tab, told)
		}
		if got := p.Figure().(matrix.Matrix).Selection.Rows; !slices.Equal(got, told.Columns) {
			t.Errorf("%s: marked are %v", tab, got)
		}
		tree := p.Figure().(matrix.Matrix).Tree
		m = click(t, s, p, func(m plotting.Mark) bool { return m.Kind == "branch" && tree.Size(m.Node) == 2 })
		if !slices.Equal(told.Columns, study.SetOf(tree.Leaves(m.Node))) || len(told.Rows) > 0 {
			t.Errorf("%s: a clade selects %+v", tab, told)
		}
		viewstest.Tap(p.View(), fyne.NewPos(2, 2))
		if !told.Empty() {
			t.Errorf("%s: a click beside the figure selects %+v", tab, told)
		}
	}
}

func TestDirections(t *testing.T) {
	s, p, told := stage(t, "Directions")
	m := click(t, s, p, func(m plotting.Mark) bool { return m.Kind == "cell" })
	if !told.Equal(study.Selection{Columns: study.Set{m.Column}}) {
		t.Errorf("a cell selects %+v", told)
	}
	h := p.Figure().(cells.Hinton)
	if len(h.SelectedRows) != 1 || h.Items[h.SelectedRows[0]] != m.Column {
		t.Errorf("marked are %v", h.SelectedRows)
	}
	p.Select(study.Selection{})
	s.Settle(p.View())
	if h := p.Figure().(cells.Hinton); len(h.SelectedRows) > 0 {
		t.Error("what was selected elsewhere stays marked")
	}
}

// Rows and columns are selected by either tree.
func TestBothWays(t *testing.T) {
	s, p, told := stage(t, "Both ways")
	heat := p.Figure().(*dendro.Dendrogram).Heat
	m := click(t, s, p, func(m plotting.Mark) bool {
		return m.Kind == "column clade" && len(heat.CladeColumns(m.Index)) == 2
	})
	if !slices.Equal(told.Columns, study.SetOf(heat.CladeColumns(m.Index))) || len(told.Rows) > 0 {
		t.Errorf("a clade of columns selects %+v", told)
	}
	m = click(t, s, p, func(m plotting.Mark) bool { return m.Kind == "branch point" })
	d := p.Figure().(*dendro.Dendrogram)
	if !slices.Equal(told.Rows, study.SetOf(d.Tree.Leaves(m.Node))) || d.Selection.Node != m.Node {
		t.Errorf("a clade of rows selects %d rows and marks node %d", len(told.Rows), d.Selection.Node)
	}
	m = click(t, s, p, func(m plotting.Mark) bool { return m.Kind == "cell" })
	if !told.Equal(study.Selection{Rows: study.Set{m.Row}, Columns: study.Set{m.Column}}) {
		t.Errorf("a cell selects %+v", told)
	}
	m = click(t, s, p, func(m plotting.Mark) bool { return m.Kind == "column" })
	if !told.Equal(study.Selection{Columns: study.Set{m.Column}}) {
		t.Errorf("the name of a column selects %+v", told)
	}
}

// All factors are shown at first; one is chosen by its name or key, and the document keeps it.
func TestActivity(t *testing.T) {
	s, p, told := stage(t, "Along the tree")
	v := p.(*pane.Entry)
	if f, ok := v.Figure().(*chart.Panels); !ok || len(f.Parts) != 2 {
		t.Fatalf("%T is shown at first", v.Figure())
	}
	m := click(t, s, v, func(m plotting.Mark) bool { return m.Kind == "branch point" })
	part := v.Figure().(*chart.Panels).Parts[1].Figure.(*dendro.Dendrogram)
	if !slices.Equal(told.Rows, study.SetOf(part.Tree.Leaves(m.Node))) || part.Selection.Node != m.Node {
		t.Errorf("a clade selects %d rows and marks node %d in the other panel", len(told.Rows), part.Selection.Node)
	}
	kept := any(nil)
	v.Connect(pane.Wishes{Pick: func(q study.Selection) { *told = q }, Keep: func(_ string, state any) { kept = state }})
	v.View().TypedRune('.')
	s.Settle(v.View())
	one, ok := v.Figure().(*dendro.Dendrogram)
	if !ok || one.Branches == nil || one.Branches.Title != "change of factor 1" || kept != 1 {
		t.Fatalf("after . %T is shown and %v kept", v.Figure(), kept)
	}
	if !strings.Contains(words(v), "change of factor 1") || one.Selection.Node != m.Node {
		t.Errorf("%q, node %d is marked", words(v), one.Selection.Node)
	}
	v.View().TypedRune('.')
	v.View().TypedRune('.')
	s.Settle(v.View())
	if one := v.Figure().(*dendro.Dendrogram); one.Branches.Title != "change of factor 2" {
		t.Errorf("past the last factor stands the %s", one.Branches.Title)
	}
	for _, kept := range []int{0, -1_000_000_000, 1 << 40} {
		v.Restore(study.Panes{"Along the tree": kept})
		s.Settle(v.View())
		if _, ok := v.Figure().(*chart.Panels); !ok || !strings.HasPrefix(words(v), "where in the tree each factor") {
			t.Errorf("%d, which the document keeps, is not shown", kept)
		}
	}
	v.Choose(0, 9)
	if v.Chosen("factor") != "those that move most" {
		t.Error("a factor that is not there is chosen")
	}
}

// words are those of the caption of the figure shown.
func words(v *pane.Entry) string { return depict.ByTab(v.Tab()).Words(v.Subject(), v.Figure()) }

// Clades of rows and of columns that are collapsed on the page of the tree are so between both trees, and expand with
// it.
func TestBothWaysFollowsTheTree(t *testing.T) {
	s, p, _ := stage(t, "Both ways")
	r := learnt(t)
	v := trees.New(s.Post, plotting.Light)
	v.Keeper = viewstest.NewKeeper(v.SetState)
	defer v.Close()
	v.SetData(r.Data)
	v.SetTrees(viewstest.One(forest.TreesOf(r.Snapshot)[0].Tree))
	follow := func() *dendro.Dendrogram {
		t.Helper()
		p.(trees.Follower).Follow(v.Source())
		s.Settle(p.View())
		return p.Figure().(*dendro.Dendrogram)
	}
	p.SetResult(r)
	d := follow()
	_, rows := viewstest.CladeOf(t, v.Tree(), 10, 60)
	var columns []int
	for node := range d.Heat.Tree.Tree().Nodes() {
		if n := d.Heat.Tree.Size(node); n > 1 && n < 4 {
			columns = d.Heat.CladeColumns(node)
			break
		}
	}
	v.Clades.Collapse(rows)
	v.SetState(v.State().WithColumnsCollapsed(columns, true))
	shut := follow()
	if len(shut.Collapsed) != 1 || len(shut.Collapsed[0].Rows) != len(rows) || len(shut.Heat.Order) != 4-len(columns)+1 ||
		!strings.HasSuffix(shut.Title, "both ways") {
		t.Errorf("%q has %d clades of rows collapsed and %d columns, of which %v are one", shut.Title, len(shut.Collapsed),
			len(shut.Heat.Order), columns)
	}
	s.Keep("both-ways-collapsed")
	v.Clades.ExpandAll()
	if d := follow(); len(d.Collapsed) != 0 || len(d.Heat.Order) != 4 {
		t.Errorf("expanded, %d clades are collapsed and %d columns left", len(d.Collapsed), len(d.Heat.Order))
	}
}
