package blockgraph_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/blockgraph"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// of is a network of seven nodes in groups of 3, 2, 1 and a node in none.
func of(directed bool) *subject.Subject {
	label := []int{0, 0, 0, 1, 1, 2, -1}
	x := mat.NewDense(7, 7, nil)
	g := &graph.Graph{Over: graph.Rows, Directed: directed, Measure: graph.Neighbouring, Weighted: graph.Linked}
	d := &inference.Dataset{Name: "small", X: x, Kind: inference.Count, Centre: make([]float64, 7),
		Scale: []float64{1, 1, 1, 1, 1, 1, 1}}
	for i := range label {
		d.Rows = append(d.Rows, fmt.Sprint("node ", i+1))
	}
	d.Columns, g.Nodes = d.Rows, d.Rows
	for _, e := range [][3]int{{0, 1, 1}, {0, 2, 2}, {1, 3, 4}, {2, 4, 1}, {3, 4, 3}, {0, 6, 4}} {
		w := float64(e[2])
		g.Edges = append(g.Edges, graph.Edge{From: e[0], To: e[1], Strength: w / 4, Weight: w})
		x.Set(e[0], e[1], w)
	}
	return &subject.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{g,
		&partition.Partition{Name: "cluster", Labels: label}}}}
}

// The rate of two groups is the sum of the links over the pairs of nodes, worked out by hand.
func TestRates(t *testing.T) {
	for _, c := range []struct {
		directed bool
		want     [3][3]float64
	}{
		{false, [3][3]float64{{1, 5.0 / 6, 0}, {5.0 / 6, 3, 0}, {0, 0, 0}}},
		{true, [3][3]float64{{.5, 5.0 / 6, 0}, {0, 1.5, 0}, {0, 0, 0}}},
	} {
		s := of(c.directed)
		if !blockgraph.Has(s) {
			t.Fatal("no block graph")
		}
		r := blockgraph.Of(s)
		for a := range 3 {
			for b := range 3 {
				if got := r.Rate[a][b]; !(math.Abs(got-c.want[a][b]) <= 1e-12) {
					t.Errorf("the rate of %d and %d is %v", a, b, got)
				}
			}
		}
		f := blockgraph.Figure(s, []int{0, 1, 2, 3})
		if len(f.Edges) != 1 || f.Edges[0].Weight != 5.0/6 || f.Directed != c.directed || len(f.Names) != 3 {
			t.Errorf("%+v", f)
		}
		if !slices.Equal(f.Selection.Rows, []int{0}) { // not the group of which one is selected
			t.Errorf("selected %v", f.Selection.Rows)
		}
		if got := r.Rows([]int{1, 2}); !slices.Equal(got, []int{3, 4, 5}) {
			t.Errorf("members %v", got)
		}
	}
}

// Results without groups, or whose graph is a tree of distances, have no block graph.
func TestHas(t *testing.T) {
	for what, change := range map[string]func(g *graph.Graph, p *partition.Partition){
		"one group":  func(_ *graph.Graph, p *partition.Partition) { clear(p.Labels) },
		"distances":  func(g *graph.Graph, _ *partition.Partition) { g.Weighted = graph.Distance },
		"columns":    func(g *graph.Graph, _ *partition.Partition) { g.Over = graph.Columns },
		"exemplars":  func(g *graph.Graph, _ *partition.Partition) { g.Best = make([]int, 7) },
		"other rows": func(_ *graph.Graph, p *partition.Partition) { p.Labels = p.Labels[:6] },
	} {
		s := of(false)
		change(graph.Of(s.Snapshot), partition.Of(s.Snapshot))
		if blockgraph.Has(s) {
			t.Errorf("%s: has a block graph", what)
		}
	}
}

func TestGolden(t *testing.T) {
	plottingtest.GoldenPicture(t, "undirected", blockgraph.Figure(of(false), []int{3, 4}), 520, 340)
	plottingtest.GoldenPicture(t, "directed_dark", blockgraph.Figure(of(true), nil).WithStyle(plotting.Dark), 520, 340)
}
