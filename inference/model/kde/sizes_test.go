package kde

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 2, Columns: 2, Error: "three rows"},
		inferencetest.Size{Rows: 3, Columns: 1},
	)
}
