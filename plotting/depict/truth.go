package depict

import (
	"bytes"
	"fmt"
	"math"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/plotting"
)

// KnownEdges are the edges that a network is scored against.
type KnownEdges struct {
	Source string // where they are from, in words for the reader
	over   string // what they join: graph.Rows or graph.Columns
	truth  *recovery.Truth
}

// ReadKnown reads a list of edges, a CSV with the columns source and target, whose nodes are the columns of a table
// or, if they are not, its rows.
func ReadKnown(source string, text []byte, rows, columns []string) (*KnownEdges, error) {
	truth, failure := recovery.Read(bytes.NewReader(text), columns)
	if failure == nil {
		return &KnownEdges{source, graph.Columns, truth}, nil
	}
	if truth, err := recovery.Read(bytes.NewReader(text), rows); err == nil {
		return &KnownEdges{source, graph.Rows, truth}, nil
	}
	return nil, failure
}

// Score compares a graph with the edges, at the threshold at which it is drawn first; false where there is no graph, or
// it has other nodes. g may be nil.
func (k *KnownEdges) Score(g *graph.Graph) (recovery.Score, bool) {
	if g == nil || k.over != g.Over || len(g.Nodes) != k.truth.T {
		return recovery.Score{}, false
	}
	return recovery.Of(g, k.truth, UsualGraph(g).Least), true
}

// Say is a line on how the graph of a model compares with the edges.
func (k *KnownEdges) Say(model string, g *graph.Graph) string {
	s, ok := k.Score(g)
	switch {
	case !ok:
		return fmt.Sprintf("%s gives no network on the nodes of %s", model, k.Source)
	case math.IsNaN(s.AveragePrecision):
		return fmt.Sprintf("%s contains no edges", k.Source)
	}
	text := fmt.Sprintf("%s of %s: average precision %s; %d of %d shown are true", plotting.Plural(s.True, "edge"), k.Source,
		plotting.FormatDigits(s.AveragePrecision, 3), s.Right, s.Shown)
	if g.Directed && s.Pointed > 0 {
		text += fmt.Sprintf(", and %d of %d arrows have the true direction", s.Forward, s.Pointed)
	}
	return text
}
