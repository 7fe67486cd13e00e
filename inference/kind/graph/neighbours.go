package graph

// Neighbouring is the Measure of a graph of nearest neighbours: an edge joins two rows of which one is among those
// nearest to the other.
const Neighbouring = "weight"

// OfNeighbours returns the graph of the nearest neighbours of rows. Row i has the edges start[i] to start[i+1], each
// to a row with a weight of at most 1; each edge is there from both of its ends, in the order of the rows.
func OfNeighbours(rows []string, start, to []int, weight []float64) *Graph {
	out := &Graph{Over: Rows, Nodes: rows, Measure: Neighbouring}
	for i := range rows {
		for e := start[i]; e < start[i+1] && to[e] < i; e++ {
			out.Edges = append(out.Edges, Edge{From: to[e], To: i, Strength: weight[e]})
		}
	}
	return out
}
