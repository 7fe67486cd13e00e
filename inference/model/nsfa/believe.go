package nsfa

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/observation"
)

// Believe implements inference.Believer where items are columns of several kinds: the hidden number of a cell is N(b
// + g·x, ψ) in a draw.
func (c *chain) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	now := c.draws.After(c.iteration)
	if len(now) == 0 || c.columns == nil {
		return nil, nil
	}
	items, cases, from := c.itemsOf(cells)
	d, _ := c.state.Dims()
	loading, fit := make([]float64, d), make([]float64, len(items))
	out := make([]inference.Belief, len(cells))
	for _, kept := range inference.Centred(now, most) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		predict(kept.Factors, items, cases, loading, fit)
		columns := c.columnsOf(kept)
		for i := range cells {
			low, high := from[i], from[i+1]
			m, w := make([]float64, high-low), make([]float64, high-low)
			for a := range m {
				item := items[low+a]
				m[a], w[a] = fit[low+a]+c.baseOf(kept, item), float64(kept.Factors.Noise[item])
			}
			out[i].Drawn = true
			out[i].Add(0, m, even(w))
			if of, can := columns[items[low]].(observation.Learner); can && len(kept.Parameters) > 0 {
				out[i].Parameters = append(out[i].Parameters, of.Parameters())
			}
		}
	}
	return out, nil
}

// baseOf returns the intercept of an item in a draw.
func (c *chain) baseOf(kept *draw, item int) float64 {
	if c.columns[item] == nil {
		return c.state.Offset(item)
	}
	return kept.Base[item]
}

// itemsOf returns the items and the cases of cells, those of cell i from from[i] to from[i+1]−1.
func (c *chain) itemsOf(cells []inference.Cell) (items, cases, from []int) {
	for _, cell := range cells {
		from = append(from, len(items))
		if c.wide == nil {
			items, cases = append(items, cell.Column), append(cases, cell.Row)
			continue
		}
		for a := range c.wide.contrasts(cell.Column) {
			items, cases = append(items, c.wide.first[cell.Column]+a), append(cases, cell.Row)
		}
	}
	return items, cases, append(from, len(items))
}

// even returns the variances of the hidden numbers of a cell with their mean in place of each: contrasts of a
// category have noise of their own.
func even(w []float64) []float64 {
	mean := 0.0
	for _, v := range w {
		mean += v / float64(len(w))
	}
	for a := range w {
		w[a] = mean
	}
	return w
}

var _ inference.Believer = (*chain)(nil)
