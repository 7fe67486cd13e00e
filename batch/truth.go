package batch

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/sampledata"
)

// knownEdges are the edges that a network is scored against.
type knownEdges struct {
	source string
	over   string // what they join: graph.Rows or graph.Columns
	truth  *recovery.Truth
}

// truthFacts say how a network compares with the known edges. Pairs count, whatever their direction.
type truthFacts struct {
	Source    string `json:"source"`
	Edges     int    `json:"edges"`
	Average   number `json:"average_precision"`
	Threshold number `json:"threshold"` // strength from which on an edge counts as shown
	Shown     int    `json:"shown"`
	Right     int    `json:"right"`
	Precision number `json:"precision"`
	Recall    number `json:"recall"`
	Pointed   *int   `json:"pointed,omitempty"` // right edges with one direction more probable than the other
	Forward   *int   `json:"forward,omitempty"` // those of them that point as the truth does
}

// readTruth reads the edges of --truth, whose nodes are columns or rows of the data; nil for none.
func readTruth(from string, data *inference.Dataset) (*knownEdges, error) {
	if from == "" {
		return nil, nil
	}
	var text []byte
	var err error
	if name, ok := strings.CutPrefix(from, "sample:"); ok {
		text, err = sampledata.Truth(name)
	} else {
		text, err = os.ReadFile(from)
	}
	if err != nil {
		return nil, fmt.Errorf("--truth: %w", err)
	}
	truth, failure := recovery.Read(bytes.NewReader(text), data.Columns)
	if failure == nil {
		return &knownEdges{from, graph.Columns, truth}, nil
	}
	if truth, err := recovery.Read(bytes.NewReader(text), data.Rows); err == nil {
		return &knownEdges{from, graph.Rows, truth}, nil
	}
	return nil, fmt.Errorf("--truth %s: %w", from, failure)
}

// compared scores the network of the result; nil where there are no known edges of its nodes.
func (f *fitted) compared() *truthFacts {
	g, k := graph.Of(f.snapshot), f.truth
	if g == nil || k == nil || k.over != g.Over {
		return nil
	}
	s := recovery.Of(g, k.truth, depict.UsualGraph(g).Least)
	t := &truthFacts{Source: k.source, Edges: s.True, Average: number(s.AveragePrecision), Threshold: number(s.Least),
		Shown: s.Shown, Right: s.Right, Precision: number(s.Precision()), Recall: number(s.Recall())}
	if g.Directed {
		t.Pointed, t.Forward = &s.Pointed, &s.Forward
	}
	return t
}

// against is a line on how the network compares with the known edges; "" for none.
func (f *fitted) against() string {
	t := f.compared()
	switch {
	case f.truth == nil:
		return ""
	case t == nil:
		return fmt.Sprintf("%s gives no network on the nodes of %s", f.info.Name, f.truth.source)
	}
	text := fmt.Sprintf("%s of %s: average precision %s; %d of %d shown are true", plotting.Plural(t.Edges, "edge"), t.Source,
		plotting.FormatDigits(float64(t.Average), 3), t.Right, t.Shown)
	if t.Pointed != nil && *t.Pointed > 0 {
		text += fmt.Sprintf(", and %d of %d arrows have the true direction", *t.Forward, *t.Pointed)
	}
	if math.IsNaN(float64(t.Average)) {
		return fmt.Sprintf("%s contains no edges", t.Source)
	}
	return text
}
