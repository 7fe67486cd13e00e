package factors

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"
)

// The variance of each table among the factors: a click on a cell selects the columns of the table and the factor.
func TestVarianceByTableView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Variance", s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 700, 500)
	data, snapshot := fakeDraws()
	of := make([]string, len(data.Columns))
	for j := range of {
		if of[j] = "clinic"; j < 2 {
			of[j] = "genes"
		}
	}
	data.ColumnAnnotations = []inference.Annotation{inference.InOrder(inference.TablesAnnotation, of)}
	sum, err := factors.Summarise(t.Context(), data, snapshot, factors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v.SetPosterior(posteriorOf(data, snapshot, (&factors.Follower{}).Follow(sum, factor.StateOf(snapshot))))
	s.Settle(v.View())
	m := v.Figure().(matrix.Matrix)
	if len(m.Rows) != 2 || len(m.Heat.Columns) != sum.Count() {
		t.Fatalf("rows %q, columns %q", m.Rows, m.Heat.Columns)
	}
	for k := range sum.Count() {
		if got, want := m.Heat.X.At(0, k), 100*sum.ByGroup.Explained[k][0].Mean; !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("factor %d has %v %% of the genes, not %v", k, got, want)
		}
	}
	if _, scene := v.View().Shown(); scene.PlotArea().Size().Y < 250 { // of a card of 500
		t.Errorf("two tables are a strip of %v", scene.PlotArea().Size())
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	s.Settle(v.View())
	viewstest.Tap(v.View(), viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool {
		return m.Kind == plotting.CellMark && m.Row == 0 && m.Column == 1
	}))
	if got := told.Columns; !slices.Equal(got, []int{0, 1}) || len(told.Factors(0)) != 1 {
		t.Errorf("a click on the second factor of the genes selects %v", told)
	}
	s.Settle(v.View())
	s.Keep("variance-by-table")
}
