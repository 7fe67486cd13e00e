package dpmm

import (
	"context"
	"math"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// Where rows are few for their columns, clusters are found among the scores of the leading principal components, which
// have one scale in common, and each column keeps what the components leave of it as noise of its own:
//
//	x = m + Vz + e,  z from the mixture,  e_j ~ N(0, ψ_j)
//
// with V the components, D×k. ψ_j is learnt from rows that were left out when their components were found: those of the table itself fit its
// own noise. The density of a new row is that of the columns of the table; every cell that is missing is left out of it.
type components struct {
	mean  []float64  // m
	axes  *mat.Dense // V, D×k, orthonormal
	noise []float64  // ψ
}

const (
	mostComponents  = 15
	leastComponents = 2
	folds           = 5  // in which rows are left out
	mostFills       = 20 // of missing cells by the components
)

// countOf returns the number of components for n rows, of which so many stand out from chance: at least 2 and at most
// 15, and no more than a fifth of few rows or a tenth of many.
func countOf(n, d, stand int) int {
	most := min(mostComponents, max(leastComponents, n/10, min(n/5, 10)), d, n-1)
	return max(1, min(most, max(leastComponents, stand)))
}

// componentsOf returns k components of x, and the scores of its rows, N×k.
func componentsOf(x *mat.Dense, k int) (*components, *mat.Dense) {
	n, d := x.Dims()
	mean, v, _ := conjugate.Moments(x)
	whole := centred(x, mean, nil)
	axes := leading(whole, x, k)
	c := &components{mean: mean, axes: axes, noise: make([]float64, d)}
	scores := mat.NewDense(n, k, nil)
	scores.Mul(whole, axes)

	square, count, all, cells := make([]float64, d), make([]float64, d), 0.0, 0.0
	fold := min(folds, n)
	for f := range fold {
		var train, test []int
		for i := range n {
			if i%fold == f {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		middle, left := apart(x, train, mean, k)
		_, m := left.Dims()
		out := centred(x, middle, test)
		z := mat.NewDense(len(test), m, nil)
		z.Mul(out, left)
		fit := mat.NewDense(len(test), d, nil)
		fit.Mul(z, left.T())
		for t, i := range test {
			for j, y := range x.RawRowView(i) {
				if !math.IsNaN(y) {
					e := y - middle[j] - fit.At(t, j)
					square[j] += e * e
					count[j]++
					all += e * e
					cells++
				}
			}
		}
	}
	for j := range c.noise { // two rows' worth of the mean of all columns
		c.noise[j] = max((square[j]+2*all/max(1, cells))/(count[j]+2), 1e-6*v[j])
	}
	return c, scores
}

// leastVariance is the share of the greatest variance below which that of a component is rounding.
const leastVariance = 1e-12

// apart returns the mean of some rows and their leading components, at most k, without what the other rows say: about the mean of all rows,
// a row is minus the sum of the others, so that few others would explain it to the last digit. A column of which these rows have nothing has
// the mean of the table. Components along which the rows do not vary are 0.
func apart(x *mat.Dense, rows []int, whole []float64, k int) (mean []float64, axes *mat.Dense) {
	from := rowsOf(x, rows)
	mean, _, _ = conjugate.Moments(from)
	for j := range mean {
		if empty(from, j) {
			mean[j] = whole[j]
		}
	}
	part := centred(x, mean, rows)
	axes = leading(part, from, min(k, len(rows)))
	var scores mat.Dense
	scores.Mul(part, axes)
	_, m := axes.Dims()
	square := make([]float64, m)
	for c := range square {
		column := scores.ColView(c)
		square[c] = mat.Dot(column, column)
	}
	for c, v := range square {
		if !(v > leastVariance*square[0]) {
			axes.ColView(c).(*mat.VecDense).Zero()
		}
	}
	return mean, axes
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

// leading returns the k leading components of centred rows, D×k. Missing cells, those of from, are filled by the components, again and
// again; whole has them filled afterwards.
func leading(whole, from *mat.Dense, k int) *mat.Dense {
	axes := principal(whole, k)
	var holes [][2]int
	n, d := whole.Dims()
	for i := range n {
		for j, v := range from.RawRowView(i) {
			if math.IsNaN(v) {
				holes = append(holes, [2]int{i, j})
			}
		}
	}
	if len(holes) == 0 {
		return axes
	}
	z, fit := mat.NewDense(n, k, nil), mat.NewDense(n, d, nil)
	for range mostFills {
		z.Mul(whole, axes)
		fit.Mul(z, axes.T())
		for _, h := range holes {
			whole.Set(h[0], h[1], fit.At(h[0], h[1]))
		}
		axes = principal(whole, k)
	}
	return axes
}

// principal returns the k leading eigenvectors of xᵀx, D×k.
func principal(x *mat.Dense, k int) *mat.Dense {
	n, d := x.Dims()
	gram := mat.NewSymDense(min(n, d), nil)
	if d <= n {
		gram.SymOuterK(1, x.T())
	} else {
		gram.SymOuterK(1, x)
	}
	var e mat.EigenSym
	if !e.Factorize(gram, true) {
		panic("dpmm: no principal components")
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

// A narrowed is a new row as the components see it.
type narrowed struct {
	g          []float64 // VᵀΨ⁻¹V of its columns, k×k
	h          []float64 // VᵀΨ⁻¹(x−m)
	q          float64   // (x−m)ᵀΨ⁻¹(x−m)
	log        float64   // −½ (Σ ln ψ + d ln 2π) of its d columns
	incomplete bool
}

// narrow returns what the clusters need of a row; whole is VᵀΨ⁻¹V of all columns.
func (c *components) narrow(x, whole []float64) narrowed {
	_, k := c.axes.Dims()
	r := narrowed{g: whole, h: make([]float64, k)}
	if conjugate.Incomplete(x) {
		r.incomplete, r.g = true, c.gram(x)
	}
	for j, v := range x {
		if math.IsNaN(v) {
			continue
		}
		e := v - c.mean[j]
		r.q += e * e / c.noise[j]
		r.log -= 0.5 * math.Log(2*math.Pi*c.noise[j])
		for a, w := range c.axes.RawRowView(j) {
			r.h[a] += w * e / c.noise[j]
		}
	}
	return r
}

// gram returns VᵀΨ⁻¹V of the columns that x has; of all for nil.
func (c *components) gram(x []float64) []float64 {
	d, k := c.axes.Dims()
	g := make([]float64, k*k)
	for j := range d {
		if x != nil && math.IsNaN(x[j]) {
			continue
		}
		row := c.axes.RawRowView(j)
		for a, v := range row {
			for b, w := range row {
				g[a*k+b] += v * w / c.noise[j]
			}
		}
	}
	return g
}

// A broad is a cluster in the columns of the table: N(m + Vμ, VCVᵀ + Ψ), which has the mean and the covariance that the
// cluster has for the scores of another row.
type broad struct {
	mean, root []float64 // μ; the lower triangular factor L of C
	inner      []float64 // of I + LᵀGL for all columns
	logWeight  float64
}

func (c *components) broaden(full *conjugate.Full, whole []float64, logWeight float64) broad {
	mean, root := full.Moments()
	k := len(mean)
	cholesky.Firm(root, k, k)
	b := broad{mean: mean, root: root, logWeight: logWeight}
	b.inner = b.factor(whole)
	return b
}

// factor returns the lower triangular factor of I + LᵀGL.
func (b *broad) factor(g []float64) []float64 {
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

// log returns the log density of a row.
func (b *broad) log(r narrowed) float64 {
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

// logDensities adds to out, on a log scale, the density of rows under a draw, times share.
func (c *components) logDensities(ctx context.Context, s *state, rows []narrowed, whole []float64, logShare float64, out []float64) error {
	total := math.Log(float64(len(s.z)) + s.hyper.alpha)
	clusters := []broad{c.broaden(s.empty.(*conjugate.Full), whole, math.Log(s.hyper.alpha)-total)}
	for _, k := range s.active {
		full := s.slots[k].(*conjugate.Full)
		clusters = append(clusters, c.broaden(full, whole, math.Log(float64(full.Size()))-total))
	}
	for i, r := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := range clusters {
			out[i] = special.LogAdd(out[i], logShare+clusters[k].logWeight+clusters[k].log(r))
		}
	}
	return nil
}
