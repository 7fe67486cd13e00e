package treemixture

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
		inferencetest.Size{Rows: 3, Columns: 1000},
		inferencetest.Size{Rows: 3, Columns: 1001, Error: "1000 columns"},
	)
}
