package pca

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	for _, m := range []inference.Model{Model{}, Sparse{}} {
		inferencetest.Sizes(t, m,
			inferencetest.Size{Rows: 3, Columns: 2, Set: map[string]string{"factors": "1"}},
			inferencetest.Size{Rows: 2, Columns: 2, Set: map[string]string{"factors": "1"}, Error: "at least 2"},
			inferencetest.Size{Rows: 3, Columns: 1, Set: map[string]string{"factors": "1"}, Error: "at least 2"},
			inferencetest.Size{Rows: 9, Columns: 4, Set: map[string]string{"factors": "3"}},
			inferencetest.Size{Rows: 9, Columns: 4, Set: map[string]string{"factors": "4"}, Error: "set factors to 3"},
		)
	}
}
