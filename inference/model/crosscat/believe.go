package crosscat

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
)

var _ inference.Believer = (*sampler)(nil)

// Believe implements inference.Believer: the prediction of a cell from the clusters of the other rows, in the view of
// its column, by draws after burn-in.
func (c *sampler) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	kept := c.Draws.After(c.Iteration)
	if len(kept) == 0 {
		return nil, nil
	}
	t, x := c.state.t, c.cells()
	var draws []leftout.Draw
	for _, d := range inference.Centred(kept, max(1, most)) {
		draws = append(draws, c.leaveOut(d, x))
	}
	return leftout.Beliefs(ctx, draws, cells, func(at inference.Cell) leftout.Cell {
		return leftout.Cell{Cell: at, Value: x[at.Row*t.d+at.Column], Exposure: t.exposure(at.Row, at.Column),
			Centre: t.centre[at.Column], Scale: t.scale[at.Column]}
	})
}

// cells returns the cells of the table as laws take them, row by row.
func (c *sampler) cells() []float64 {
	t := c.state.t
	x := make([]float64, t.n*t.d)
	for i := range t.n {
		for j := range t.d {
			x[i*t.d+j] = c.cell(j, c.data.X.At(i, j))
		}
	}
	return x
}

// leaveOut returns the clusters of a draw, of cells x but for those that were drawn between limits.
func (c *sampler) leaveOut(d *draw, x []float64) leftout.Draw {
	t := c.state.t
	drawn := make(map[inference.Cell]float64, len(d.Drawn))
	for k, l := range t.limits {
		drawn[inference.Cell{Row: l.row, Column: l.column}] = d.Drawn[k]
	}
	out := leftout.Draw{Of: d.Of, Place: make([]int, t.d)}
	for v := range d.Rows {
		var columns []int
		var laws []block.Law
		for j, of := range d.Of {
			if of == v {
				out.Place[j] = len(columns)
				columns, laws = append(columns, j), append(laws, t.usual[j].With(d.Hyper[j]))
			}
		}
		out.Views = append(out.Views, leftout.NewClusters(laws, d.Beta[v], d.Rows[v],
			func(i, p int) (value, exposure float64) {
				j := columns[p]
				if y, is := drawn[inference.Cell{Row: i, Column: j}]; is {
					return y, 1
				}
				return x[i*t.d+j], t.exposure(i, j)
			}))
	}
	return out
}
