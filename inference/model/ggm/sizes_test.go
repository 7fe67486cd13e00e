package ggm

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 2, Columns: 2, Error: "three rows"},
		inferencetest.Size{Rows: 3, Columns: 2},
		inferencetest.Size{Rows: 3, Columns: 1, Error: "two columns"},
		inferencetest.Size{Rows: 3, Columns: 200},
		inferencetest.Size{Rows: 3, Columns: 201, Error: "200 columns"},
		inferencetest.Size{Rows: 3, Columns: 2, Set: map[string]string{"slab": "0.1", "spike": "0.1"}, Error: "wider"},
		inferencetest.Size{Rows: 3, Columns: 2, Set: map[string]string{"slab": "0.11", "spike": "0.1"}},
	)
}
