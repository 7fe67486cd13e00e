package depict

import (
	"context"
	"strings"
	"testing"

	"espalier/inference"
	"espalier/inference/kind/graph"
	"espalier/inference/kind/partition"
	"espalier/plotting/network"

	"gonum.org/v1/gonum/mat"
)

func graphSubject(parts ...inference.Part) *Subject {
	x := mat.NewDense(3, 2, []float64{0, 1, 2, 3, 4, 5})
	return &Subject{Info: inference.Info{Name: "outtree", Title: "Out-tree", Iteration: "cycle", Iterations: 10},
		Data:     &inference.Dataset{Name: "table", X: x, Rows: []string{"a", "b", "c"}, Columns: []string{"x", "y"}},
		Table:    &inference.Table{Name: "table", X: x},
		Snapshot: &inference.Snapshot{Model: "outtree", Iteration: 3, Phase: "settled", Parts: parts}}
}

// The best tree is shown whatever its probability, and further edges from a probability on.
func TestNetworkOfTrees(t *testing.T) {
	g := &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c"}, Directed: true, Measure: graph.Probability, Weighted: graph.Distance,
		Edges: []graph.Edge{{From: 1, To: 0, Strength: 0.1, Weight: 1}, {From: 2, To: 0, Strength: 0.2, Weight: 2}, {From: 0, To: 2, Strength: 0.6, Weight: 1}, {From: 1, To: 2, Strength: 0.3, Weight: 1}},
		Root:  []float64{0.3, 0.3, 0.4}, Best: []int{1, -1, 0}}
	s := graphSubject(g, &partition.Partition{Name: "tree", Labels: []int{0, 1, 0}})
	e, err := Named(s, "Network")
	if err != nil {
		t.Fatal(err)
	}
	if list := Of(s); list[0].Name != "network" {
		t.Errorf("%s stands for a graph", list[0].Name)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Figure.(*network.Network)
	if len(f.Edges) != 3 || len(f.Roots) != 1 || f.Roots[0] != 1 || f.Strip == nil || len(f.Strip.Annotation.Levels) != 2 || f.Strip.Annotation.Codes[1] != 1 {
		t.Errorf("%+v", f)
	}
	if !strings.Contains(p.Metadata.Description, "best tree") {
		t.Errorf("caption %q", p.Metadata.Description)
	}
}

// Of too many edges the strongest are shown, and the caption says of how many and how many are false.
func TestNetworkIsThinned(t *testing.T) {
	g := &graph.Graph{Over: graph.Columns, Measure: graph.Significance, Weighted: graph.Correlation}
	for b := range 20 {
		g.Nodes = append(g.Nodes, string(rune('a'+b)))
		for a := range b {
			g.Edges = append(g.Edges, graph.Edge{From: a, To: b, Strength: 0.99, Weight: float64(a*b) / 400})
		}
	}
	s := graphSubject(g)
	f := Network(s, UsualGraph(g))
	if len(f.Edges) != 60 || f.All != 190 || !f.Columns || f.Signed {
		t.Errorf("%d of %d edges, signed %v", len(f.Edges), f.All, f.Signed)
	}
	for _, e := range f.Edges {
		if e.Weight < 0.2 {
			t.Errorf("%+v is among the strongest", e)
		}
	}
	if words := graphWords(g, UsualGraph(g), f.All, len(f.Edges)); words != "the strongest 60 of 190 edges with 1 − q-value of 95 % or more, about 2 of them false" {
		t.Errorf("caption %q", words)
	}
}
