package loadings_test

import (
	"reflect"
	"testing"

	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/process/loadings"
)

// Nonparametric and the form of nsfa for prediction, otherwise left as it is, say the same.
func TestNonparametricIsTheFormOfNSFA(t *testing.T) {
	s := nsfa.Model{}.Info().Defaults()
	if err := s.Set("goal", "predict"); err != nil {
		t.Fatal(err)
	}
	got, want := loadings.Nonparametric(), loadings.Read(loadings.Buffet, loadings.PerFactor, s)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nin the form %+v", got, want)
	}
}
