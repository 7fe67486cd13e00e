package bicluster

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
		return nil, errors.New("bicluster: there is no draw yet")
	}
	some := make([]*draw, min(len(all), mostPredicting))
	for t := range some {
		some[t] = all[t*len(all)/len(some)]
	}
	return some, nil
}

// stateOf returns a state of a draw whose rows are ready to move.
func (c *sampler) stateOf(d *draw) *state {
	s := &state{t: c.state.t}
	s.take(d)
	s.ready(ofRows)
	return s
}

// jacobian returns what a log probability of a cell of column j lacks of a log density in working units, at u; 0 for
// a density.
func (c *sampler) jacobian(j int, u float64) float64 {
	if !c.state.t.parts[c.state.t.part[j]].masses {
		return 0
	}
	return c.data.LogJacobianAt(j, u)
}

// LogCells implements inference.CellPredictor: the mean over draws of the probability, or density, of a further cell of
// the block. Of zeros and ones and of counts it is a probability once the Jacobian is added.
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
			j := cell.Column
			p, w := t.part[j], s.laws[t.part[j]].Width()
			at := d.Columns[j] * w
			cells := s.moving.Clusters[d.Rows[cell.Row]].Stats[p][at : at+w]
			log := s.laws[p].LogNext(cells, block.Cell(c.data, j, value[k]), t.exposure(cell.Row, j))
			logDensity[k] = special.LogAdd(logDensity[k], log+math.Log(share))
			v := s.laws[p].Mean(cells) * t.exposure(cell.Row, j)
			if t.parts[p].masses {
				v = (v - c.data.Centre[j]) / c.data.Scale[j]
			}
			mean[k] += share * v
		}
	}
	for k, cell := range cells {
		logDensity[k] -= c.jacobian(cell.Column, value[k])
	}
	return logDensity, mean, nil
}

// LogDensity implements inference.Predictor: the mean over draws of Σ_a n_a/(N+α)·p(x | cluster a) + α/(N+α)·p(x), given
// the clusters of the columns.
func (c *sampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	some, err := c.predicting()
	if err != nil {
		return nil, err
	}
	t := c.state.t
	if slices.ContainsFunc(t.exposures, func(e []float64) bool { return e != nil }) {
		return nil, observation.ErrExposed
	}
	m, _ := x.Dims()
	out := make([]float64, m)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	for _, d := range some {
		s := c.stateOf(d)
		row := s.moving.Fresh().Stats // the statistics of a new row
		for i := range m {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for p := range row {
				clear(row[p])
			}
			for j, u := range x.RawRowView(i) {
				p := t.part[j]
				w := s.laws[p].Width()
				at := d.Columns[j] * w
				s.laws[p].Add(row[p][at:at+w], block.Cell(c.data, j, u), 1)
			}
			out[i] = special.LogAdd(out[i], s.moving.LogNew(row)-math.Log(float64(len(some))))
		}
	}
	for i := range out {
		for j, u := range x.RawRowView(i) {
			if !math.IsNaN(u) {
				out[i] -= c.jacobian(j, u)
			}
		}
	}
	return out, nil
}
