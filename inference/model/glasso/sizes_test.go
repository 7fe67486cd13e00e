package glasso

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
		inferencetest.Size{Rows: 3, Columns: 2000},
		inferencetest.Size{Rows: 3, Columns: 2001, Error: "2000 columns"},
		inferencetest.Size{Rows: 19, Columns: 2, Note: "19 rows support few"},
		inferencetest.Size{Rows: 20, Columns: 2, Without: "support few"},
	)
}
