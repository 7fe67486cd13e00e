package depict

import (
	"context"
	"fmt"
	"math"

	"espalier/inference"
	"espalier/inference/kind/graph"
	"espalier/inference/kind/partition"
	"espalier/plotting"
	"espalier/plotting/network"
)

// hasGraph reports whether the result is a graph.
func (s *Subject) hasGraph() bool { return graph.Of(s.Snapshot) != nil }

// Network shows the graph of a result, with nothing selected.
func Network(s *Subject, st GraphState) *network.Network {
	return (&GraphMaker{}).Figure(s, st, plotting.NoSelection, false)
}

// graphWords says which edges are shown, and how many of them may be false.
func graphWords(g *graph.Graph, st GraphState, all, shown int) string {
	strongest := ""
	if shown < all {
		strongest = "the strongest " + plotting.FormatCount(shown) + " of "
	}
	switch {
	case g.Best != nil:
		return fmt.Sprintf("the best tree, and edges of probability %s or more", plotting.FormatPercent(st.Least))
	case g.Measure == graph.Chosen:
		return strongest + plotting.Plural(all, "edge")
	}
	text := strongest + plotting.Plural(all, "edge") + " with " + g.Measure + " of " + plotting.FormatPercent(st.Least) + " or more"
	if _, wrong := g.Above(st.Least); wrong >= 0 {
		text += ", about " + plotting.FormatNumber(math.Round(wrong)) + " of them false"
	}
	return text
}

// groupsOf are the groups of a partition as an annotation, numbered from 1.
func groupsOf(p *partition.Partition) inference.Annotation {
	values := make([]string, len(p.Labels))
	for i, k := range p.Labels {
		if k >= 0 {
			values[i] = fmt.Sprint(p.Name, " ", k+1)
		}
	}
	return inference.NewAnnotation(p.Name, values)
}

var graphEntries = []Entry{
	{Name: "network", Tab: "Network", Suffix: "network", About: "the edges between the nodes",
		offers: (*Subject).hasGraph, size: planeSize,
		make: func(_ context.Context, s *Subject) (plotting.Figure, error) {
			return Network(s, UsualGraph(graph.Of(s.Snapshot))), nil
		},
		says: func(s *Subject, f plotting.Figure) string {
			g := graph.Of(s.Snapshot)
			return graphWords(g, UsualGraph(g), f.(*network.Network).All, len(f.(*network.Network).Edges))
		}},
}
