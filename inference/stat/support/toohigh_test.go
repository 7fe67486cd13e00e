package support_test

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/stat/support"
)

// Supports are called too high where auto has learnt on the tree how few columns vary together, and nowhere else.
func TestTooHigh(t *testing.T) {
	for _, c := range []struct {
		name    string
		columns int
		chosen  []string // of columns, and how rows are compared
		want    bool
	}{
		{"few that vary together", 5, []string{"covariance"}, true},
		{"few by factors", 12, []string{"factors"}, true},
		{"many", 30, []string{"covariance"}, false},
		{"by themselves", 5, []string{"independent"}, false},
		{"nothing was chosen", 5, nil, false},
		{"the tree is under the covariance", 5, []string{"covariance", decision.Within}, false},
	} {
		w := &witness.Witnesses{Rows: 8, Columns: c.columns, Effective: 3}
		s := &inference.Snapshot{Parts: []inference.Part{w}}
		list := new(decision.Decisions)
		for i, chosen := range c.chosen {
			list.List = append(list.List, decision.Decision{
				Parameter: []string{"columns", decision.TreeBy}[i], Chosen: chosen})
		}
		s.Parts = append(s.Parts, list)
		if got := support.TooHigh(s); (got != "") != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		w.Effective = float64(c.columns)
		if got := support.TooHigh(s); got != "" {
			t.Errorf("%s, drawn together: %q", c.name, got)
		}
	}
	if got := support.TooHigh(&inference.Snapshot{}); got != "" {
		t.Errorf("without supports: %q", got)
	}
}
