package inference

import "gonum.org/v1/gonum/mat"

// A Side of the table: which of its two directions owns the loadings of a factor model.
type Side int

const (
	// OnColumns is the usual way: a factor loads on columns (genes) and is active in rows (samples).
	OnColumns Side = iota
	// OnRows turns the table round: a factor loads on rows and is active in columns.
	OnRows
)

// Factors is one state of a factor model Y = G X + E, or one point estimate, in working
// units. Y is D×N: D items (the columns of the data set OnColumns, its rows OnRows)
// and N cases (the other side). It is never modified once published.
type Factors struct {
	Side Side
	// IDs tell the K factors apart: the same from snapshot to snapshot of a chain, never used again.
	IDs []int
	// Loadings is G, D×K; nil where K is 0.
	Loadings *mat.Dense
	// Inclusion is Z, D×K: 0 or 1 in a draw, a probability in a summary; nil for models whose loadings are all in.
	Inclusion *mat.Dense
	// Activities is X transposed, N×K; nil where K is 0.
	Activities *mat.Dense
	// Noise is the variance of each item beside the factors, D values; nil where the model has none.
	Noise []float64
	// Offset is what was added to G X for each item, D values: the mean of its observed cells where
	// the model centres on its own; nil for zeros.
	Offset []float64
	// Binary says that Inclusion, N×K here, tells which cases own a feature, and that Loadings are the
	// features' real values, as in the linear-Gaussian model of the Indian buffet process; Activities equal Inclusion.
	Binary bool
}

// Count returns K.
func (f *Factors) Count() int {
	if f == nil {
		return 0
	}
	return len(f.IDs)
}

// A FactorDraw is one kept state of a chain of a factor model, stored sparsely in single
// precision so that some hundreds of them fit beside a table of 12,557 × 171.
type FactorDraw struct {
	// IDs tell the K factors apart within their chain, as in [Factors]; nil where the model has none.
	IDs []int
	// Items are, for each of K factors, the items it loads on, ascending; Values their loadings.
	Items  [][]int32
	Values [][]float32
	// Activities are, for each factor, its N activities.
	Activities [][]float32
	// Noise is the variance of each item, D values.
	Noise []float32
	// Offset is as in [Factors], D values, where it is drawn too; else nil.
	Offset []float32
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
