// Package narrow clusters rows that are few for their columns among the scores of the leading principal components,
// as many as stand out from chance ([scree]), and gives the density of new rows in the columns of the table.
package narrow

import (
	"context"
	"math"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/stat/scree"

	"gonum.org/v1/gonum/mat"
)

// Components are the leading principal components of a table. Rows are clustered by their scores z, and the residual of
// each column is noise of its own:
//
//	x = m + Vz + e,  z from the mixture,  e_j ~ N(0, ψ_j)
//
// with V the components, D×k. ψ_j is learnt from rows that were left out when their components were found: those of
// the table itself fit its own noise. The density of a new row is that of the columns of the table; every cell that
// is missing is left out of it.
type Components struct {
	Mean  []float64  // m
	Axes  *mat.Dense // V, D×k, orthonormal
	Noise []float64  // ψ
}

// Most is the greatest number of components.
const Most = 15

const (
	leastComponents = 2
	folds           = 5  // in which rows are left out
	mostFills       = 20 // of missing cells by the components
)

// A Counter counts the components of a table that stand out from chance.
type Counter struct {
	x        *mat.Dense
	analysis *scree.Analysis
}

// NewCounter begins to count those of x, N×D; NaN marks missing cells.
func NewCounter(x *mat.Dense) *Counter { return &Counter{x: x} }

// Advance does a part of the work, a permutation of the table at most, and returns the number of components to take
// once it is known; 0 before.
func (c *Counter) Advance() int {
	if c.analysis == nil {
		c.analysis = scree.New(c.x)
		return 0
	}
	if !c.analysis.Advance() {
		return 0
	}
	n, d := c.x.Dims()
	return CountOf(n, d, c.analysis.Scree().Number)
}

// CountOf returns the number of components for n rows, of which so many stand out from chance: at least 2 and at most
// 15, and no more than a fifth of few rows or a tenth of many.
func CountOf(n, d, stand int) int {
	most := min(Most, max(leastComponents, n/10, min(n/5, 10)), d, n-1)
	return max(1, min(most, max(leastComponents, stand)))
}

// TwoValued counts the columns that have two values, missing ones aside.
func TwoValued(x *mat.Dense) (count int) {
	n, d := x.Dims()
	for j := range d {
		first, second, more := math.NaN(), math.NaN(), false
		for i := 0; i < n && !more; i++ {
			switch v := x.At(i, j); {
			case math.IsNaN(v) || v == first || v == second:
			case math.IsNaN(first):
				first = v
			case math.IsNaN(second):
				second = v
			default:
				more = true
			}
		}
		if !more && !math.IsNaN(second) && n > 2 {
			count++
		}
	}
	return count
}

// New returns k components of x, and the scores of its rows, N×k.
func New(x *mat.Dense, k int) (*Components, *mat.Dense) {
	m := NewMaker(x, k)
	for !m.Advance() {
	}
	return m.Components, m.Scores
}

// empty reports whether a column has no number.
func empty(x *mat.Dense, j int) bool {
	n, _ := x.Dims()
	for i := range n {
		if !math.IsNaN(x.At(i, j)) {
			return false
		}
	}
	return true
}

// rowsOf returns some rows of x.
func rowsOf(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for t, i := range rows {
		out.SetRow(t, x.RawRowView(i))
	}
	return out
}

// centred returns rows of x, all for nil, less the mean; a missing cell is 0.
func centred(x *mat.Dense, mean []float64, rows []int) *mat.Dense {
	out := mat.DenseCopyOf(x)
	if rows != nil {
		out = rowsOf(x, rows)
	}
	n, _ := out.Dims()
	for i := range n {
		row := out.RawRowView(i)
		for j, v := range row {
			if row[j] = v - mean[j]; math.IsNaN(v) {
				row[j] = 0
			}
		}
	}
	return out
}

