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

// A table holds the data with the means and covariances of the missing cells.
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
	place      []int32       // of each row among them, −1 for observed cells
	covariance *mat.SymDense // rows × rows

	// Sums over trees for them, while they are gathered: the Laplacian of W + Wᵀ among the rows, and the pull of observed
	// cells.
	laplacian *mat.SymDense
	pull      []float64
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
		place := make([]int32, n)
		for i := range place {
			place[i] = -1
		}
		for k, i := range rows {
			place[i] = int32(k)
		}
		t.gaps = append(t.gaps, gap{column: j, rows: rows, place: place, covariance: c,
			laplacian: mat.NewSymDense(len(rows), nil), pull: make([]float64, len(rows))})
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

// distances writes the expected squared distances of row u to the rows given, all where others is nil. D multiply-adds
// for each.
func (t *table) distances(u int, others []int, to []float64) {
	x := t.row(u)
	for k := range to {
		v := k
		if others != nil {
			v = others[k]
		}
		sum := 0.0
		y := t.row(v)[:len(x)]
		for j, a := range x {
			sum += (a - y[j]) * (a - y[j])
		}
		to[k] = sum
	}
	if t.spread == nil {
		return
	}
	own := 0.0
	for _, s := range t.spread[u*t.d : (u+1)*t.d] {
		own += s
	}
	for k := range to {
		v := k
		if others != nil {
			v = others[k]
		}
		to[k] += own
		for _, s := range t.spread[v*t.d : (v+1)*t.d] {
			to[k] += s
		}
	}
	for i := range t.gaps {
		g := &t.gaps[i]
		if g.place[u] < 0 {
			continue
		}
		at := int(g.place[u])
		for k := range to {
			v := k
			if others != nil {
				v = others[k]
			}
			if b := g.place[v]; b >= 0 {
				to[k] -= 2 * g.covariance.At(at, int(b))
			}
		}
	}
	for k := range to {
		if k == u && others == nil || others != nil && others[k] == u {
			to[k] = 0
		}
	}
}

// nearest is the mean squared distance to the nearest other row; a small number where all rows are equal. Of rows that
// are equal, one counts for all, by its distance to the nearest that differs: the others can hang below it.
func (t *table) nearest() float64 {
	sum, all := 0.0, 0.0
	line := make([]float64, t.t)
	for u := range t.t {
		t.distances(u, nil, line)
		least, counted := math.Inf(1), false
		for v, d := range line {
			switch {
			case v == u:
			case d > 0:
				least = min(least, d)
				all += d
			default:
				counted = counted || v < u
			}
		}
		if !counted && !math.IsInf(least, 1) {
			sum += least
		}
	}
	n := float64(t.t)
	return math.Max(sum/n, math.Max(1e-6*all/(n*n), 1e-12))
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
