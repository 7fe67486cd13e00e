package dag

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 3, Error: "two rows"},
		inferencetest.Size{Rows: 2, Columns: 2},
		inferencetest.Size{Rows: 2, Columns: 1, Error: "two columns"},
		inferencetest.Size{Rows: 3, Columns: 150},
		inferencetest.Size{Rows: 3, Columns: 151, Error: "150 columns"},
		inferencetest.Size{Rows: 3, Columns: 14, Set: map[string]string{"method": "exact"}},
		inferencetest.Size{Rows: 3, Columns: 15, Set: map[string]string{"method": "exact"}, Error: "at most 14 columns"},
	)
}
