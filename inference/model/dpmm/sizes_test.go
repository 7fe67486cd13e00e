package dpmm

import (
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	inferencetest.Sizes(t, Model{},
		inferencetest.Size{Rows: 1, Columns: 2, Error: "two rows"},
		inferencetest.Size{Rows: 2, Columns: 1},
		inferencetest.Size{Rows: 3, Columns: 1000, Set: map[string]string{"covariance": "full"}},
		inferencetest.Size{Rows: 3, Columns: 1001, Set: map[string]string{"covariance": "full"}, Error: "too long"},
		inferencetest.Size{Rows: 8, Columns: 4, Set: map[string]string{"covariance": "full"}, Without: "Full covariances"},
		inferencetest.Size{Rows: 7, Columns: 4, Set: map[string]string{"covariance": "full"}, Note: "Full covariances of 4"},
		inferencetest.Size{Rows: 2000, Columns: 1, Without: "matrix of pairs"},
		inferencetest.Size{Rows: 2001, Columns: 1, Note: "matrix of pairs"},
	)
}
