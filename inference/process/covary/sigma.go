package covary

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Sigma is a covariance of D columns, diag(Psi) + ΛΛᵀ.
type Sigma struct {
	Psi    []float64  // D positive numbers
	Lambda *mat.Dense // D×K; nil for none
}

// Diagonal returns the covariance of independent columns with the given variances.
func Diagonal(psi []float64) *Sigma { return &Sigma{Psi: psi} }

// Columns returns D.
func (s *Sigma) Columns() int { return len(s.Psi) }

// Rank returns K, 0 for a diagonal covariance.
func (s *Sigma) Rank() int {
	if s.Lambda == nil {
		return 0
	}
	_, k := s.Lambda.Dims()
	return k
}

// Scaled returns f·Σ, f > 0.
func (s *Sigma) Scaled(f float64) *Sigma {
	t := &Sigma{Psi: make([]float64, len(s.Psi))}
	for j, v := range s.Psi {
		t.Psi[j] = f * v
	}
	if s.Lambda != nil {
		t.Lambda = new(mat.Dense)
		t.Lambda.Scale(math.Sqrt(f), s.Lambda)
	}
	return t
}

// Select returns the covariance of some of the columns, in the given order.
func (s *Sigma) Select(columns []int) *Sigma {
	t := &Sigma{Psi: make([]float64, len(columns))}
	for i, j := range columns {
		t.Psi[i] = s.Psi[j]
	}
	if s.Lambda != nil && len(columns) > 0 {
		t.Lambda = mat.NewDense(len(columns), s.Rank(), nil)
		for i, j := range columns {
			t.Lambda.SetRow(i, s.Lambda.RawRowView(j))
		}
	}
	return t
}

// At returns the covariance of columns i and j.
func (s *Sigma) At(i, j int) float64 {
	v := 0.0
	if i == j {
		v = s.Psi[i]
	}
	if s.Lambda != nil {
		b := s.Lambda.RawRowView(j)
		for k, a := range s.Lambda.RawRowView(i) {
			v += a * b[k]
		}
	}
	return v
}

// Dense returns the D×D matrix.
func (s *Sigma) Dense() *mat.SymDense {
	d := len(s.Psi)
	m := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			m.SetSym(i, j, s.At(i, j))
		}
	}
	return m
}

// MeanVariance returns the mean of the diagonal.
func (s *Sigma) MeanVariance() float64 {
	sum := 0.0
	for j := range s.Psi {
		sum += s.At(j, j)
	}
	return sum / float64(len(s.Psi))
}

// Cooled returns Ψ + power·ΛΛᵀ.
func (s *Sigma) Cooled(power float64) *Sigma {
	out := &Sigma{Psi: s.Psi, Lambda: s.Lambda}
	if power < 1 && s.Lambda != nil {
		out.Lambda = mat.DenseCopyOf(s.Lambda)
		out.Lambda.Scale(math.Sqrt(power), out.Lambda)
	}
	return out
}

// Map returns the symmetric root of Σ⁻¹ after scaling by Ψ (equation 11.2), O(D·K²), or where K is
// not much less than D a triangular one.
func (s *Sigma) Map() *Map {
	d, k := len(s.Psi), s.Rank()
	m := &Map{root: make([]float64, d)}
	for j, v := range s.Psi {
		m.root[j] = 1 / math.Sqrt(v)
		m.LogDet -= 0.5 * math.Log(v)
	}
	if k == 0 {
		return m
	}
	b := mat.DenseCopyOf(s.Lambda)
	for j, r := range m.root {
		row := b.RawRowView(j)
		for i := range row {
			row[i] *= r
		}
	}
	if 2*k >= d && d >= wide {
		return m.triangular(b)
	}
	e, v := gramEigen(b)
	m.axes, m.shrink = v, make([]float64, len(e))
	for i, x := range e {
		m.shrink[i] = -math.Expm1(-0.5 * math.Log1p(x))
		m.LogDet -= 0.5 * math.Log1p(x)
	}
	return m
}

// wide is from how many columns on a Σ of high rank is mapped by a triangle: a tenth of the time
// of the eigenvectors.
const wide = 32

