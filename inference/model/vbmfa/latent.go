package vbmfa

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Columns that are no numbers have latent numbers behind their cells: in component s, u_iq ~ N(Λ_sq x_i + μ_sq, Ψ_q),
// and a cell is a factor f(y|u), see package observation. Their posterior depends on the component,
//
//	q(u_iq|s) = N(u; m, Ψ_q) f(y|u)/Z,   m = ⟨Λ̃_sq⟩·⟨x̃_is⟩,
//
// so that it takes nothing from q(s). In all other updates its mean û stands for y, and its variance v̂ adds to the
// squares. It brings ⟨ln f − ln q⟩ = ln Z + ½ ln 2πΨ_q + {(û − m)² + v̂}/2Ψ_q to the bound, which stays until it is
// updated again. Ψ_q is 1 where the cells say nothing of the scale of u.

// hidden are the latent numbers behind the cells of a table.
type hidden struct {
	table    *observation.Table
	columns  []int    // of the table of latent numbers: those of columns that are no numbers
	unit     []bool   // of each column of latent numbers: its noise is 1
	cells    [][]cell // of each sorted row
	mean     []float64
	variance []float64 // n×columns: of the q(u) that components begin with
	bring    []float64 // n: their terms of the bound
	cost     int       // of updating a row, in multiply-adds
}

// A cell is one that is no number.
type cell struct {
	at, width int // the first of its latent numbers among the columns of hidden
	factor    observation.Factor
}

// leastLatent is the least noise variance of latent numbers whose scale the cells determine.
const leastLatent = 0.01

// Approximate cost of an update of the latent number of a cell, in multiply-adds.
var updateCost = map[column.Sort]int{column.YesNo: 60, column.Ordered: 150, column.Censored: 150, column.Category: 3000,
	column.Count: 3000}

// tableOf returns the latent numbers of a data set, nil where all columns are numbers.
func tableOf(data *inference.Dataset) (*observation.Table, error) {
	columns, err := observation.Of(data)
	if columns == nil || err != nil {
		return nil, err
	}
	return observation.NewTable(data.X, columns), nil
}

// newRowsOf returns the rows of a table with latent numbers, for work on this many threads. Updating those of a row
// takes so many multiply-adds.
func newRowsOf(t *observation.Table, threads, cost int) *rows {
	d := newRowsOn(t.Start(), threads)
	d.hide(t)
	d.hidden.cost = cost
	return d
}

// hide sets t as the kinds of the columns of the rows, which are sorted, and the latent numbers to their start.
func (d *rows) hide(t *observation.Table) {
	h := &hidden{table: t, unit: make([]bool, d.p), cells: make([][]cell, d.n), bring: make([]float64, d.n)}
	place := make([]int, len(t.Columns))
	for j, c := range t.Columns {
		if c == nil {
			continue
		}
		place[j] = len(h.columns)
		low, high := t.Of(j)
		for q := low; q < high; q++ {
			h.columns, h.unit[q] = append(h.columns, q), c.Threshold()
			d.square[q] = 0 // it is that of each component
			d.floor[q] = max(d.floor[q], leastLatent)
			if c.Threshold() {
				d.floor[q], d.variance[q] = 1, 1
			}
		}
	}
	size := len(h.columns)
	h.mean, h.variance = make([]float64, d.n*size), make([]float64, d.n*size)
	zero, one := make([]float64, size), make([]float64, size)
	for k := range one {
		one[k] = 1
	}
	for i, row := range d.order {
		for j, c := range t.Columns {
			if c == nil {
				continue
			}
			if f := t.Factor(row, j); f != nil {
				h.cells[i] = append(h.cells[i], cell{place[j], c.Width(), f})
			}
		}
		for _, c := range h.cells[i] {
			mean, variance := h.mean[i*size+c.at:][:c.width], h.variance[i*size+c.at:][:c.width]
			h.bring[i] += brought(c.factor, zero[:c.width], one[:c.width], mean, variance)
		}
	}
	d.hidden = h
}

// sizeHidden returns the numbers of latent numbers of a row, also of those behind cells that are no numbers, and the
// multiply-adds of updating the latter.
func sizeHidden(data *inference.Dataset) (all int, hidden, cost float64) {
	for _, k := range data.Kinds {
		width := 1
		if k.Sort == column.Category {
			width = max(1, len(k.Levels)-1)
		}
		all += width
		if !k.Sort.Exact() {
			hidden += float64(width)
			cost += float64(width * updateCost[k.Sort])
		}
	}
	return all, hidden, cost
}

// brought sets the mean and the variance of q(u) of a cell given N(m, w), and returns its term of the bound.
func brought(f observation.Factor, m, w, mean, variance []float64) float64 {
	sum := f.Moments(m, w, mean, variance)
	for k, v := range mean {
		e := v - m[k]
		sum += 0.5 * (math.Log(2*math.Pi*w[k]) + (e*e+variance[k])/w[k])
	}
	return sum
}

// beginHidden gives a component the latent numbers with which all begin.
func (c *component) beginHidden(d *rows) {
	if h := d.hidden; h != nil {
		c.U, c.V, c.Bring = append([]float64(nil), h.mean...), append([]float64(nil), h.variance...),
			append([]float64(nil), h.bring...)
		c.Syy = make([]float64, len(h.columns))
	}
}

