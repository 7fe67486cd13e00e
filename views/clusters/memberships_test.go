package clusters

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

func TestMembershipsOfAMixture(t *testing.T) {
	v := pane.NewEntry(depict.ByTab("Memberships"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer v.Close()
	v.Resize(fyne.NewSize(900, 600))
	data, s := viewstest.IrisClusters(t)
	mixture.Of(s).Responsibilities.SetRow(7, []float64{0.99, 0.01})
	if !depict.HasMemberships(viewstest.SubjectOf(data, s)) ||
		depict.HasMemberships(viewstest.SubjectOf(data, &inference.Snapshot{})) {
		t.Error("memberships are not told from none")
	}
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, s)})
	f := v.Figure().(matrix.Matrix)
	if f.Order[0] != 7 || f.Order[49] >= 50 || f.Order[50] < 50 || f.Symmetric || f.Heat.X.At(7, 0) != 0.99 {
		t.Errorf("rows stand as %v", f.Order[:52])
	}
	var told []int
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	m := plotting.NewMark("column")
	m.Column = 1
	v.View().OnSelect(m, true, 0)
	if len(told) != 100 || told[0] != 50 {
		t.Errorf("a click on cluster 2 selects %v", told)
	}
	if h := v.Figure().(matrix.Matrix).Selection.Rows; len(h) != 100 {
		t.Errorf("%d rows are marked", len(h))
	}
	v.View().OnSelect(plotting.Mark{}, false, 0)
	if told != nil {
		t.Errorf("a click beside everything leaves %v", told)
	}
}

func TestMembershipsOfDraws(t *testing.T) {
	v := pane.NewEntry(depict.ByTab("Memberships"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer v.Close()
	data, _ := viewstest.IrisClusters(t)
	x, labels := mat.NewDense(150, 150, nil), make([]int, 150)
	for i := range 150 {
		labels[i] = 1 - i/100
		for j := range 150 {
			if j/100 == i/100 {
				x.Set(i, j, 0.5)
			}
		}
	}
	x.Set(120, 121, 1)
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data,
		&inference.Snapshot{Parts: []inference.Part{&partition.Partition{Name: "cluster", Labels: labels, Together: x}}})})
	f := v.Figure().(matrix.Matrix)
	if !f.Symmetric || f.Order[0] != 120 || f.Order[50] != 0 || len(f.Groups) != 2 || len(f.Groups[0].Rows) != 50 {
		t.Errorf("rows stand as %v in %d groups", f.Order[:52], len(f.Groups))
	}
	var told []int
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	m := plotting.NewMark("cell")
	m.Row, m.Column = 5, 3
	v.View().OnSelect(m, true, 0)
	if len(told) != 2 || told[0] != 3 {
		t.Errorf("a click on two rows selects %v", told)
	}
}