// triangular completes a map of no factors by W = diag(root)·L⁻ᵀ with LLᵀ = I + bbᵀ, whose
// eigenvalues are 1 and more: O(D³/3).
func (m *Map) triangular(b *mat.Dense) *Map {
	d := len(m.root)
	a := mat.NewSymDense(d, nil)
	a.SymOuterK(1, b)
	for j := range d {
		a.SetSym(j, j, a.At(j, j)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		panic("covary: Σ is not positive definite")
	}
	var u mat.TriDense
	chol.UTo(&u)
	one := mat.NewDense(d, d, nil)
	for j := range d {
		one.Set(j, j, 1)
	}
	w := new(mat.Dense)
	if err := w.Solve(&u, one); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	for j, r := range m.root {
		row := w.RawRowView(j)
		for i := range row {
			row[i] *= r
		}
	}
	return &Map{dense: w, LogDet: m.LogDet - 0.5*chol.LogDet()}
}

// A Map is a matrix W, D×D, with WWᵀ = Σ⁻¹: if the rows of Y have covariance Σ, those of YW have
// independent columns of unit variance.
type Map struct {
	LogDet float64 // ln|W|
	root   []float64
	axes   *mat.Dense // D×r, orthonormal columns
	shrink []float64  // W = diag(root)·(I − axes·diag(shrink)·axesᵀ)
	dense  *mat.Dense // W itself, where it is no root of a Sigma; nil otherwise
}

// MapOf returns the map of a given Σ, D×D, or an error if that has no inverse: O(D³).
func MapOf(sigma *mat.SymDense) (*Map, error) {
	var chol mat.Cholesky
	if !chol.Factorize(sigma) {
		return nil, errors.New("the covariance is not positive definite: no columns vary so")
	}
	d := sigma.SymmetricDim()
	one := mat.NewDense(d, d, nil)
	for j := range d {
		one.Set(j, j, 1)
	}
	var u mat.TriDense
	chol.UTo(&u) // Σ = UᵀU, so that W = U⁻¹
	w := new(mat.Dense)
	if err := w.Solve(&u, one); err != nil && !isCondition(err) {
		return nil, fmt.Errorf("the covariance has no inverse: %w", err)
	}
	return &Map{dense: w, LogDet: -0.5 * chol.LogDet()}, nil
}

// NewMap returns the map of a D×D matrix W, which is kept.
func NewMap(w *mat.Dense) *Map {
	m := &Map{dense: w}
	logs, _ := mat.LogDet(w)
	m.LogDet = logs
	return m
}

// Columns returns D.
func (m *Map) Columns() int {
	if m.dense != nil {
		d, _ := m.dense.Dims()
		return d
	}
	return len(m.root)
}

// Dense returns W.
func (m *Map) Dense() *mat.Dense {
	if m.dense != nil {
		return m.dense
	}
	d := len(m.root)
	one := mat.NewDense(d, d, nil)
	for j := range d {
		one.Set(j, j, 1)
	}
	return m.Rows(one)
}

// precision returns a cell of WWᵀ.
func (m *Map) precision(i, j int) float64 {
	if m.dense != nil {
		v := 0.0
		b := m.dense.RawRowView(j)
		for k, a := range m.dense.RawRowView(i) {
			v += a * b[k]
		}
		return v
	}
	v := 0.0
	if i == j {
		v = m.root[i] * m.root[i]
	}
	if m.axes != nil {
		a, b := m.axes.RawRowView(i), m.axes.RawRowView(j)
		for r, f := range m.shrink {
			v -= m.root[i] * m.root[j] * a[r] * b[r] * f * (2 - f)
		}
	}
	return v
}

// Rows returns XW, n×D. O(n·D·K).
func (m *Map) Rows(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	if d != m.Columns() {
		panic("covary: the map has another number of columns")
	}
	if m.dense != nil {
		y := new(mat.Dense)
		y.Mul(x, m.dense)
		return y
	}
	y := mat.NewDense(n, d, nil)
	for i := range n {
		row := y.RawRowView(i)
		for j, v := range x.RawRowView(i) {
			row[j] = v * m.root[j]
		}
	}
	if m.axes == nil {
		return y
	}
	var z, w mat.Dense
	z.Mul(y, m.axes)
	_, r := m.axes.Dims()
	for i := range n {
		row := z.RawRowView(i)
		for k := range r {
			row[k] *= m.shrink[k]
		}
	}
	w.Mul(&z, m.axes.T())
	y.Sub(y, &w)
	return y
}

// Row writes yW to dst, both of D numbers, which may be the same slice.
func (m *Map) Row(dst, y []float64) {
	out := m.Rows(mat.NewDense(1, len(y), append([]float64(nil), y...)))
	copy(dst, out.RawRowView(0))
}

// gramEigen returns the squared singular values of b, D×K, above 1e-12 of the largest, and
// its left singular vectors, D×r. There are no vectors where none is left.
func gramEigen(b *mat.Dense) (e []float64, axes *mat.Dense) {
	n, k := b.Dims()
	small := min(n, k)
	gram := mat.NewSymDense(small, nil)
	if k < n {
		gram.SymOuterK(1, b.T())
	} else {
		gram.SymOuterK(1, b)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		panic("covary: no eigenvalues")
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	least := 1e-12 * math.Max(values[small-1], 0)
	first := 0
	for first < small && !(values[first] > least) {
		first++
	}
	if first == small {
		return nil, nil
	}
	kept := vectors.Slice(0, small, first, small)
	e, axes = values[first:], new(mat.Dense)
	if k >= n {
		axes.CloneFrom(kept)
		return e, axes
	}
	axes.Mul(b, kept)
	for j := range n {
		row := axes.RawRowView(j)
		for i := range row {
			row[i] /= math.Sqrt(e[i])
		}
	}
	return e, axes
}

// Triangle returns the lower triangle of a symmetric matrix, row by row.
func Triangle(m *mat.SymDense) []float64 {
	var half []float64
	for i := range m.SymmetricDim() {
		for j := range i + 1 {
			half = append(half, m.At(i, j))
		}
	}
	return half
}

// Symmetric is the inverse of Triangle.
func Symmetric(half []float64, d int) *mat.SymDense {
	m := mat.NewSymDense(d, nil)
	at := 0
	for i := range d {
		for j := range i + 1 {
			m.SetSym(i, j, half[at])
			at++
		}
	}
	return m
}
