package graph_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/graph"
)

// Graphs differ by the strengths of their edges.
func TestReplayed(t *testing.T) {
	of := func(edges ...graph.Edge) *graph.Graph {
		return &graph.Graph{Nodes: []string{"a", "b", "c"}, Edges: edges, Draws: [][]int{{-1}},
			Path: []graph.Point{{}}}
	}
	was := of(graph.Edge{From: 0, To: 1, Strength: 1}, graph.Edge{From: 0, To: 2, Strength: 0.5})
	now := of(graph.Edge{From: 0, To: 1, Strength: 0.75}, graph.Edge{From: 1, To: 2, Strength: 0.5})
	if got := now.Change(was); !(math.Abs(got-1.25/2) < 1e-12) {
		t.Errorf("a change of %v", got)
	}
	if now.Change(now) != 0 || of().Change(of()) != 0 || now.Change(&graph.Graph{}) != 1 {
		t.Error("the same differs, or another is the same")
	}
	if p := now.Present().(*graph.Graph); p.Draws != nil || p.Path != nil || len(p.Edges) != 2 || now.Draws == nil ||
		now.Toward(was) != now {
		t.Errorf("%+v", p)
	}
}
