package inference

import "testing"

// A reason is what the phase says after a semicolon, as a sentence.
func TestReason(t *testing.T) {
	for phase, want := range map[string]string{
		"":            "",
		"searching":   "",
		"searching; ": "",
		"searching, columns with their covariance; the chains disagree: 4 and 100 branch points; use method mcmc": "The chains disagree: 4 and 100 branch points; use method mcmc.",
		"searching; é": "É.",
	} {
		if got := (&Snapshot{Phase: phase}).Reason(); got != want {
			t.Errorf("of %q: %q, not %q", phase, got, want)
		}
	}
	if got := (*Snapshot)(nil).Reason(); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}
