package blockmodel

import (
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
)

// mostPredicting is the greatest number of draws used for predictions.
const mostPredicting = 100

// LogCells implements inference.CellPredictor: the mean over draws, evenly spaced among those after burn-in, of the
// probability, or density, of a further cell of the block. Of yes/no links and of counts it is a probability once the
// Jacobian is added.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	all := c.draws.After(c.iteration)
	if len(all) == 0 {
		return nil, nil, errors.New("blockmodel: there is no draw yet")
	}
	some := min(len(all), mostPredicting)
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for k := range cells {
		logDensity[k] = math.Inf(-1)
	}
	t := c.state.t
	share := 1 / float64(some)
	for m := range some {
		s := &state{t: t}
		d := all[m*len(all)/some]
		s.take(d)
		for k, at := range cells {
			i, j := at.Row, at.Column
			b, e := s.block(s.to, s.z[i], s.z[j]), t.exposure(i, j)
			log := s.law.LogNext(b, t.inner(cell(c.data, j, value[k])), e) - math.Log(t.scale)
			logDensity[k] = special.LogAdd(logDensity[k], log+math.Log(share))
			x := s.law.Mean(b)*e*t.scale + t.centre
			mean[k] += share * (x - c.data.Centre[j]) / c.data.Scale[j]
		}
	}
	for k, at := range cells {
		logDensity[k] -= c.data.LogJacobianAt(at.Column, value[k])
	}
	return logDensity, mean, nil
}
