package agglomerative

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 2, Error: "at least 2 rows"},
		inferencetest.Size{Rows: 2, Columns: 1},
		inferencetest.Size{Rows: 5, Columns: 400, Set: map[string]string{"distance": "mahalanobis"}},
		inferencetest.Size{Rows: 400, Columns: 401, Set: map[string]string{"distance": "mahalanobis"}},
		inferencetest.Size{Rows: 401, Columns: 401, Set: map[string]string{"distance": "mahalanobis"}, Error: "at most 400"},
		inferencetest.Size{Rows: 4, Columns: 2, Set: map[string]string{"distance": "correlation", "linkage": "average"},
			Note: "fewer than three columns"},
		inferencetest.Size{Rows: 4, Columns: 3, Set: map[string]string{"distance": "correlation", "linkage": "average"},
			Without: "fewer than three columns"},
	)
}
