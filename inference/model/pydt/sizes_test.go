package pydt

import (
	"fmt"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/priors"
)

// Tables and parameters at the limits of what is taken.
func TestSizes(t *testing.T) {
	set := func(theta, alpha float64) map[string]string {
		return map[string]string{"theta": fmt.Sprint(theta), "alpha": fmt.Sprint(alpha)}
	}
	inferencetest.Sizes(t, DDT{}, inferencetest.Size{Rows: 1, Columns: 2, Error: "at least two rows"},
		inferencetest.Size{Rows: 2, Columns: 1})
	inferencetest.Sizes(t, Model{}, inferencetest.Size{Rows: 1, Columns: 2, Error: "at least two rows"},
		inferencetest.Size{Rows: 2, Columns: 1},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(-0.5, 0.25), Error: "theta is learnt between"},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(-0.51, 0.25), Error: "no tree has positive probability"},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(priors.LeastTheta, 0)},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(priors.LeastTheta/2, 0), Error: "theta is learnt between"},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(priors.LargestTheta, 0)},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(priors.LargestTheta*1.01, 0), Error: "theta is learnt between"},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(1, priors.LargestAlpha)},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(1, (1+priors.LargestAlpha)/2), Error: "alpha is learnt between"},
		inferencetest.Size{Rows: 4, Columns: 2, Set: set(1, -0.01), Error: "alpha is learnt between"})
}
