package blockmodel

import (
	"math"

	"example.org/espalier/inference"
)

// LogCells implements inference.CellPredictor: the mean over draws, evenly spaced among those after burn-in, of the
// probability, or density, of a further cell of the block. Of yes/no links and of counts it is a probability once the
// Jacobian is added.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	t := c.state.t
	jacobian := func(j int, u float64) float64 { return -c.data.LogJacobianAt(j, u) }
	return c.Cells(cells, value, jacobian, func(d *draw) func(k int, share float64) (log, mean float64) {
		s := &state{t: t}
		s.take(d)
		return func(k int, share float64) (log, mean float64) {
			i, j := cells[k].Row, cells[k].Column
			b, e := s.block(s.to, s.z[i], s.z[j]), t.exposure(i, j)
			x := s.law.Mean(b)*e*t.scale + t.centre
			return s.law.LogNext(b, t.inner(cell(c.data, j, value[k])), e) - math.Log(t.scale),
				share * (x - c.data.Centre[j]) / c.data.Scale[j]
		}
	})
}
