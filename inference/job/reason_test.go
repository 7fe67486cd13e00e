package job

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
)

// The reason for what a fit found is noted once.
func TestResultNotesReason(t *testing.T) {
	r := &Result{Snapshot: &inference.Snapshot{Phase: "searching, columns with their covariance; the chains disagree"}}
	r.Notes = []string{"before"}
	for range 2 {
		r.decide()
	}
	if want := []string{"before", "The chains disagree."}; !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q", r.Notes)
	}
}
