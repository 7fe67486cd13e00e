package crosscat

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// stateOf returns a state of a draw.
func (c *sampler) stateOf(d *draw) *state {
	s := newState(c.state.t, c.state.t.usual)
	s.take(d)
	s.settle()
	return s
}

// jacobian returns the difference of a log density in working units from the log probability or density of a cell of
// column j under its law.
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
// cell in the view of its column. The cluster of its row in that view is summed over, given the row's other cells.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	t, x := c.state.t, c.cells()
	return c.Cells(cells, value, c.jacobian, func(d *draw) func(k int, share float64) (log, mean float64) {
		out := c.leaveOut(d, x)
		known := map[[2]int][][]leftout.Part{} // by view and row
		return func(k int, share float64) (log, mean float64) {
			i, j := cells[k].Row, cells[k].Column
			at := [2]int{d.Of[j], i}
			if known[at] == nil {
				known[at] = out.Views[d.Of[j]].Row(i)
			}
			log, y := leftout.Cell{Exposure: t.exposure(i, j)}.Mix(known[at][out.Place[j]], c.cell(j, value[k]))
			if t.masses[j] {
				y = (y - c.data.Centre[j]) / c.data.Scale[j]
			} else {
				y = y*t.scale[j] + t.centre[j]
			}
			return log, share * y
		}
	})
}

// LogDensity implements inference.Predictor: the mean over draws of the product over the views of Σ_k n_k/(N+β)·p(x
// | cluster k) + β/(N+β)·p(x). Cells left out count for nothing, so the ratio of the densities with and without
// some cells is that of these cells given the others.
func (c *sampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if c.state.t.exposed() {
		return nil, observation.ErrExposed
	}
	return c.Rows(ctx, x, c.jacobian, func(d *draw) func(i int) float64 {
		s := c.stateOf(d)
		return func(i int) (log float64) {
			for _, v := range s.views {
				log += v.LogNew(c.newRow(s, v, x.RawRowView(i)))
			}
			return log
		}
	})
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
