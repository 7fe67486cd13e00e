package blockmodel

import (
	"math"

	"example.org/espalier/inference/kind/graph"
)

// mostLinks is the greatest number of links of a network that is drawn.
const mostLinks = 50_000

// graph returns the links of the network that are not 0, between different nodes, with their weights; nil where they
// are more than can be drawn.
func (t *network) graph(nodes []string) *graph.Graph {
	g := &graph.Graph{Over: graph.Rows, Nodes: nodes, Directed: t.directed, Measure: graph.Neighbouring,
		Weighted: graph.Linked}
	greatest := 0.0
	for j := range t.n { // by To and then From
		for i := range t.n {
			if i == j || !t.directed && i > j {
				continue
			}
			x := t.y[i*t.n+j]*t.scale + t.centre
			if math.IsNaN(x) || math.Abs(x) <= 1e-9*t.scale {
				continue
			}
			if len(g.Edges) == mostLinks {
				return nil
			}
			g.Edges = append(g.Edges, graph.Edge{From: i, To: j, Weight: x})
			greatest = math.Max(greatest, math.Abs(x))
		}
	}
	for k := range g.Edges {
		g.Edges[k].Strength = math.Abs(g.Edges[k].Weight) / greatest
	}
	return g
}
