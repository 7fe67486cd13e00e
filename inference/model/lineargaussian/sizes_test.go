package lineargaussian

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 3, Error: "at least two"},
		inferencetest.Size{Rows: 2, Columns: 1},
	)
}
