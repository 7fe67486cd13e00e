// Package discriminant finds the directions that separate classes of rows best, relative to the variance within them:
// Fisher's linear discriminants (Fisher 1936, The use of multiple measurements in taxonomic problems; Rao 1948).
package discriminant

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	mostInner = 60   // principal components used to compare the classes
	ridge     = 1e-6 // share of the mean variance within classes, added to each variance
)

// Directions returns up to k directions of the columns of x in falling order of the variance
// between the classes, and the share of that variance along each. x is n×d; a missing cell (NaN)
// counts as the mean of its column. Along each direction the pooled variance within the classes is
// 1 and the greatest weight is positive. Rows of a negative class are ignored. There are fewer
// directions than classes, and none where all rows are of one class.
//
// Where there are many columns the classes are compared within the leading principal
// components. It costs n·d·min(n, d).
func Directions(x *mat.Dense, class []int, k int) (directions [][]float64, shares []float64) {
	rows, classes := known(class)
	if len(rows) < 3 || classes < 2 {
		return nil, nil
	}
	z := centred(x, rows)
	basis := leading(z) // d × inner
	var y mat.Dense
	y.Mul(z, basis)
	within, between := scatter(&y, class, rows, classes)
	_, inner := y.Dims()
	trace := 0.0
	for i := range inner {
		trace += within.At(i, i) / float64(inner)
	}
	if !(trace > 0) {
		trace = 1
	}
	for i := range inner {
		within.SetSym(i, i, within.At(i, i)+ridge*trace)
	}
	var chol mat.Cholesky
	if !chol.Factorize(within) {
		return nil, nil
	}
	// With W = LLᵀ the directions are L⁻ᵀ times the eigenvectors of L⁻¹BL⁻ᵀ.
	var lower mat.TriDense
	chol.LTo(&lower)
	var half, whole mat.Dense
	if half.Solve(&lower, between) != nil || whole.Solve(&lower, half.T()) != nil {
		return nil, nil
	}
	sym := mat.NewSymDense(inner, nil)
	for i := range inner {
		for j := range i + 1 {
			sym.SetSym(i, j, whole.At(i, j)) // symmetric but for rounding
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		return nil, nil
	}
	values := e.Values(nil)
	var vectors, inBasis, out mat.Dense
	e.VectorsTo(&vectors)
	if inBasis.Solve(lower.T(), &vectors) != nil {
		return nil, nil
	}
	out.Mul(basis, &inBasis)
	total := 0.0
	for _, v := range values {
		total += math.Max(v, 0)
	}
	for l := inner - 1; l >= 0 && len(directions) < min(k, classes-1); l-- {
		if !(values[l] > 1e-9*total) {
			break
		}
		directions, shares = append(directions, turned(mat.Col(nil, l, &out))), append(shares, values[l]/total)
	}
	return directions, shares
}

// known lists the rows that have a class, and counts the classes that have rows.
func known(class []int) (rows []int, classes int) {
	seen := map[int]bool{}
	for i, c := range class {
		if c >= 0 {
			rows = append(rows, i)
			seen[c] = true
		}
	}
	return rows, len(seen)
}

// centred returns the rows less the means of their columns, missing cells at 0.
func centred(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	z := mat.NewDense(len(rows), d, nil)
	for q := range d {
		sum, n := 0.0, 0.0
		for _, i := range rows {
			if v := x.At(i, q); !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		for k, i := range rows {
			if v := x.At(i, q); !math.IsNaN(v) {
				z.Set(k, q, v-sum/n)
			}
		}
	}
	return z
}

// leading returns an orthonormal basis of the leading principal components.
func leading(z *mat.Dense) *mat.Dense {
	n, d := z.Dims()
	var svd mat.SVD
	if !svd.Factorize(z, mat.SVDThin) {
		return mat.NewDense(d, 1, nil)
	}
	values := svd.Values(nil)
	var v mat.Dense
	svd.VTo(&v)
	kept := 0
	for kept < len(values) && kept < mostInner && kept < max(n-2, 1) && values[kept] > 1e-8*values[0] {
		kept++
	}
	return mat.DenseCopyOf(v.Slice(0, d, 0, max(kept, 1)))
}

// scatter returns the pooled variance within the classes and the variance between them.
func scatter(y *mat.Dense, class, rows []int, classes int) (within, between *mat.SymDense) {
	n, p := y.Dims()
	means, sizes := map[int][]float64{}, map[int]float64{}
	for k, i := range rows {
		m, ok := means[class[i]]
		if !ok {
			m = make([]float64, p)
			means[class[i]] = m
		}
		sizes[class[i]]++
		for q, v := range y.RawRowView(k) {
			m[q] += v
		}
	}
	for c, m := range means {
		for q := range m {
			m[q] /= sizes[c]
		}
	}
	within, between = mat.NewSymDense(p, nil), mat.NewSymDense(p, nil)
	e := mat.NewVecDense(p, nil)
	freedom := math.Max(1, float64(n-classes))
	for k, i := range rows {
		m := means[class[i]]
		for q, v := range y.RawRowView(k) {
			e.SetVec(q, v-m[q])
		}
		within.SymRankOne(within, 1/freedom, e)
		for q := range m { // the mean of all rows is 0
			e.SetVec(q, m[q])
		}
		between.SymRankOne(between, 1/float64(n), e)
	}
	return within, between
}

// turned gives the greatest weight a positive sign.
func turned(w []float64) []float64 {
	most := 0.0
	for _, v := range w {
		if math.Abs(v) > math.Abs(most) {
			most = v
		}
	}
	if most < 0 {
		for i := range w {
			w[i] = -w[i]
		}
	}
	return w
}
