package clusters

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

// TestContoursView shows the density of a Gaussian over two directions, others by its keys, and
// colours the rows.
func TestContoursView(t *testing.T) {
	c := pane.NewEntry(depict.ByTab("Contours"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer c.Close()
	c.Resize(fyne.NewSize(900, 600))
	data, _ := viewstest.IrisClusters(t)
	m, err := catalog.Find("gaussian")
	if err != nil {
		t.Fatal(err)
	}
	s := viewstest.SubjectOf(data, &inference.Snapshot{Scalars: []inference.Scalar{{Name: "freedom", Mean: 12}}})
	s.Model, s.Settings = m, m.Info().Defaults()
	c.SetResult(pane.Result{Subject: s})
	f, ok := c.Figure().(*space.Clusters)
	if !ok || f.Ground == nil {
		t.Fatalf("%T has no density", c.Figure())
	}
	if again := c.Figure().(*space.Clusters); again.Ground != f.Ground {
		t.Error("the density is made twice")
	}
	c.View().OnKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	other := c.Figure().(*space.Clusters)
	if other.Ground == f.Ground || other.Points.Measures[0].Name == f.Points.Measures[0].Name {
		t.Error("the key goes to no other direction")
	}
	viewstest.Choose(t, c, "colour", "species")
	if c.Figure().(*space.Clusters).Strip == nil {
		t.Error("the annotation does not colour")
	}
	if c.View().OnRune('3'); len(c.Figure().(*space.Clusters).Selection.Rows) > 0 ||
		c.Figure().(*space.Clusters).Turned != nil {
		t.Error("a density has a third direction")
	}
}