// principal returns the k leading eigenvectors of xᵀx, D×k.
func principal(x *mat.Dense, k int) *mat.Dense {
	n, d := x.Dims()
	var e mat.EigenSym
	if !e.Factorize(vector.Gram(x, 1), true) {
		panic("narrow: no principal components")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	m, _ := vectors.Dims()
	top := mat.NewDense(m, k, nil)
	for c := range k {
		for i := range m {
			top.Set(i, c, vectors.At(i, m-1-c))
		}
	}
	if d <= n {
		return top
	}
	axes := mat.NewDense(d, k, nil)
	axes.Mul(x.T(), top)
	for c := range k {
		norm := 0.0
		for j := range d {
			norm += axes.At(j, c) * axes.At(j, c)
		}
		if norm = math.Sqrt(norm); norm > 0 {
			for j := range d {
				axes.Set(j, c, axes.At(j, c)/norm)
			}
		}
	}
	return axes
}

// A Row is a row as the components see it.
type Row struct {
	g          []float64 // VᵀΨ⁻¹V of its columns, k×k
	h          []float64 // VᵀΨ⁻¹(x−m)
	q          float64   // (x−m)ᵀΨ⁻¹(x−m)
	log        float64   // −½ (Σ ln ψ + d ln 2π) of its d columns
	incomplete bool
}

// Row prepares a row of D cells, NaN where missing, for the clusters; whole is Gram(nil).
func (c *Components) Row(x, whole []float64) Row {
	_, k := c.Axes.Dims()
	r := Row{g: whole, h: make([]float64, k)}
	if conjugate.Incomplete(x) {
		r.incomplete, r.g = true, c.Gram(x)
	}
	for j, v := range x {
		if math.IsNaN(v) {
			continue
		}
		e := v - c.Mean[j]
		r.q += e * e / c.Noise[j]
		r.log -= 0.5 * math.Log(2*math.Pi*c.Noise[j])
		for a, w := range c.Axes.RawRowView(j) {
			r.h[a] += w * e / c.Noise[j]
		}
	}
	return r
}

// Gram returns VᵀΨ⁻¹V, k×k, of the columns that x has; of all for nil.
func (c *Components) Gram(x []float64) []float64 {
	d, k := c.Axes.Dims()
	g := make([]float64, k*k)
	for j := range d {
		if x != nil && math.IsNaN(x[j]) {
			continue
		}
		row := c.Axes.RawRowView(j)
		for a, v := range row {
			for b, w := range row {
				g[a*k+b] += v * w / c.Noise[j]
			}
		}
	}
	return g
}

// A Cluster is a cluster in the columns of the table: N(m + Vμ, VCVᵀ + Ψ), which has the mean and the covariance that
// the cluster has for the scores of another row.
type Cluster struct {
	mean, root []float64 // μ; the lower triangular factor L of C
	inner      []float64 // of I + LᵀGL for all columns
	LogWeight  float64
}

// NewCluster returns a cluster of mean μ, k numbers, and covariance LLᵀ of the scores, of which root is L, k×k. whole
// is Gram(nil).
func (c *Components) NewCluster(mean, root, whole []float64, logWeight float64) *Cluster {
	b := &Cluster{mean: mean, root: root, LogWeight: logWeight}
	b.inner = b.factor(whole)
	return b
}

// factor returns the lower triangular factor of I + LᵀGL.
func (b *Cluster) factor(g []float64) []float64 {
	k := len(b.mean)
	gl, m := make([]float64, k*k), make([]float64, k*k)
	for i := range k {
		for j := range k {
			for t := j; t < k; t++ {
				gl[i*k+j] += g[i*k+t] * b.root[t*k+j]
			}
		}
	}
	for i := range k {
		for j := 0; j <= i; j++ {
			for t := i; t < k; t++ {
				m[i*k+j] += b.root[t*k+i] * gl[t*k+j]
			}
		}
		m[i*k+i]++
	}
	cholesky.Firm(m, k, k)
	return m
}

// Log returns the log density of a row in the columns that it has. It does not count LogWeight. O(k²), O(k³) for an
// incomplete row.
func (b *Cluster) Log(r Row) float64 {
	k := len(b.mean)
	inner := b.inner
	if r.incomplete {
		inner = b.factor(r.g)
	}
	q := r.q
	e := make([]float64, k) // VᵀΨ⁻¹(x−m−Vμ)
	for i, v := range b.mean {
		e[i] = r.h[i]
		for j, w := range b.mean {
			e[i] -= r.g[i*k+j] * w
		}
		q -= v * (r.h[i] + e[i])
	}
	u, out := make([]float64, k), r.log
	for i := range u {
		for t := i; t < k; t++ {
			u[i] += b.root[t*k+i] * e[t]
		}
		out -= math.Log(inner[i*k+i])
	}
	cholesky.Forward(inner, k, k, u)
	for _, v := range u {
		q -= v * v
	}
	return out - q/2
}

// LogDensities returns the log density of each row of x, NaN where cells are missing, under a mixture of clusters.
// whole is Gram(nil).
func (c *Components) LogDensities(ctx context.Context, clusters []*Cluster, x *mat.Dense, whole []float64) ([]float64,
	error) {
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := c.Row(x.RawRowView(i), whole)
		out[i] = math.Inf(-1)
		for _, k := range clusters {
			out[i] = special.LogAdd(out[i], k.LogWeight+k.Log(r))
		}
	}
	return out, nil
}
