package crosscat

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// mostPredicting is the greatest number of draws used for predictions.
const mostPredicting = 100

// predicting returns the draws that predict, evenly spaced among those after burn-in.
func (c *sampler) predicting() ([]*draw, error) {
	all := c.draws.After(c.iteration)
	if len(all) == 0 {
		return nil, errors.New("crosscat: there is no draw yet")
	}
	return spaced(all, mostPredicting), nil
}

// stateOf returns a state of a draw.
func (c *sampler) stateOf(d *draw) *state {
	s := newState(c.state.t, c.state.t.usual)
	s.take(d)
	s.settle()
	return s
}

// jacobian returns what the log probability or density of a cell of column j lacks of a log density in working units.
func (c *sampler) jacobian(j int, u float64) float64 {
	if c.state.t.masses[j] {
		return -c.data.LogJacobianAt(j, u)
	}
	return -math.Log(c.state.t.scale[j])
}

// cell returns a value of column j, in working units, as its law takes it.
func (c *sampler) cell(j int, u float64) float64 {
	return c.state.t.in(j, block.Cell(c.data, j, u))
}

// LogCells implements inference.CellPredictor: the mean over draws of the probability, or density, of a further
// cell of the cluster of its row in the view of its column.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	some, err := c.predicting()
	if err != nil {
		return nil, nil, err
	}
	t := c.state.t
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for k := range cells {
		logDensity[k] = math.Inf(-1)
	}
	share := 1 / float64(len(some))
	for _, d := range some {
		s := c.stateOf(d)
		for k, cell := range cells {
			i, j := cell.Row, cell.Column
			v := s.views[d.Of[j]]
			stats := v.Clusters[v.Z[i]].Stats[slices.Index(v.columns, j)]
			log := s.laws[j].LogNext(stats, c.cell(j, value[k]), t.exposure(i, j))
			logDensity[k] = special.LogAdd(logDensity[k], log+math.Log(share))
			y := s.laws[j].Mean(stats) * t.exposure(i, j)
			if t.masses[j] {
				y = (y - c.data.Centre[j]) / c.data.Scale[j]
			} else {
				y = y*t.scale[j] + t.centre[j]
			}
			mean[k] += share * y
		}
	}
	for k, cell := range cells {
		logDensity[k] += c.jacobian(cell.Column, value[k])
	}
	return logDensity, mean, nil
}

// LogDensity implements inference.Predictor: the mean over draws of the product over the views of Σ_k n_k/(N+β)·p(x
// | cluster k) + β/(N+β)·p(x). Cells left out count for nothing, so the ratio of the densities with and without
// some cells is that of these cells given the others.
func (c *sampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	some, err := c.predicting()
	if err != nil {
		return nil, err
	}
	t := c.state.t
	if t.exposed() {
		return nil, observation.ErrExposed
	}
	m, _ := x.Dims()
	out := make([]float64, m)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	share := math.Log(float64(len(some)))
	for _, d := range some {
		s := c.stateOf(d)
		for i := range m {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			log := 0.0
			for _, v := range s.views {
				log += v.LogNew(c.newRow(s, v, x.RawRowView(i)))
			}
			out[i] = special.LogAdd(out[i], log-share)
		}
	}
	for i := range out {
		for j, u := range x.RawRowView(i) {
			if !math.IsNaN(u) {
				out[i] += c.jacobian(j, u)
			}
		}
	}
	return out, nil
}

// newRow returns the statistics of the cells that a new row has in a view.
func (c *sampler) newRow(s *state, v *view, x []float64) (own [][]float64) {
	for _, j := range v.columns {
		cell := make([]float64, s.laws[j].Width())
		s.laws[j].Add(cell, c.cell(j, x[j]), 1)
		own = append(own, cell)
	}
	return own
}
