package gaussian

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 2, Error: "two rows"},
		inferencetest.Size{Rows: 2, Columns: 1},
		inferencetest.Size{Rows: 2, Columns: 1500},
		inferencetest.Size{Rows: 2, Columns: 1501, Error: "1500 columns"},
	)
}
