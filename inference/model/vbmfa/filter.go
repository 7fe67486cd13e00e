package vbmfa

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A posterior of the factors of a row under known parameters, to which cells are added one after the other.
type filter struct {
	m    *mixture // by plugIn
	c    *component
	mean []float64 // K
	cov  []float64 // K×K
	gain []float64 // K
	log  float64   // log probability of the cells so far
}

// reset begins with the prior of the factors.
func (f *filter) reset() {
	clear(f.mean)
	clear(f.cov)
	for l := range f.mean {
		f.cov[l*len(f.mean)+l] = 1
	}
	f.log = 0
}

// expect returns the mean of latent number q and its variance without the noise, and leaves Σλ in gain.
func (f *filter) expect(q int) (mean, variance float64) {
	k, row := len(f.mean), f.c.loading(q)
	for l := range f.gain {
		f.gain[l] = product(f.cov[l*k:l*k+k], row[:k])
	}
	return row[k] + product(row[:k], f.mean), product(row[:k], f.gain)
}

// learn conditions on latent number q being y, with an error of this variance.
func (f *filter) learn(q int, y, noise float64) {
	at, v := f.expect(q)
	total := v + noise
	for l, g := range f.gain {
		f.mean[l] += g * (y - at) / total
		for a, h := range f.gain {
			f.cov[l*len(f.mean)+a] -= g * h / total
		}
	}
}

// number adds a cell of a number.
func (f *filter) number(q int, y float64) {
	at, v := f.expect(q)
	total := v + f.m.Psi[q]
	f.log -= 0.5 * (math.Log(2*math.Pi*total) + (y-at)*(y-at)/total)
	f.learn(q, y, f.m.Psi[q])
}

// cell adds another cell, whose latent numbers are those from low to high−1: by the Gaussian whose moments are those
// with the cell, so that probabilities of all values of a cell sum to 1.
func (f *filter) cell(low, high int, factor observation.Factor) {
	n := high - low
	room := make([]float64, 4*n)
	m, w, mean, variance := room[:n], room[n:2*n], room[2*n:3*n], room[3*n:]
	f.cavity(low, m, w)
	f.log += factor.Moments(m, w, mean, variance)
	for a := range n {
		precision := 1/variance[a] - 1/w[a]
		if !(precision > 1e-12) {
			continue
		}
		site := (mean[a]/variance[a] - m[a]/w[a]) / precision
		f.learn(low+a, site, f.m.Psi[low+a]+1/precision)
	}
}

// cavity sets the means and the variances of the latent numbers from low on, one variance for all of a cell.
func (f *filter) cavity(low int, m, w []float64) {
	sum := 0.0
	for a := range m {
		at, v := f.expect(low + a)
		m[a] = at
		sum += v + f.m.Psi[low+a]
	}
	for a := range w {
		w[a] = sum / float64(len(w))
	}
}

// A mixed is a fit of a table of which some columns are no numbers. It also predicts cells.
type mixed struct{ *fit }

var (
	_ inference.Saver         = mixed{}
	_ inference.Predictor     = mixed{}
	_ inference.CellPredictor = mixed{}
)

// logKinds returns the log probability of each row of x, in the columns of the table, under the mixture m at its
// posterior means: a density of numbers, which come first, times probabilities of other cells, one after the other
// (assumed density filtering; Minka 2001). O(rows·S·p·k²)
func (f *fit) logKinds(m *mixture, x *mat.Dense) ([]float64, error) {
	for _, c := range f.table.Columns {
		if counts, ok := c.(*observation.Counts); ok && counts.Exposed() {
			return nil, observation.ErrExposed
		}
	}
	m = m.plugIn()
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		var sum special.LogSum
		for _, c := range m.Components {
			f := newFilter(m, c)
			f.row(x.RawRowView(i), -1, -1)
			sum.Add(math.Log(c.Mass) + f.log)
		}
		out[i] = sum.Value()
	}
	return out, nil
}

