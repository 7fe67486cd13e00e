package gaussian

import (
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Two rows are enough, one is not.
func TestLeastRows(t *testing.T) {
	data := &inference.Dataset{Name: "two", X: mat.NewDense(2, 2, []float64{1, 2, 3, 5}), Rows: make([]string, 2), Columns: make([]string, 2)}
	if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); err != nil {
		t.Error(err)
	}
	if _, err := (Model{}).New(data, Model{}.Info().Defaults(), inference.Streams{}, 1); err != nil {
		t.Error(err)
	}
	data = &inference.Dataset{Name: "one", X: mat.NewDense(1, 2, []float64{1, 2}), Rows: make([]string, 1), Columns: make([]string, 2)}
	if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); err == nil {
		t.Error("one row is enough")
	}
}
