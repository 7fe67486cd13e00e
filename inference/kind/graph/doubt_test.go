package graph

import (
	"strings"
	"testing"
)

// A penalty chosen at the end of a path is doubted, unless the graph is complete; and so is a graph without edges.
func TestDoubt(t *testing.T) {
	g := &Graph{Nodes: []string{"a", "b", "c"}, Path: []Point{{Penalty: 1}, {Penalty: 0.25, Edges: 2, Chosen: true}}}
	if got := g.Doubt(); !strings.Contains(got, "0.25") || !strings.Contains(got, "holdout") {
		t.Errorf("%q", got)
	}
	g.Path[1].Edges = 3
	if got := g.Doubt(); got != "" {
		t.Errorf("all pairs are joined, and %q", got)
	}
	g.Path = []Point{{Penalty: 1, Edges: 1, Chosen: true}, {Penalty: 0.25, Edges: 2}}
	if got := g.Doubt(); got != "" {
		t.Errorf("the first penalty was chosen, and %q", got)
	}
	g.Path[0].Edges = 0
	if got := g.Doubt(); !strings.Contains(got, "without edges") || !strings.Contains(got, "holdout") {
		t.Errorf("no edge was chosen, and %q", got)
	}
	g.Path = []Point{{Penalty: 0.25, Edges: 2, Chosen: true}}
	if got := g.Doubt(); got != "" {
		t.Errorf("the penalty was set, and %q", got)
	}
}

// A network of many edges, few of which are steady, is one that a criterion of stability would not choose.
func TestDoubtWhereCriteriaDisagree(t *testing.T) {
	g := &Graph{Nodes: make([]string, 12), Measure: Stability,
		Path: []Point{{Penalty: 1, Edges: 4}, {Penalty: 0.5, Edges: 10, Chosen: true}, {Penalty: 0.25, Edges: 30}}}
	for k := range 10 {
		g.Edges = append(g.Edges, Edge{From: k, To: k + 1, Strength: 0.6})
	}
	g.Edges[3].Strength = 0.97
	if got := g.Doubt(); !strings.Contains(got, "chose 10 edges, of which 1 are") ||
		!strings.Contains(got, "criterion=stars") {
		t.Errorf("%q", got)
	}
	for k := range 6 {
		g.Edges[k].Strength = 1
	}
	if got := g.Doubt(); got != "" {
		t.Errorf("most edges are steady, and %q", got)
	}
}
