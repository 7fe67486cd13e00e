// Package graph is the kind of result of models that say which rows, or which columns, belong
// together: a network with a weight and a probability for each edge.
package graph

import "example.org/espalier/inference"

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "graph"
	Version = 3
)

// The values of Over: the nodes.
const (
	Rows    = "rows"
	Columns = "columns"
)

// The values of Measure: the meaning of an edge's strength. Of edges shown above a threshold the expected number of
// false ones is the sum of 1 − strength for probabilities, and the largest q-value shown times their number for
// significance; a share of subsamples or bootstrap samples is no error rate.
const (
	Probability  = "posterior probability"
	Stability    = "share of subsamples"
	Bootstrapped = "share of bootstrap samples"
	Significance = "1 − q-value"
	Shared       = "weight of the components" // of a mixture, whose graphs have the edge
	Chosen       = "chosen"                   // 1 for every edge
)

// Some values of Weighted.
const (
	Distance    = "distance" // of two rows, in working units
	Correlation = "correlation"
	Partial     = "partial correlation"
	Coefficient = "coefficient" // of one column in the regression of another
	Information = "mutual information"
)

// Unit returns the unit of the weights of edges, such as "nats"; "" where they have none.
func (g *Graph) Unit() string {
	if g.Weighted == Information {
		return "nats"
	}
	return ""
}

// WeightName names the weights of edges, with their unit: "mutual information, nats". It is "" where there are none.
func (g *Graph) WeightName() string {
	if u := g.Unit(); u != "" {
		return g.Weighted + ", " + u
	}
	return g.Weighted
}

// A Graph holds the edges between T nodes that a model found. It is never modified once published.
type Graph struct {
	Over     string   // Rows or Columns
	Nodes    []string // names, in the order of the data set
	Directed bool     // edges lead from parent to child
	Measure  string   // Probability, Stability, Bootstrapped, Significance, Shared or Chosen
	// Weighted names the quantity of Weight, such as "partial correlation"; "" where there is none.
	Weighted string
	// Edges are the strongest, by To and then From; of undirected graphs From < To.
	Edges []Edge
	// Omitted is the sum of the strengths of the edges that are too weak to be listed.
	Omitted float64

	// Of directed trees and forests:

	Root []float64 // probability of each node to be a root; nil elsewhere
	Best []int     // parent of each node in the best tree, −1 for roots; nil elsewhere
	// Draws are trees drawn from the posterior, as Best; nil where there are none.
	Draws [][]int

	// Path is how the graph depends on a penalty, from the sparsest on; nil for models without one.
	Path []Point

	// Class is the equivalence class of the best directed acyclic graph; nil for other graphs.
	Class *Class
}

// A Class holds all directed acyclic graphs with the same conditional independences, so that data cannot tell one from
// another (Chickering 1995). They share their adjacent nodes; a bond is an arrow where all of them point the same way
// and a line where they do not.
type Class struct {
	Log   float64 // log score that each of its graphs has; comparable within one table only
	Bonds []Bond  // by To and then From; of lines From < To
}

// A Bond joins two nodes of a class.
type Bond struct {
	From, To int
	Directed bool
}

// An Edge joins two nodes.
type Edge struct {
	From, To int     // indices of nodes; of a directed edge the parent and the child
	Strength float64 // 0 to 1, see Measure
	Weight   float64 // see Weighted; 0 where there is none
}

// A Point of a path is the graph at one penalty.
type Point struct {
	Penalty   float64
	Edges     int     // number of them
	Criterion float64 // that chooses among the points: the least, or the last whose instability is small
	Chosen    bool
	// Joined are the edges, From < To, by To and then From; nil where they are too many to be kept.
	Joined [][2]int
}

// Of returns the graph in a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Graph {
	g, _ := inference.Of[*Graph](s)
	return g
}

// Kind implements inference.Part.
func (*Graph) Kind() string { return Kind }

// A Joint is an edge as it is shown.
type Joint struct {
	Edge
	Either bool // it may well point the other way: it is a line in a directed graph
}

// mostlyOneWay is the share of a pair's probability from which on it has a direction.
const mostlyOneWay = 0.8

// Joints returns the edges as they are shown. Where directions belong to an equivalence class the two of
// a pair are one, in the direction of the more probable, with the probability that the nodes are joined.
func (g *Graph) Joints() []Joint {
	out := make([]Joint, 0, len(g.Edges))
	if g.Class == nil {
		for _, e := range g.Edges {
			out = append(out, Joint{Edge: e})
		}
		return out
	}
	type pair struct{ from, to int }
	back := make(map[pair]float64, len(g.Edges))
	for _, e := range g.Edges {
		back[pair{e.To, e.From}] = e.Strength
	}
	for _, e := range g.Edges {
		other := back[pair{e.From, e.To}]
		if e.Strength < other || e.Strength == other && e.From > e.To {
			continue // the other way is shown
		}
		j := Joint{Edge: e, Either: e.Strength < mostlyOneWay*(e.Strength+other)}
		j.Strength = min(1, e.Strength+other)
		out = append(out, j)
	}
	return out
}

// Above returns the edges that are shown from a strength on, which are also those of the best tree, and the expected
// number of false ones among them: negative where the measure does not tell it.
func (g *Graph) Above(strength float64) (edges []Joint, wrong float64) {
	least := 1.0
	for _, e := range g.Joints() {
		if e.Strength >= strength || g.Best != nil && g.Best[e.To] == e.From {
			edges = append(edges, e)
			wrong += 1 - e.Strength
			least = min(least, e.Strength)
		}
	}
	switch g.Measure {
	case Probability:
		return edges, wrong
	case Significance:
		return edges, (1 - least) * float64(len(edges))
	}
	return edges, -1
}
