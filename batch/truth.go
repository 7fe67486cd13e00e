package batch

import (
	"context"
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/safe"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/sampledata"
)

// truthFacts say how a network compares with the known edges. Edges are compared as pairs, whatever their direction.
type truthFacts struct {
	Source    string `json:"source"`
	Edges     int    `json:"edges"`
	Average   number `json:"average_precision"`
	Threshold number `json:"threshold"` // least strength at which an edge is shown
	Shown     int    `json:"shown"`
	Right     int    `json:"right"`
	Precision number `json:"precision"`
	Recall    number `json:"recall"`
	Pointed   *int   `json:"pointed,omitempty"` // right edges with one direction more probable than the other
	Forward   *int   `json:"forward,omitempty"` // those of them that point as the truth does
}

// readTruth reads the edges of --truth, whose nodes are columns or rows of the data; nil for none.
func readTruth(ctx context.Context, from string, data *inference.Dataset) (*depict.KnownEdges, error) {
	if from == "" {
		return nil, nil
	}
	var text []byte
	var err error
	if name, ok := strings.CutPrefix(from, "sample:"); ok {
		text, err = sampledata.Truth(name)
	} else {
		text, err = read.Text(ctx, from)
	}
	if err != nil {
		return nil, fmt.Errorf("--truth: %w", err)
	}
	known, err := depict.ReadKnown(safe.Name(from), text, data.Rows, data.Columns)
	if err != nil {
		return nil, fmt.Errorf("--truth %s: %w", from, err)
	}
	return known, nil
}

// compared scores the network of the result; nil where there are no known edges of its nodes.
func (f *fitted) compared() *truthFacts {
	g, k := graph.Of(f.snapshot), f.truth
	if k == nil {
		return nil
	}
	s, ok := k.Score(g)
	if !ok {
		return nil
	}
	t := &truthFacts{Source: k.Source, Edges: s.True, Average: number(s.AveragePrecision), Threshold: number(s.Least),
		Shown: s.Shown, Right: s.Right, Precision: number(s.Precision()), Recall: number(s.Recall())}
	if g.Directed {
		t.Pointed, t.Forward = &s.Pointed, &s.Forward
	}
	return t
}

// against is a line on how the network compares with the known edges; "" for none.
func (f *fitted) against() string {
	if f.truth == nil {
		return ""
	}
	return f.truth.Say(f.info.Name, graph.Of(f.snapshot))
}
