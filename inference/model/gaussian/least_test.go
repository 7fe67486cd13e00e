package gaussian

import (
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Two rows are enough, one is not.
func TestLeastRows(t *testing.T) {
	data := &inference.Dataset{Name: "two", X: mat.NewDense(2, 2, []float64{1, 2, 3, 5}), Rows: make([]string, 2),
		Columns: make([]string, 2)}
	if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); err != nil {
		t.Error(err)
	}
	if _, err := (Model{}).New(data, Model{}.Info().Defaults(), inference.Streams{}, 1); err != nil {
		t.Error(err)
	}
	data = &inference.Dataset{Name: "one", X: mat.NewDense(1, 2, []float64{1, 2}), Rows: make([]string, 1),
		Columns: make([]string, 2)}
	if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); err == nil {
		t.Error("one row is enough")
	}
}

// The most columns that a covariance may have are allowed, and one more is not.
func TestMostColumns(t *testing.T) {
	for d, right := range map[int]bool{most: true, most + 1: false} {
		x := mat.NewDense(2, d, nil)
		for j := range d {
			x.Set(1, j, 1)
		}
		data := &inference.Dataset{Name: "wide", X: x, Rows: make([]string, 2), Columns: make([]string, d)}
		if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); (err == nil) != right {
			t.Errorf("%d columns: %v", d, err)
		}
	}
}
