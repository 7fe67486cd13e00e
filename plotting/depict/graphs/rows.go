package graphs

import (
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/subject"
)

// RowEdges are the edges of a graph of the rows that the model made of the table, for a plane of the data, and their
// name. There are none where the graph came with the table.
func RowEdges(s *subject.Subject) (edges [][2]int, words string) {
	g := graph.Of(s.Snapshot)
	if g == nil || g.Over != graph.Rows || g.Weighted == graph.Linked {
		return nil, ""
	}
	if g.Best != nil {
		for child, parent := range g.Best {
			if parent >= 0 && parent != child {
				edges = append(edges, [2]int{child, parent})
			}
		}
		if g.Measure == graph.Neighbouring {
			return edges, "each row joined to its exemplar"
		}
		return edges, "edges of the best tree"
	}
	if g.Measure != graph.Neighbouring {
		return nil, ""
	}
	for _, e := range g.Edges {
		edges = append(edges, [2]int{e.From, e.To})
	}
	what := " between nearest neighbours"
	if g.Weighted == graph.Distance {
		what = " of the shortest tree"
	}
	return edges, plotting.Plural(len(edges), "edge") + what
}
