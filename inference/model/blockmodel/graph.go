package blockmodel

import (
	"math"

	"example.org/espalier/inference/kind/graph"
)

// mostLinks is the greatest number of links of a network that is drawn.
const mostLinks = 50_000

// graph returns the links that are not 0, between different nodes, with their weights, summed over the relations; nil
// where they are more than can be drawn.
func (p *problem) graph(nodes []string) *graph.Graph {
	g := &graph.Graph{Over: graph.Rows, Nodes: nodes, Measure: graph.Neighbouring, Weighted: graph.Linked}
	for _, t := range p.relations {
		g.Directed = g.Directed || t.directed
	}
	greatest := 0.0
	for j := range p.n { // by To and then From
		for i := range p.n {
			if i == j || !g.Directed && i > j {
				continue
			}
			x := 0.0
			for _, t := range p.relations {
				if y := t.y[i*t.n+j]*t.scale + t.centre; math.Abs(y) > 1e-9*t.scale {
					x += y
				}
			}
			if x == 0 {
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
