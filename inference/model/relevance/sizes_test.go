package relevance

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 3, Columns: 2, Error: "four rows"},
		inferencetest.Size{Rows: 4, Columns: 2},
		inferencetest.Size{Rows: 4, Columns: 1, Error: "two columns"},
		inferencetest.Size{Rows: 4, Columns: 3000},
		inferencetest.Size{Rows: 4, Columns: 3001, Error: "3000 columns"},
	)
}
