package board

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/job"
)

// Rows are compared where the same columns are scored by probabilities, whatever the model, and not where others are.
func TestRowsOfKindsAreComparedByColumn(t *testing.T) {
	of := func(model string, sorts ...column.Sort) *hidden {
		kinds := make([]column.Kind, len(sorts))
		for j, s := range sorts {
			kinds[j].Sort = s
		}
		return hiddenOf(Entry{Result: &job.Result{Spec: job.Spec{Model: model}, Rows: &job.RowScores{Names: []string{"r"},
			LogDensity: []float64{-1}}}, Data: &inference.Dataset{Columns: []string{"a", "b"}, Kinds: kinds}}, nil)
	}
	tree, mixture := of("ddt", column.Count, column.Count), of("dpmm", column.Count, column.Count)
	if tree.key != mixture.key || strings.Contains(tree.measure, "densities") {
		t.Errorf("scored by %s and %s", tree.measure, mixture.measure)
	}
	if a, b := of("ddt", column.Count, column.Number),
		of("ddt", column.Number, column.Count); a.key == b.key || a.unlike(b) != "scored on other columns" {
		t.Errorf("a count and a number are compared with a number and a count: %s", a.unlike(b))
	}
	if a, b := of("ddt", column.Count, column.Number), of("dpmm", column.Count, column.Number); a.key != b.key {
		t.Errorf("scored by %s and %s", a.measure, b.measure)
	}
}