// takeHidden gives a component copies of the latent numbers of another one.
func (c *component) takeHidden(from *component) {
	if from.U != nil {
		c.U, c.V, c.Bring = append([]float64(nil), from.U...), append([]float64(nil), from.V...),
			append([]float64(nil), from.Bring...)
		c.Syy, c.Brought = append([]float64(nil), from.Syy...), from.Brought
	}
}

// renewHidden updates q(u) of sorted row i given q(x_i) of a component. room has room for four numbers for each latent
// number of a cell.
func (m *mixture) renewHidden(c *component, i int, room []float64) {
	h, k := m.d.hidden, c.K
	size, x := len(h.columns), c.X[i*k:i*k+k]
	c.Bring[i] = 0
	for _, o := range h.cells[i] {
		at, w := room[:o.width], room[o.width:2*o.width]
		for a := range o.width {
			q := h.columns[o.at+a]
			row := c.loading(q)
			at[a], w[a] = row[k]+product(row[:k], x), m.Psi[q]
		}
		c.Bring[i] += brought(o.factor, at, w, c.U[i*size+o.at:][:o.width], c.V[i*size+o.at:][:o.width])
	}
}

// roomHidden returns the scratch space of renewHidden.
func (d *rows) roomHidden() []float64 {
	most := 0
	if d.hidden != nil {
		for _, c := range d.hidden.table.Columns {
			if c != nil {
				most = max(most, c.Width())
			}
		}
	}
	return make([]float64, 2*most)
}

// setPsi sets the noise variance of a column to the one asked for, or to 1 where it is that.
func (m *mixture) setPsi(q int, v float64) {
	if h := m.d.hidden; h != nil && h.unit[q] {
		v = 1
	}
	m.Psi[q] = v
}

// squares returns the sum of the squares of each column, of all components where numbers are latent.
func squares(m *mixture) []float64 {
	out := append([]float64(nil), m.d.square...)
	if h := m.d.hidden; h != nil {
		for _, c := range m.Components {
			for t, q := range h.columns {
				out[q] += c.Syy[t]
			}
		}
	}
	return out
}

// latent reports whether some columns are no numbers.
func latent(data *inference.Dataset) bool {
	if len(data.Limits) > 0 {
		return true
	}
	return slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return !k.Sort.Real() })
}

// checkLatent tells how columns that are no numbers are fitted, and refuses settings for numbers alone.
func checkLatent(data *inference.Dataset, s inference.Settings) (note string, err error) {
	if _, err := tableOf(data); err != nil {
		return "", fmt.Errorf("vbmfa: %w", err)
	}
	for name, only := range map[string]string{"space": ofComponents, "noise": "isotropic", "predictive": "bound"} {
		if s.Text(name) == only {
			return "", fmt.Errorf("vbmfa: %s=%s takes numbers alone; choose another, or take all columns as numbers",
				name, only)
		}
	}
	if s.Text("predictive") == "importance" {
		return "", errors.New("vbmfa: predictive=importance takes numbers alone; " +
			"choose plug-in, or take all columns as numbers")
	}
	return "Columns that are not numbers have hidden numbers behind their cells. Rows cluster in these.", nil
}

// show gives a published component the columns of the table: of a column that is no number, the value expected, with
// loadings and noise as far as it follows them. The place of a category follows none.
func (f *fit) show(o *found.Component, m *mixture, c *component) {
	t, k := f.table, c.K
	mean, noise := make([]float64, len(t.Columns)), make([]float64, len(t.Columns))
	var loadings *mat.Dense
	if k > 0 {
		loadings = mat.NewDense(len(t.Columns), k, nil)
	}
	for j, of := range t.Columns {
		low, high := t.Of(j)
		slope := 1.0
		if mean[j], noise[j] = c.loading(low)[k], m.Psi[low]; of != nil {
			at, w := make([]float64, high-low), make([]float64, high-low)
			for a := range at {
				row := c.loading(low + a)
				at[a], w[a] = row[k], product(row[:k], row[:k])+m.Psi[low+a]
			}
			mean[j], slope = f.expected(of, at, w), 0
			if len(at) == 1 {
				const step = 1e-4
				at[0] += step
				slope = (f.expected(of, at, w) - mean[j]) / step
			}
			noise[j] = max(slope*slope*m.Psi[low], leastShown)
		}
		for l := range k {
			loadings.Set(j, l, slope*c.loading(low)[l])
		}
	}
	o.Mean, o.Loadings, o.Noise = mean, loadings, noise
}

// noise returns the noise of the columns of the table as it is shown where components have none of their own.
func (f *fit) noise(m *mixture) []float64 {
	out := make([]float64, len(f.table.Columns))
	for j, of := range f.table.Columns {
		low, _ := f.table.Of(j)
		if out[j] = leastShown; of == nil {
			out[j] = m.Psi[low]
		}
	}
	return out
}

// leastShown is the least variance of a column that is no number beside the factors, as it is shown.
const leastShown = 0.01

// expected is the value expected of a cell; of a count that in a row of the usual exposure.
func (f *fit) expected(c observation.Column, m, w []float64) float64 {
	if counts, ok := c.(*observation.Counts); ok {
		return counts.Typical(m, w)
	}
	return c.Predict(0, m, w)
}
