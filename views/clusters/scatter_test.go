package clusters

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

func TestClustersView(t *testing.T) {
	c := pane.NewEntry(depict.ByTab("Clusters"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer c.Close()
	c.Resize(fyne.NewSize(900, 600))
	var told []int
	c.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	data, snapshot := viewstest.IrisClusters(t)
	c.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	f := c.Figure().(*space.Clusters)
	if len(f.Ellipses) != 2 || f.Class[10] != 0 || f.Class[100] != 1 || f.Certainty[3] != 0.8 {
		t.Errorf("%d ellipses, classes %d and %d", len(f.Ellipses), f.Class[10], f.Class[100])
	}
	// A column is a direction of its own: the ellipse is that of the loadings and the noise.
	names := viewstest.Options(t, c, "across")
	first := slices.Index(names, data.Columns[0])
	c.Choose(0, first)
	c.Choose(1, first+3)
	if e := c.Figure().(*space.Clusters).Ellipses[1]; e.X != 1 || e.Y != 1 || e.XX != 1.1 || e.XY != 0.5 || e.YY != 0.35 {
		t.Errorf("over two columns the ellipse is %+v", e)
	}
	c.View().OnSelect(plotting.Mark{Kind: "cluster", Index: 1}, true, 0)
	if len(told) != 100 || told[0] != 50 {
		t.Errorf("a click on cluster 2 selects %d rows", len(told))
	}
	if h := c.Figure().(*space.Clusters).Selection.Rows; len(h) != 100 {
		t.Errorf("%d rows are marked", len(h))
	}
	c.View().OnSelect(plotting.Mark{}, false, 0)
	if told != nil {
		t.Errorf("a click beside everything leaves %v", told)
	}
	x, y := c.Chosen("across"), c.Chosen("up")
	c.View().OnKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if c.Chosen("across") == x && c.Chosen("up") == y {
		t.Error("the key goes to no other direction")
	}
	viewstest.Choose(t, c, "epoch", "1")
	if f := c.Figure().(*space.Clusters); len(f.Ellipses) != 1 || f.Class[0] != -1 {
		t.Errorf("at the first epoch there are %d clusters", len(f.Ellipses))
	}
	c.View().OnRune('.')
	if len(c.Figure().(*space.Clusters).Ellipses) != 2 {
		t.Error("the key does not go to the next epoch")
	}
	viewstest.Choose(t, c, "epoch", "now")
	viewstest.Choose(t, c, "colour", "species")
	if c.Figure().(*space.Clusters).Strip == nil {
		t.Error("the annotation does not colour")
	}
}

// Models that give labels alone are shown by the moments of their rows.
func TestClustersOfLabels(t *testing.T) {
	c := pane.NewEntry(depict.ByTab("Clusters"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer c.Close()
	data, _ := viewstest.IrisClusters(t)
	labels := make([]int, 150)
	for i := range labels {
		labels[i] = i / 50
	}
	c.SetResult(pane.Result{Subject: viewstest.SubjectOf(data,
		&inference.Snapshot{Parts: []inference.Part{&partition.Partition{Name: "cluster", Labels: labels}}})})
	if viewstest.Options(t, c, "epoch") != nil || viewstest.Options(t, c, "colour") == nil {
		t.Error("epochs can be chosen where there are none")
	}
	first := slices.Index(viewstest.Options(t, c, "across"), data.Columns[0])
	c.Choose(0, first)
	c.Choose(1, first+1)
	f := c.Figure().(*space.Clusters)
	mean := 0.0
	for i := range 50 {
		mean += data.X.At(50+i, 0) / 50
	}
	if d := f.Ellipses[1].X - mean; len(f.Ellipses) != 3 || d > 1e-12 || d < -1e-12 || f.Ellipses[1].Size != 50 {
		t.Errorf("cluster 2 is %+v, its mean should be %v", f.Ellipses[1], mean)
	}
}
