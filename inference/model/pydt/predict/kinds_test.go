package predict

import (
	"slices"
	"testing"

	"example.org/espalier/inference/process/observation"
)

// A position is given up where only probabilities are left, which are at most 1: the numbers of a censored column,
// whose densities may be greater, come before them.
func TestDensitiesComeFirst(t *testing.T) {
	columns := []observation.Column{observation.YesNo{}, &observation.Censored{}, nil, observation.NewCategories(3),
		observation.NewCounts(nil, 0, 1)}
	if got := densitiesFirst(columns); !slices.Equal(got, []int{1, 2, 0, 3, 4}) {
		t.Errorf("columns in the order %v", got)
	}
}
