package search

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/predict"
)

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot.
func (f *Fit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.Current == nil {
		return nil, nil, fmt.Errorf("%s: there is no tree to predict from yet", f.Model)
	}
	if err := predict.CheckCells(f.Data, cells, value, f.Problem.Binary()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Model, err)
	}
	if err := f.prepare(context.Background()); err != nil {
		return nil, nil, err
	}
	out := predict.NewCellMixture(len(cells))
	for k, p := range f.predict.Predictors {
		predict.LogCells(p.S, f.Problem, cells, value, f.predict.LogWeights[k], out)
	}
	logDensity, mean = out.Values()
	return logDensity, mean, nil
}

var _ inference.CellPredictor = (*Fit)(nil)
