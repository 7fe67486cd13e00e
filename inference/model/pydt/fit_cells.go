package pydt

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
)

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot.
func (f *fit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.current == nil {
		return nil, nil, fmt.Errorf("%s: there is no tree to predict from yet", f.model)
	}
	if err := checkCells(f.data, cells, value, f.problem.binary); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.model, err)
	}
	if err := f.prepare(context.Background()); err != nil {
		return nil, nil, err
	}
	out := newCellMixture(len(cells))
	for k, p := range f.predict.predictors {
		logCells(p.s, f.problem, cells, value, f.predict.logWeights[k], out)
	}
	logDensity, mean = out.values()
	return logDensity, mean, nil
}

var (
	_ inference.CellPredictor = (*fit)(nil)
	_ inference.CellPredictor = (*chain)(nil)
	_ inference.CellPredictor = (*tempered)(nil)
	_ inference.CellPredictor = (*together)(nil)
)
