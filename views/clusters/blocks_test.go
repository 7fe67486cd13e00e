package clusters

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

// A click in the table in blocks selects a row and a column; the view is chosen, kept and restored.
func TestBlocks(t *testing.T) {
	v := pane.NewEntry(depict.ByTab("Blocks"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer v.Close()
	v.Resize(fyne.NewSize(900, 600))
	data, _ := viewstest.IrisClusters(t)
	labels := make([]int, 150)
	for i := 50; i < 150; i++ {
		labels[i] = 1
	}
	s := &inference.Snapshot{Parts: []inference.Part{&partition.Partition{Labels: labels},
		&partition.Columns{Partition: &partition.Partition{Labels: []int{0, 1, 0, 0}}}}}
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, s)})
	f := v.Figure().(matrix.Matrix)
	if len(f.Panels) != 1 || len(f.RowGaps) != 1 || len(f.ColumnGaps) != 1 {
		t.Fatalf("%d panels, gaps %v and %v", len(f.Panels), f.RowGaps, f.ColumnGaps)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s }})
	m := plotting.NewMark(plotting.CellMark)
	m.Row, m.Column = 60, 2
	v.View().OnSelect(m, true, 0)
	if !slices.Equal(told.Rows, []int{60}) || !slices.Equal(told.Columns, []int{2}) {
		t.Errorf("a click on a cell selects %v", told)
	}
	if h := v.Figure().(matrix.Matrix).Selection; !slices.Equal(h.Rows, []int{60}) || !slices.Equal(h.Columns, []int{2}) {
		t.Errorf("the marks are %v", h)
	}
	v.View().TypedRune('m')
	if f := v.Figure().(matrix.Matrix); f.Panels != nil || f.Caption != "" {
		t.Error("M does not go to the cells alone")
	}
	v.Restore(study.Panes{"Blocks": map[string]any{"Show": 2}})
	if got, want := v.Figure().(matrix.Matrix).Heat.X.At(60, 1),
		v.Figure().(matrix.Matrix).Heat.X.At(149, 1); got != want {
		t.Errorf("block means are %v and %v in one block", got, want)
	}
}
