package depict

import (
	"math"
	"testing"

	"example.org/espalier/inference/geneset"
)

// Numbers of names are written out, the expected ones too.
func TestExpectedNamesAreWrittenOut(t *testing.T) {
	r := &geneset.Result{Rows: []geneset.Row{
		{List: "clade", Set: "G1", Overlap: []string{"a"}, Drawn: 506, Members: 300, Expected: 189.75, Fold: 1.2,
			P: 1e-9, Adjusted: 1e-8},
		{List: "clade", Set: "S", Overlap: []string{"a"}, Drawn: 9, Members: 71, Expected: 0.799, Fold: 11,
			P: 1e-9, Adjusted: 1e-8},
		{List: "clade", Set: "M", Overlap: []string{"a"}, Drawn: 9, Members: 71, Expected: 8214.3, Fold: 11,
			P: 1e-9, Adjusted: 1e-8},
	}}
	table := EnrichmentTable(r, "genes", 0)
	for i, want := range []string{"190", "0.8", "8,214"} {
		if got := table.Rows[i].Cells[5].Text; got != want {
			t.Errorf("%g is written %q, want %q", r.Rows[i].Expected, got, want)
		}
	}
}

// The logarithm of a p-value of 1, or of one that rounding put above 1, has no sign.
func TestNoEvidenceHasNoSign(t *testing.T) {
	r := &geneset.Result{Rows: []geneset.Row{{List: "clade", Set: "A", P: 1, Adjusted: 1},
		{List: "clade", Set: "B", P: 1 + 1e-15, Adjusted: 1}}}
	for _, row := range EnrichmentTable(r, "genes", 0).Rows {
		if last := row.Cells[len(row.Cells)-1]; last.Text != "0.0" || math.Signbit(last.Value) {
			t.Errorf("−log10 p is %q, %v", last.Text, last.Value)
		}
	}
}
