package loadings_test

import (
	"testing"

	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/process/loadings"
)

// Nonparametric and the form of nsfa, left as it is, say the same.
func TestNonparametricIsTheFormOfNSFA(t *testing.T) {
	if got, want := loadings.Nonparametric(), loadings.Read(loadings.Buffet, loadings.PerFactor, nsfa.Model{}.Info().Defaults()); got != want {
		t.Errorf("%+v\nin the form %+v", got, want)
	}
}
