package community

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/simple"
)

// Of the partitions that its starts find, Of returns that of the greatest modularity. The starts differ on some
// of these graphs.
func TestBestOfTheStarts(t *testing.T) {
	const n = 7
	rng := rand.New(rand.NewPCG(3, 4))
	differ := 0
	for table := range 120 {
		var edges []Edge
		weight := make([][n]float64, n)
		g := &ordered{simple.NewWeightedUndirectedGraph(0, 0), n}
		for a := range n {
			g.AddNode(simple.Node(a))
			for b := range a {
				if rng.IntN(2) == 0 {
					w := 0.1 + rng.Float64()
					edges = append(edges, Edge{a, b, w})
					weight[a][b], weight[b][a] = w, w
					g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(a), T: simple.Node(b), W: w})
				}
			}
		}
		got := modularity(weight, Of(n, edges))
		for k := range uint64(starts) {
			label := numbered(n, community.Modularize(g, 1, rand.NewPCG(1, k)).Communities())
			q := modularity(weight, label)
			if !(got >= q-1e-9) {
				t.Errorf("graph %d: modularity %.6f, but start %d finds %.6f", table, got, k, q)
			}
			if q < got-1e-3 {
				differ++
			}
		}
	}
	if differ < 5 {
		t.Errorf("only %d starts find less than the best: the graphs are too easy to tell", differ)
	}
}

// modularity is Newman's Q: the share of the weight within communities, less that of a graph with the same
// strengths of the nodes whose edges go anywhere.
func modularity(weight [][7]float64, label []int) float64 {
	n := len(label)
	strength, total := make([]float64, n), 0.0
	for a := range n {
		for b := range n {
			strength[a] += weight[a][b]
			total += weight[a][b]
		}
	}
	q := 0.0
	for a := range n {
		for b := range n {
			if label[a] == label[b] {
				q += weight[a][b]/total - strength[a]/total*strength[b]/total
			}
		}
	}
	return q
}
