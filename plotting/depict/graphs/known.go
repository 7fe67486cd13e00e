package graphs

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
)

// KnownEdges are the edges that a network is scored against.
type KnownEdges struct {
	Source string // where they are from, in words for the reader
	over   string // nodes that they join: graph.Rows or graph.Columns
	nodes  []string
	truth  *recovery.Truth
}

// name is where the edges are from without the folders that lead to a file.
func (k *KnownEdges) name() string {
	if strings.HasPrefix(k.Source, "sample:") {
		return k.Source
	}
	return filepath.Base(k.Source)
}

// KnownPane is the name of a [KnownList] among the states of panes of a table.
const KnownPane = "known edges"

// A KnownList is a list of known edges as a document keeps it.
type KnownList struct {
	Source string
	Text   string // a CSV with the columns source and target
}

// KnownOf returns the edges that a document keeps of a table; nil where there are none, or the data have not
// all of their nodes.
func KnownOf(p study.Panes, d *inference.Dataset) *KnownEdges {
	list, _ := study.PaneOf[KnownList](p, KnownPane)
	return list.Of(d)
}

// Of returns the edges; nil where there are none, or the data have not all of their nodes. d may be nil.
func (list KnownList) Of(d *inference.Dataset) *KnownEdges {
	if list.Text == "" || d == nil {
		return nil
	}
	known, err := ReadKnown(list.Source, []byte(list.Text), d.Rows, d.Columns)
	if err != nil {
		return nil
	}
	return known
}

// List returns the edges for a document to keep.
func (k *KnownEdges) List() KnownList {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"source", "target"}) // a Builder takes everything
	for _, e := range k.truth.Edges {
		_ = w.Write([]string{k.nodes[e[0]], k.nodes[e[1]]})
	}
	w.Flush()
	return KnownList{k.Source, b.String()}
}

// ReadKnown reads a list of edges, a CSV with the columns source and target, whose nodes are the columns of a table
// or, if they are not, its rows.
func ReadKnown(source string, text []byte, rows, columns []string) (*KnownEdges, error) {
	truth, failure := recovery.Read(bytes.NewReader(text), columns)
	if failure == nil {
		return &KnownEdges{source, graph.Columns, columns, truth}, nil
	}
	if truth, err := recovery.Read(bytes.NewReader(text), rows); err == nil {
		return &KnownEdges{source, graph.Rows, rows, truth}, nil
	}
	return nil, failure
}

// joins reports whether the edges are of the nodes of a graph. g may be nil.
func (k *KnownEdges) joins(g *graph.Graph) bool {
	return g != nil && k.over == g.Over && len(g.Nodes) == k.truth.T
}

// Score compares a graph with the edges, at the threshold at which it is drawn first; false where there is no graph, or
// it has other nodes. g may be nil.
func (k *KnownEdges) Score(g *graph.Graph) (recovery.Score, bool) {
	if !k.joins(g) {
		return recovery.Score{}, false
	}
	return recovery.Of(g, k.truth, UsualState(g).Least), true
}

// Say is a line on how the graph of a model compares with the edges.
func (k *KnownEdges) Say(model string, g *graph.Graph) string {
	s, ok := k.Score(g)
	switch {
	case !ok:
		return fmt.Sprintf("%s gives no network on the nodes of %s", model, k.name())
	case math.IsNaN(s.AveragePrecision):
		return fmt.Sprintf("%s contains no edges", k.name())
	}
	return k.scored(g, s)
}

// scored puts a score in words.
func (k *KnownEdges) scored(g *graph.Graph, s recovery.Score) string {
	text := fmt.Sprintf("%s of %s: average precision %s; %d of %d shown are true", plotting.Plural(s.True, "edge"),
		k.name(), plotting.FormatDigits(s.AveragePrecision, 3), s.Right, s.Shown)
	if g.Directed && s.Pointed > 0 {
		text += fmt.Sprintf(", and %d of %d arrows have the true direction", s.Forward, s.Pointed)
	}
	return text
}
