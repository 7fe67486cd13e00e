package outtree

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 2, Error: "two rows"},
		inferencetest.Size{Rows: 2, Columns: 1},
		inferencetest.Size{Rows: 2000, Columns: 1},
		inferencetest.Size{Rows: 2001, Columns: 1, Error: "blocks=5"},
		inferencetest.Size{Rows: 4, Columns: 1, Set: map[string]string{"blocks": "2"}},
		inferencetest.Size{Rows: 3, Columns: 1, Set: map[string]string{"blocks": "2"}, Error: "fewer than two rows"},
	)
}
