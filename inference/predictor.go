package inference

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// A Predictor is a Stepper that can score new rows.
type Predictor interface {
	Stepper
	// LogDensity returns the log density of each row of x (m×d, working units,
	// NaN for cells to leave out) under the present fit. Call [Dataset.LogJacobian]
	// to bring it to the units of the input table.
	LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error)
}

// A Classifier is a Predictor whose density is a mixture of one for each class.
type Classifier interface {
	Predictor
	// Classes returns the annotation and those of its levels that have a density.
	Classes() (annotation string, levels []string)
	// ClassLogJoint returns for each row of x (m×d, working units, NaN for cells to leave
	// out) the log of the share of each class plus the log density under it, m × classes.
	ClassLogJoint(ctx context.Context, x *mat.Dense) (*mat.Dense, error)
}

// A Cell is a place in the data set.
type Cell struct{ Row, Column int }

// A CellPredictor is a Stepper that can score cells that were missing when it was fitted.
type CellPredictor interface {
	Stepper
	// LogCells returns for each cell the log density of value (working units) under the fit,
	// averaged over draws after burn-in where there are draws, and the mean predicted.
	LogCells(cells []Cell, value []float64) (logDensity, mean []float64, err error)
}
