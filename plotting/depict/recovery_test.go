package depict

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/graphs"

	"gonum.org/v1/plot/vg"
)

// Of six pairs three are known. The first edge is right, the next two come together and one of them is right, and the
// last known pair has no edge: precision 1, 2/3 and 1/2 at recall 1/3, 2/3 and 1.
func TestRecovery(t *testing.T) {
	nodes := []string{"a", "b", "c", "d"}
	g := &graph.Graph{Over: graph.Columns, Nodes: nodes, Measure: graph.Probability, Weighted: graph.Partial,
		Edges: []graph.Edge{{From: 0, To: 1, Strength: 0.9}, {From: 0, To: 2, Strength: 0.3},
			{From: 2, To: 3, Strength: 0.3}}}
	s := graphSubject(g)
	if graphs.HasRecovery(s) {
		t.Error("a curve without known edges")
	}
	known, err := graphs.ReadKnown("pathway.csv", []byte("source,target\nb,a\nc,d\nb,d\n"), s.Data.Rows, nodes)
	if err != nil {
		t.Fatal(err)
	}
	s.With(graphs.Told{Known: known})
	e, err := Named(s, "Recovery")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Figure.(*chart.Chart)
	named := func(name string) chart.Layer {
		for _, l := range f.Layers {
			if strings.HasPrefix(l.Name, name) {
				return l
			}
		}
		t.Fatalf("no layer %q", name)
		return chart.Layer{}
	}
	same := func(name string, x, y []float64) {
		l := named(name)
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }
		if !slices.EqualFunc(l.X, x, near) || !slices.EqualFunc(l.Y, y, near) {
			t.Errorf("%s: %v, %v; want %v, %v", name, l.X, l.Y, x, y)
		}
	}
	same("Out-tree", []float64{0, 1. / 3, 1. / 3, 2. / 3}, []float64{1, 1, 2. / 3, 2. / 3})
	same("pairs without an edge", []float64{2. / 3, 1}, []float64{0.5, 0.5})
	same("chance", []float64{0, 2. / 3}, []float64{0.5, 0.5})
	same("50 % and more", []float64{1. / 3}, []float64{1})
	// (1 + 2/3 + 1/2) / 3
	if want := "3 edges of pathway.csv: average precision 0.722; 1 of 1 shown are true"; f.Subtitle != want {
		t.Errorf("subtitle %q, want %q", f.Subtitle, want)
	}
	size := vg.Point{X: 600, Y: 400}
	scene := f.Layout(size)
	area := scene.(*chart.Scene).PlotArea()
	at := vg.Point{X: area.Min.X + (area.Max.X-area.Min.X)*2/3/1.01, Y: area.Min.Y + (area.Max.Y-area.Min.Y)*2/3/1.02}
	if m, ok := scene.Hit(at); !ok || len(m.Lines) != 2 || m.Lines[0][1] != "0.6667" || m.Lines[1][1] != "0.6667" {
		t.Errorf("at the third edge: %+v", m)
	}
	for _, other := range []*graph.Graph{{Over: graph.Rows, Nodes: nodes}, {Over: graph.Columns, Nodes: nodes[:3]}} {
		if s := graphSubject(other); graphs.HasRecovery(s) {
			t.Errorf("a curve of %+v", other)
		} else if s.With(graphs.Told{Known: known}); graphs.HasRecovery(s) {
			t.Errorf("a curve of %+v", other)
		}
	}
}
