package say

import "testing"

// The name of a score leaves room for its number in the list of results.
func TestScoreNamesAreShort(t *testing.T) {
	for objective, want := range map[string]string{
		"log evidence of the tree, nats":                         "log evidence",
		"log joint probability, nats":                            "log joint",
		"log joint density, nats":                                "log joint",
		"log likelihood less penalty, nats":                      "penalised",
		"bound on the log evidence, nats":                        "bound",
		"log density of each row given the others, summed, nats": "log density",
		"sum of squares":                                         "sum of squares",
	} {
		if got := ScoreName(objective); got != want {
			t.Errorf("%q becomes %q, not %q", objective, got, want)
		}
	}
}
