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

// A Belief is the predictive distribution of the hidden numbers behind a cell as if the cell were not known: a mixture
// of Gaussians. A number is its own hidden number.
type Belief struct {
	LogShares []float64 // of each Gaussian; they need not sum to 1
	// Means and Variances are those of each Gaussian, for each hidden number of the cell. The variances of a cell
	// are the same.
	Means, Variances [][]float64
	// Drawn means that the shares are those given the value of the cell, as those of draws are, so that each is to be
	// divided by the probability that its Gaussian gives the value (Gelfand, Dey and Chang 1992).
	Drawn bool
	// LogValue returns the log probability of a value of the cell under a part, of a number the log density; nil where
	// Gaussians say all. Where it is not, cells that are no numbers have no Gaussians.
	LogValue func(part int, value float64) float64
	// Parameters are those that the column of the cell has under each Gaussian, where they are drawn: cut points, or the
	// level and the standard deviation of log rates. Nil where they are the same under all.
	Parameters [][]float64
}

// Add adds a Gaussian.
func (b *Belief) Add(logShare float64, means, variances []float64) {
	b.LogShares = append(b.LogShares, logShare)
	b.Means, b.Variances = append(b.Means, means), append(b.Variances, variances)
}

// Join adds the parts of another belief, whose log shares rise by the same.
func (b *Belief) Join(o Belief, rise float64) {
	from, first := len(b.LogShares), b.LogValue
	for _, s := range o.LogShares {
		b.LogShares = append(b.LogShares, s+rise)
	}
	b.Means, b.Variances = append(b.Means, o.Means...), append(b.Variances, o.Variances...)
	b.Drawn, b.Parameters = o.Drawn, append(b.Parameters, o.Parameters...)
	if b.LogValue = o.LogValue; first != nil {
		b.LogValue = func(part int, value float64) float64 {
			if part < from {
				return first(part, value)
			}
			return o.LogValue(part-from, value)
		}
	}
}

// A Believer is a Stepper that predicts any cell of the data, observed or missing.
type Believer interface {
	Stepper
	// Believe returns the prediction of each cell, averaged over at most so many draws where there are draws; nil where
	// the fit, as it is, cannot predict.
	Believe(ctx context.Context, cells []Cell, draws int) ([]Belief, error)
}
