package outtree

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A prior holds all that is not learnt.
type prior struct {
	shape, rate    float64   // of τ
	mean, variance []float64 // of a root, by column
	slope          float64   // V₀ of the linear conditional
	tau            float64   // where it is fixed; else 0
	forest         bool
	weight         float64 // of a further root; where it is learnt, the start
	weightFixed    bool
}

// A table is the data with what is believed of the missing cells.
type table struct {
	t, d int
	x    []float64 // T×D: values, and the means of missing cells
	gaps []gap     // of the columns with missing cells
	// spread is the variance of each missing cell, T×D with 0 for observed cells; nil without gaps.
	spread []float64
}

// A gap is the Gaussian of the missing cells of a column.
type gap struct {
	column     int
	rows       []int
	covariance *mat.SymDense // rows × rows
}

func newTable(x *mat.Dense, p prior) *table {
	n, d := x.Dims()
	t := &table{t: n, d: d, x: make([]float64, n*d)}
	for i := range n {
		copy(t.x[i*d:], x.RawRowView(i))
	}
	for j := range d {
		var rows []int
		for i := range n {
			if math.IsNaN(t.x[i*d+j]) {
				rows = append(rows, i)
				t.x[i*d+j] = p.mean[j]
			}
		}
		if rows == nil {
			continue
		}
		c := mat.NewSymDense(len(rows), nil)
		for k := range rows {
			c.SetSym(k, k, p.variance[j])
		}
		t.gaps = append(t.gaps, gap{j, rows, c})
	}
	t.spreads()
	return t
}

// spreads renews the variances from the covariances.
func (t *table) spreads() {
	if t.gaps == nil {
		return
	}
	if t.spread == nil {
		t.spread = make([]float64, t.t*t.d)
	}
	for _, g := range t.gaps {
		for k, i := range g.rows {
			t.spread[i*t.d+g.column] = g.covariance.At(k, k)
		}
	}
}

func (t *table) row(i int) []float64 { return t.x[i*t.d : (i+1)*t.d] }

// distances writes the expected squared distances of row u to all rows. T·D multiply-adds.
func (t *table) distances(u int, to []float64) {
	x := t.row(u)
	for v := range to {
		sum := 0.0
		for j, y := range t.row(v) {
			sum += (x[j] - y) * (x[j] - y)
		}
		to[v] = sum
	}
	if t.spread == nil {
		return
	}
	own := 0.0
	for _, s := range t.spread[u*t.d : (u+1)*t.d] {
		own += s
	}
	for v := range to {
		to[v] += own
		for _, s := range t.spread[v*t.d : (v+1)*t.d] {
			to[v] += s
		}
	}
	for _, g := range t.gaps {
		for k, i := range g.rows {
			if i == u {
				for l, v := range g.rows {
					to[v] -= 2 * g.covariance.At(k, l)
				}
			}
		}
	}
	to[u] = 0
}

// root returns the expected log density of row u as a root.
func (t *table) root(u int, p prior) float64 {
	sum := 0.0
	for j, v := range t.row(u) {
		e := v - p.mean[j]
		s := e * e
		if t.spread != nil {
			s += t.spread[u*t.d+j]
		}
		sum -= 0.5 * (math.Log(2*math.Pi*p.variance[j]) + s/p.variance[j])
	}
	return sum
}

// entropy is that of the missing cells: Σ_d ½ log|2πe Cov_d|.
func (t *table) entropy() float64 {
	sum := 0.0
	for _, g := range t.gaps {
		var c mat.Cholesky
		if !c.Factorize(g.covariance) {
			panic("outtree: the covariance of missing cells is not positive definite")
		}
		sum += 0.5 * (c.LogDet() + float64(len(g.rows))*(1+math.Log(2*math.Pi)))
	}
	return sum
}
