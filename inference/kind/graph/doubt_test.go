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
