package kmeans

import (
	"testing"

	"example.org/espalier/inference/algorithm/lloyd"
)

// Of a sum of squares of 10, of which 4 lie within clusters, 0.6 are explained.
func TestExplained(t *testing.T) {
	if got := (&fit{total: 10, best: &lloyd.Clusters{Sum: 4}}).explained(); got != 0.6 {
		t.Errorf("%v", got)
	}
	if got := (&fit{}).explained(); got != 0 {
		t.Errorf("%v where all rows are equal", got)
	}
}
