package depict

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"espalier/inference"
	"espalier/inference/algorithm/layout"
	"espalier/inference/kind/graph"
	"espalier/inference/kind/partition"
	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/network"
)

// hasGraph reports whether the result is a graph.
func (s *Subject) hasGraph() bool { return graph.Of(s.Snapshot) != nil }

// GraphState is what a person may choose about a graph.
type GraphState struct {
	// Least is the strength from which on edges are shown; those of the best tree are shown always.
	Least float64
}

// mostEach is how many edges a network shows at most for each of its nodes, on average: with more
// nobody can tell them apart. All of them are in the numbers of the result.
const mostEach = 3

// UsualGraph is what is shown until a person chooses otherwise.
func UsualGraph(g *graph.Graph) GraphState {
	switch {
	case g.Root != nil:
		return GraphState{Least: 0.25}
	case g.Measure == graph.Significance:
		return GraphState{Least: 0.95}
	case g.Measure == graph.Chosen:
		return GraphState{}
	}
	return GraphState{Least: 0.5}
}

// Network shows the graph of a result. Nodes lie where the edges shown put them.
func Network(s *Subject, st GraphState) *network.Network {
	g := graph.Of(s.Snapshot)
	f := &network.Network{Title: s.Title(0), Names: g.Nodes, Directed: g.Directed, Weight: g.Weighted, Root: g.Root,
		Columns: g.Over == graph.Columns, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	if g.Measure != graph.Chosen {
		f.Strength = g.Measure
	}
	for _, e := range g.Edges {
		best := g.Best != nil && g.Best[e.To] == e.From
		if best || e.Strength >= st.Least {
			f.Edges = append(f.Edges, network.Edge{From: e.From, To: e.To, Strength: e.Strength, Weight: e.Weight, Best: best})
			f.Signed = f.Signed || e.Weight < 0
		}
	}
	all := len(f.Edges)
	if most := mostEach * len(g.Nodes); all > most {
		slices.SortStableFunc(f.Edges, func(a, b network.Edge) int {
			return cmp.Or(-cmp.Compare(rank(a), rank(b)), -cmp.Compare(a.Strength, b.Strength), -cmp.Compare(math.Abs(a.Weight), math.Abs(b.Weight)))
		})
		f.Edges = f.Edges[:most]
	}
	for u, v := range g.Best {
		if v < 0 {
			f.Roots = append(f.Roots, u)
		}
	}
	f.X, f.Y = layout.Places(len(g.Nodes), lengths(g, f.Edges))
	f.All = all
	f.Subtitle = joinWords(graphWords(g, st, all, len(f.Edges)), s.Subtitle(0, ""))
	f.Strip = s.graphStrip(g)
	return f
}

// rank puts the edges of the best tree before all others.
func rank(e network.Edge) int {
	if e.Best {
		return 1
	}
	return 0
}

// lengths are those of the edges in the picture: about 1, and longer between nodes that lie apart.
// Where there is a best tree it holds the picture, and other edges pull less the weaker they are.
func lengths(g *graph.Graph, edges []network.Edge) []layout.Edge {
	var distances []float64
	if g.Weighted == graph.Distance {
		for _, e := range edges {
			distances = append(distances, e.Weight)
		}
		slices.Sort(distances)
	}
	middle := 0.0
	if len(distances) > 0 {
		middle = distances[len(distances)/2]
	}
	var out []layout.Edge
	for _, e := range edges {
		if g.Best != nil && !e.Best {
			continue
		}
		length := 1.0
		if middle > 0 {
			length = min(max(e.Weight/middle, 0.6), 2.5)
		}
		out = append(out, layout.Edge{A: e.From, B: e.To, Length: length})
	}
	return out
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

// graphStrip is what colours the nodes: an annotation of the rows, or the groups that the model found.
func (s *Subject) graphStrip(g *graph.Graph) *beside.Strip {
	if g.Over != graph.Rows {
		return nil
	}
	if a := s.Strips(); len(a) > 0 {
		return &beside.Strip{Annotation: a[0]}
	}
	if p := partition.Of(s.Snapshot); p != nil {
		return &beside.Strip{Annotation: groupsOf(p)}
	}
	return nil
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
