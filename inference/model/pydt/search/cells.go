package search

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/predict"
)

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot.
func (f *Fit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.Current == nil {
		return nil, nil, fmt.Errorf("%s: there is no tree to predict from yet", f.Model)
	}
	if err := cellwise.Check(f.Data, cells, value, f.Problem.Binary()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Model, err)
	}
	if err := prepare(context.Background(), f); err != nil {
		return nil, nil, err
	}
	out := cellwise.NewMixture(len(cells))
	for k, p := range f.predict.Predictors {
		predict.LogCells(p.S, f.Problem, cells, value, f.predict.LogWeights[k], out)
	}
	logDensity, mean = out.Values()
	return logDensity, mean, nil
}

// Believe implements inference.Believer for tables of several kinds, each cell without its own site, by the trees that
// [Fit.LogCells] takes.
func (f *Fit) Believe(ctx context.Context, cells []inference.Cell, _ int) ([]inference.Belief, error) {
	if f.Current == nil || f.Problem.Kinds() == nil {
		return nil, nil
	}
	if err := prepare(ctx, f); err != nil {
		return nil, err
	}
	out := make([]inference.Belief, len(cells))
	for k, p := range f.predict.Predictors {
		p.Kinds().Believe(cells, f.predict.LogWeights[k], false, out)
	}
	return out, nil
}

var (
	_ inference.CellPredictor = (*Fit)(nil)
	_ inference.Believer      = (*Fit)(nil)
)
