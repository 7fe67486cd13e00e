package batch

import (
	"context"
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/safe"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/sampledata"
)

// readTruth reads the edges of --truth, whose nodes are columns or rows of the data; nil for none.
func readTruth(ctx context.Context, from string, data *inference.Dataset) (*graphs.KnownEdges, error) {
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
	known, err := graphs.ReadKnown(safe.Name(from), text, data.Rows, data.Columns)
	if err != nil {
		return nil, fmt.Errorf("--truth %s: %w", from, err)
	}
	return known, nil
}