// LogCells implements inference.CellPredictor: the log probability, or density, of a cell given the other cells of
// their rows, under the mixture at its posterior means, and the value expected.
func (f mixed) LogCells(cells []inference.Cell, value []float64) (log, mean []float64, err error) {
	m := f.settled()
	if m == nil {
		return nil, nil, fmt.Errorf("%s: nothing has been fitted yet", f.info.Name)
	}
	m = m.plugIn()
	log, mean = make([]float64, len(cells)), make([]float64, len(cells))
	rows := map[int][]*filter{}
	for k, o := range cells {
		own, ok := rows[o.Row]
		if !ok {
			for _, c := range m.Components {
				g := newFilter(m, c)
				g.row(f.data.X.RawRowView(o.Row), o.Row, -1)
				own = append(own, g)
			}
			rows[o.Row] = own
		}
		log[k], mean[k] = logCell(m, own, o, value[k])
	}
	return log, mean, nil
}

// Believe implements inference.Believer: the prediction of a cell from the other cells of its row, in each component.
func (f mixed) Believe(ctx context.Context, cells []inference.Cell, _ int) ([]inference.Belief, error) {
	m := f.settled()
	if m == nil {
		return nil, nil
	}
	m = m.plugIn()
	out := make([]inference.Belief, len(cells))
	for i, o := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		low, high := m.d.hidden.table.Of(o.Column)
		for _, c := range m.Components {
			g := newFilter(m, c)
			g.row(f.data.X.RawRowView(o.Row), o.Row, o.Column)
			at, w := make([]float64, high-low), make([]float64, high-low)
			g.cavity(low, at, w)
			out[i].Add(math.Log(c.Mass)+g.log, at, w)
		}
	}
	return out, nil
}

// logCell is [mixed.LogCells] for a cell, by the factors of its row in each component.
func logCell(m *mixture, row []*filter, o inference.Cell, value float64) (log, expected float64) {
	t := m.d.hidden.table
	low, high := t.Of(o.Column)
	at, w := make([]float64, high-low), make([]float64, high-low)
	var with, without special.LogSum
	var share []float64
	for s, c := range m.Components {
		share = append(share, math.Log(c.Mass)+row[s].log)
		without.Add(share[s])
	}
	for s, g := range row {
		g.cavity(low, at, w)
		p := math.Exp(share[s] - without.Value())
		var own float64
		if c := t.Columns[o.Column]; c == nil {
			e := value - at[0]
			own = -0.5 * (math.Log(2*math.Pi*w[0]) + e*e/w[0])
			expected += p * at[0]
		} else {
			expected += p * c.Predict(o.Row, at, w)
			if factor := c.Factor(o.Row, value); factor != nil {
				own = factor.Moments(at, w, make([]float64, len(at)), make([]float64, len(at)))
			}
		}
		with.Add(share[s] + own)
	}
	return with.Value() - without.Value(), expected
}

func newFilter(m *mixture, c *component) *filter {
	f := &filter{m: m, c: c, mean: make([]float64, c.K), cov: make([]float64, c.K*c.K), gain: make([]float64, c.K)}
	f.reset()
	return f
}

// row adds the cells of a row in the columns of the table but one, −1 for none. at is its place among the rows
// fitted, −1 for a new row.
func (f *filter) row(x []float64, at, but int) {
	t := f.m.d.hidden.table
	for j, c := range t.Columns {
		if low, _ := t.Of(j); c == nil && j != but && !math.IsNaN(x[j]) {
			f.number(low, x[j])
		}
	}
	for j, c := range t.Columns {
		if c == nil || j == but {
			continue
		}
		if factor := c.Factor(at, x[j]); factor != nil {
			low, high := t.Of(j)
			if p, known := factor.(*observation.Point); known { // of a column of which other cells are limits
				f.number(low, p.Value)
				continue
			}
			f.cell(low, high, factor)
		}
	}
}
