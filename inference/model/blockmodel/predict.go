package blockmodel

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"
)

// LogCells implements inference.CellPredictor: the mean over draws, evenly spaced among those after burn-in, of the
// probability, or density, of a further cell of the block, or of the cluster of the node in the column of an attribute.
// Of yes/no links and of counts it is a probability once the Jacobian is added.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	none := func(int, float64) float64 { return 0 }
	return c.Cells(cells, value, none, func(d *draw) func(k int, share float64) (log, mean float64) {
		s := c.problem.state(c.settings)
		s.take(d)
		return func(k int, share float64) (log, mean float64) {
			i, j := cells[k].Row, cells[k].Column
			y, beside := c.problem.inner(c.data, j, value[k])
			at := c.problem.at[j]
			if at.relation < 0 {
				a := s.parts[len(c.problem.relations)+at.item].(*attribute)
				e, stats := block.Exposure(a.exposures, i), a.slot(s.z[i])
				u := a.law.Mean(stats) * e
				if a.masses {
					u = (u - c.data.Centre[j]) / c.data.Scale[j]
				} else {
					u = u*a.scale + a.centre
				}
				return a.law.LogNext(stats, y, e) + beside, share * u
			}
			l := s.parts[at.relation].(*layer)
			b, e := l.block(l.to, s.z[i], s.z[at.item]), l.t.exposure(i, at.item)
			x := l.law.Mean(b)*e*l.t.scale + l.t.centre
			return l.law.LogNext(b, y, e) + beside, share * (x - c.data.Centre[j]) / c.data.Scale[j]
		}
	})
}
