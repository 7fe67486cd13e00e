package graph

import "math"

// Neighbouring is the Measure of a graph of nearest neighbours: an edge joins two rows of which one is among those
// nearest to the other.
const Neighbouring = "weight"

// Linked is the value of Weighted for the weights of links of a network.
const Linked = "weight of the link"

// OfNeighbours returns the graph of the nearest neighbours of rows. Row i has the edges start[i] to start[i+1], each
// to a row with a weight; each edge is there from both of its ends, in the order of the rows.
// links says that they are the links of a network, of any weight but 0: strengths are their sizes relative to the
// greatest.
func OfNeighbours(rows []string, start, to []int, weight []float64, links bool) *Graph {
	out := &Graph{Over: Rows, Nodes: rows, Measure: Neighbouring}
	greatest := 0.0
	for _, w := range weight {
		greatest = math.Max(greatest, math.Abs(w))
	}
	if links {
		out.Weighted = Linked
	}
	for i := range rows {
		for e := start[i]; e < start[i+1] && to[e] < i; e++ {
			edge := Edge{From: to[e], To: i, Strength: weight[e]}
			if links {
				edge.Strength, edge.Weight = math.Abs(weight[e])/greatest, weight[e]
			}
			out.Edges = append(out.Edges, edge)
		}
	}
	return out
}
