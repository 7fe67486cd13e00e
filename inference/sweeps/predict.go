package sweeps

import (
	"context"
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

// mostPredicting is the greatest number of draws used for predictions.
const mostPredicting = 100

// Predicting returns the draws that predict, evenly spaced among those after burn-in.
func (c *Chain[D]) Predicting() ([]D, error) {
	all := c.Draws.After(c.Iteration)
	if len(all) == 0 {
		return nil, errors.New(c.Model + ": there is no draw yet")
	}
	return inference.Spaced(all, mostPredicting), nil
}

// A Jacobian returns the difference of a log density in working units from one in the units of a model, for column j at
// u.
type Jacobian func(j int, u float64) float64

// Cells is the LogCells of an inference.CellPredictor: the mean over draws of densities, or probabilities, of cells.
// Under a draw, of returns the log density of the k-th cell, and its mean times the share of the draw.
func (c *Chain[D]) Cells(cells []inference.Cell, value []float64, jacobian Jacobian,
	of func(d D) func(k int, share float64) (log, mean float64)) (logDensity, mean []float64, err error) {
	some, err := c.Predicting()
	if err != nil {
		return nil, nil, err
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for k := range cells {
		logDensity[k] = math.Inf(-1)
	}
	share := 1 / float64(len(some))
	for _, d := range some {
		cell := of(d)
		for k := range cells {
			log, y := cell(k, share)
			logDensity[k] = special.LogAdd(logDensity[k], log+math.Log(share))
			mean[k] += y
		}
	}
	for k, cell := range cells {
		logDensity[k] += jacobian(cell.Column, value[k])
	}
	return logDensity, mean, nil
}

// Rows is the LogDensity of an inference.Predictor: the mean over draws of the density of each row of x. Under a draw,
// of returns the log density of the i-th.
func (c *Chain[D]) Rows(ctx context.Context, x *mat.Dense, jacobian Jacobian,
	of func(d D) func(i int) float64) ([]float64, error) {
	some, err := c.Predicting()
	if err != nil {
		return nil, err
	}
	m, _ := x.Dims()
	out := make([]float64, m)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	share := math.Log(float64(len(some)))
	for _, d := range some {
		row := of(d)
		for i := range out {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			out[i] = special.LogAdd(out[i], row(i)-share)
		}
	}
	for i := range out {
		for j, u := range x.RawRowView(i) {
			if !math.IsNaN(u) {
				out[i] += jacobian(j, u)
			}
		}
	}
	return out, nil
}
