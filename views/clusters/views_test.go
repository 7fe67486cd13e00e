package clusters

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

// inViews are the views of iris's columns: of two columns with two clusters of rows, and of two with three.
func inViews(t *testing.T) pane.Result {
	t.Helper()
	data, _ := viewstest.IrisClusters(t)
	two, three := make([]int, 150), make([]int, 150)
	for i := range 150 {
		two[i], three[i] = i%2, i/50
	}
	v := partition.StateOfViews([]int{0, 0, 1, 1}, [][]int{two, three})
	v.Columns.Live = false
	v.Dependence = mat.NewDense(4, 4, []float64{1, .9, .1, 0, .9, 1, 0, 0, .1, 0, 1, .8, 0, 0, .8, 1})
	v.Prior = 0.4
	v.Surprise = mat.NewDense(150, 4, nil)
	v.Surprise.Set(60, 2, 9)
	return pane.Result{Subject: viewstest.SubjectOf(data, &inference.Snapshot{Parts: []inference.Part{v}})}
}

// told returns a pane that shows a result at a tab, and what its clicks select.
func told(t *testing.T, tab string, r pane.Result) (v *pane.Entry, of *study.Selection) {
	t.Helper()
	v, of = pane.NewEntry(depict.ByTab(tab), nil, viewstest.NewStage(t).Post, plotting.Light), new(study.Selection)
	t.Cleanup(v.Close)
	v.Resize(fyne.NewSize(900, 600))
	v.SetResult(r)
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { *of = s }})
	return v, of
}

// A click on a cell of a view selects its row and column, and a click on the dependence of two columns these; M shows
// surprise, O orders by the tree, and V goes to the profiles of the next view.
func TestViewsOfColumns(t *testing.T) {
	r := inViews(t)
	v, of := told(t, "Views", r)
	f := v.Figure().(matrix.Views)
	if len(f.List) != 2 || f.List[0].Columns != 2 {
		t.Fatalf("%d views: %+v", len(f.List), f.List)
	}
	m := plotting.NewMark(plotting.CellMark)
	m.Row, m.Column = 60, 2
	v.View().OnSelect(m, true, 0)
	if !slices.Equal(of.Rows, []int{60}) || !slices.Equal(of.Columns, []int{2}) {
		t.Errorf("a click on a cell selects %v", of)
	}
	if h := v.Figure().(matrix.Views).Selection; !slices.Equal(h.Rows, []int{60}) {
		t.Errorf("the marks are %v", h)
	}
	v.View().TypedRune('m')
	if h := v.Figure().(matrix.Views).Heat; h.Title != "surprise" || h.X.At(60, 2) != 9 {
		t.Errorf("M shows %q", h.Title)
	}

	d, of := told(t, "Dependence", r)
	m = plotting.NewMark(plotting.CellMark)
	m.Row, m.Column = 3, 2
	d.View().OnSelect(m, true, 0)
	if !slices.Equal(of.Columns, []int{2, 3}) || len(of.Rows) > 0 {
		t.Errorf("a click on the dependence of two columns selects %v", of)
	}
	d.View().TypedRune('o')
	if f := d.Figure().(matrix.Matrix); f.Tree == nil || f.RowGaps != nil {
		t.Error("O does not order the columns by their tree")
	}

	p, _ := told(t, "Profiles", r)
	before := p.Figure().(cells.Table)
	p.View().TypedRune('v')
	if after := p.Figure().(cells.Table); len(after.Columns) != len(before.Columns)+1 || len(after.Rows) != 2 {
		t.Errorf("from %d to %d columns, %d rows", len(before.Columns), len(after.Columns), len(after.Rows))
	}
}
