package graph

import (
	"math"

	"example.org/espalier/inference"
)

// Present implements inference.Replayed: the graph without draws and without other penalties.
func (g Graph) Present() inference.Part { g.Draws, g.Path = nil, nil; return &g }

// Change implements inference.Replayed: by how much the strengths of the edges differ, as a share of the greater of
// both.
func (g *Graph) Change(from inference.Part) float64 {
	was, ok := from.(*Graph)
	if !ok || len(was.Nodes) != len(g.Nodes) {
		return 1
	}
	type pair struct{ from, to int }
	before := make(map[pair]float64, len(was.Edges))
	apart, all := 0.0, 0.0
	for _, e := range was.Edges {
		before[pair{e.From, e.To}] = e.Strength
	}
	for _, e := range g.Edges {
		old := before[pair{e.From, e.To}]
		delete(before, pair{e.From, e.To})
		apart += math.Abs(e.Strength - old)
		all += max(e.Strength, old)
	}
	for _, e := range was.Edges { // those that are gone
		if s, left := before[pair{e.From, e.To}]; left {
			apart += s
			all += s
		}
	}
	if all == 0 {
		return 0
	}
	return apart / all
}

// Toward implements inference.Replayed: nodes have one order.
func (g *Graph) Toward(inference.Part) inference.Part { return g }
