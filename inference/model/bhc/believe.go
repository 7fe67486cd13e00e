package bhc

import (
	"context"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
)

var _ inference.Believer = (*fit)(nil)

// Believe implements inference.Believer: the row of a cell is in the clusters of the nodes above it, each with its
// probability given the other cells, and is predicted from their other rows. The tree has seen the cell. It returns nil
// where columns of numbers depend on each other.
func (f *fit) Believe(ctx context.Context, cells []inference.Cell, _ int) ([]inference.Belief, error) {
	if f.now == nil || f.t.columns == nil || f.t.full {
		return nil, nil
	}
	w := f.now.logWeights()
	out := make([]inference.Belief, len(cells))
	for i, at := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cell := leftout.Cell{Cell: at, Value: f.data.X.At(at.Row, at.Column), Exposure: 1, Scale: 1}
		law, stats := f.statistics(&cell)
		var parts []leftout.Part
		for k := at.Row; k >= 0; k = f.now.nodes[k].parent {
			if w[k] > leastWeight {
				s := stats(&f.now.nodes[k].cluster)
				law.Remove(s, cell.Value, cell.Exposure)
				share := w[k] - law.LogNext(s, cell.Value, cell.Exposure)
				parts = append(parts, leftout.Part{LogShare: share, Law: law, Stats: s})
			}
		}
		out[i] = cell.Belief([][]leftout.Part{parts})
	}
	return out, nil
}

// statistics returns the law of the column of a cell and a function that returns its statistics of a cluster; it brings
// the cell to the units of the law.
func (f *fit) statistics(c *leftout.Cell) (block.Law, func(*cluster) []float64) {
	if o := f.other(c.Column); o >= 0 {
		columns := f.t.columns
		c.Exposure = f.t.rows[c.Row][len(columns.Numbers)+len(columns.Others)+o]
		return columns.Laws[o], func(k *cluster) []float64 { return slices.Clone(columns.Of(k.other, o)) }
	}
	j, b := f.number(c.Column), f.now.base
	c.Centre, c.Scale = f.t.mean[j], f.t.sd[j]
	if !math.IsNaN(c.Value) {
		c.Value = (c.Value - c.Centre) / c.Scale
	}
	return block.NewNumbers(0, b.kappa, b.shape, b.rate), func(k *cluster) []float64 {
		return []float64{k.observed(j), k.sum[j], 0, k.squares[j], 0}
	}
}
