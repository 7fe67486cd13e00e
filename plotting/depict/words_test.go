package depict

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/depict/subject"
)

// The expected number of branch points is given where a run of a sampler has found it.
func TestExpectedPoints(t *testing.T) {
	s := &Subject{Snapshot: &inference.Snapshot{Scalars: []inference.Scalar{{Name: "branch_points", Mean: 97}}}}
	if text := subject.ExpectedPoints(s); text != "" {
		t.Errorf("without a number: %q", text)
	}
	s.Snapshot.Scalars = append(s.Snapshot.Scalars,
		inference.Scalar{Name: "expected_branch_points", Mean: 112.4, StandardDeviation: 13.6})
	if text := subject.ExpectedPoints(s); text != "112 ± 14 expected" {
		t.Errorf("the number is given as %q", text)
	}
}
