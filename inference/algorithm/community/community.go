// Package community finds groups of nodes of a graph that are joined more to each other than to
// the rest (Blondel et al. 2008, Fast unfolding of communities in large networks).
package community

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/simple"
)

// An Edge joins two nodes with a weight above 0.
type Edge struct {
	A, B   int
	Weight float64
}

// starts is how many partitions are found, of which the best is taken.
const starts = 4

// Of returns the number of the community of each of n nodes, the largest 0; among communities of
// one size that with the smallest node comes first. Nodes without an edge have communities of their
// own, the last ones. The same graph gives the same communities. Edges of weight 0 or less do not
// count, nor do loops.
func Of(n int, edges []Edge) []int {
	g := &ordered{simple.NewWeightedUndirectedGraph(0, 0), n}
	for u := range n {
		g.AddNode(simple.Node(u))
	}
	for _, e := range edges {
		if e.A != e.B && e.Weight > 0 {
			w, _ := g.Weight(int64(e.A), int64(e.B))
			g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(e.A), T: simple.Node(e.B), W: w + e.Weight})
		}
	}
	var best [][]graph.Node
	most := 0.0
	for k := range uint64(starts) {
		if n == 0 || g.WeightedEdges().Len() == 0 {
			break
		}
		found := community.Modularize(g, 1, rand.NewPCG(1, k)).Communities()
		// The last digits of Q depend on the order of sums.
		if q := community.Q(g, found, 1); best == nil || q > most+1e-9 {
			best, most = found, q
		}
	}
	return numbered(n, best)
}

// numbered numbers communities by size.
func numbered(n int, found [][]graph.Node) []int {
	label := make([]int, n)
	for u := range label {
		label[u] = -1
	}
	lists := make([][]int, 0, len(found))
	for _, c := range found {
		var list []int
		for _, u := range c {
			list = append(list, int(u.ID()))
		}
		slices.Sort(list)
		lists = append(lists, list)
	}
	stable.SortFunc(lists, func(a, b []int) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	for k, list := range lists {
		for _, u := range list {
			label[u] = k
		}
	}
	for u, next := 0, len(lists); u < n; u++ {
		if label[u] < 0 {
			label[u] = next
			next++
		}
	}
	return label
}

// ordered is a graph whose nodes come in their order, not in that of a map, so that sums and draws
// are the same each time.
type ordered struct {
	*simple.WeightedUndirectedGraph
	n int
}

// Nodes implements graph.Graph.
func (g *ordered) Nodes() graph.Nodes {
	nodes := make([]graph.Node, g.n)
	for u := range nodes {
		nodes[u] = simple.Node(u)
	}
	return iterator.NewOrderedNodes(nodes)
}

// From implements graph.Graph.
func (g *ordered) From(u int64) graph.Nodes {
	near := graph.NodesOf(g.WeightedUndirectedGraph.From(u))
	stable.SortFunc(near, func(a, b graph.Node) int { return cmp.Compare(a.ID(), b.ID()) })
	return iterator.NewOrderedNodes(near)
}
