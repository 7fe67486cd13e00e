package bicluster

import (
	"context"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/crp/seating"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// stateOf returns a state of a draw whose rows are ready to move.
func (c *sampler) stateOf(d *draw) *state {
	s := &state{t: c.state.t}
	s.take(d)
	s.ready(ofRows)
	return s
}

// jacobian is 0 for densities.
func (c *sampler) jacobian(j int, u float64) float64 {
	if !c.state.t.parts[c.state.t.part[j]].masses {
		return 0
	}
	return -c.data.LogJacobianAt(j, u)
}

// LogCells implements inference.CellPredictor: the mean over draws of the probability, or density, of a further cell of
// the cluster of its column. The cluster of its row is summed over, given the row's other cells. Of zeros and ones and
// of counts it is a probability once the Jacobian is added.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	t := c.state.t
	return c.Cells(cells, value, c.jacobian, func(d *draw) func(k int, share float64) (log, mean float64) {
		s := c.stateOf(d)
		known := map[int][]seating.Share{} // by row
		return func(k int, share float64) (log, mean float64) {
			i, j := cells[k].Row, cells[k].Column
			if known[i] == nil {
				known[i] = s.moving.Shares(i)
			}
			log, v := leftout.Cell{Exposure: t.exposure(i, j)}.Mix(s.moving.Parts(known[i], t.part[j], d.Columns[j]),
				block.Cell(c.data, j, value[k]))
			if t.parts[t.part[j]].masses {
				v = (v - c.data.Centre[j]) / c.data.Scale[j]
			}
			return log, share * v
		}
	})
}

// LogDensity implements inference.Predictor: the mean over draws of Σ_a n_a/(N+α)·p(x | cluster a) + α/(N+α)·p(x),
// given the clusters of the columns.
func (c *sampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	t := c.state.t
	if slices.ContainsFunc(t.exposures, func(e []float64) bool { return e != nil }) {
		return nil, observation.ErrExposed
	}
	return c.Rows(ctx, x, c.jacobian, func(d *draw) func(i int) float64 {
		s := c.stateOf(d)
		row := s.moving.Fresh().Stats // the statistics of a new row
		return func(i int) float64 {
			for p := range row {
				clear(row[p])
			}
			for j, u := range x.RawRowView(i) {
				p := t.part[j]
				w := s.laws[p].Width()
				at := d.Columns[j] * w
				s.laws[p].Add(row[p][at:at+w], block.Cell(c.data, j, u), 1)
			}
			return s.moving.LogNew(row)
		}
	})
}
