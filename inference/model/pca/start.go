package pca

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
)

// A spectrum holds eigenvalues and eigenvectors of the covariance of the items, with missing cells
// filled with the means of their items.
type spectrum struct {
	values  []float64  // descending, of length min(D, N); divisor N
	vectors *mat.Dense // D×min(D, N), in that order; arbitrary for values near 0
}

// newSpectrum uses the smaller of the two products YYᵀ and YᵀY. O(ND·min(N, D) + min³).
func newSpectrum(t *table) *spectrum {
	x := mat.NewDense(t.n, t.d, nil)
	for n := range t.n {
		row := x.RawRowView(n)
		for d, v := range t.row(n) {
			row[d] = v - t.mean[d]
		}
		for _, d := range t.gaps[n] {
			row[d] = 0
		}
	}
	k := min(t.d, t.n)
	var eigen mat.EigenSym
	if !eigen.Factorize(vector.Gram(x, 1/float64(t.n)), true) {
		panic("pca: the eigenvalues of a covariance could not be computed")
	}
	var v mat.Dense
	eigen.VectorsTo(&v)
	if t.d > t.n {
		var items mat.Dense
		items.Mul(x.T(), &v)
		v = items
	}
	s := &spectrum{values: make([]float64, k), vectors: mat.NewDense(t.d, k, nil)}
	ascending := eigen.Values(nil)
	for j := range k {
		s.values[j] = max(0, ascending[k-1-j])
		column := mat.Col(nil, k-1-j, &v)
		norm := 0.0
		for _, c := range column {
			norm += c * c
		}
		for d, c := range column {
			if norm > 0 {
				s.vectors.Set(d, j, c/math.Sqrt(norm))
			}
		}
	}
	return s
}

// spectrumOf returns that of a covariance of which n cases are to have components.
func spectrumOf(sigma *mat.SymDense, n int) *spectrum {
	d := sigma.SymmetricDim()
	var eigen mat.EigenSym
	if !eigen.Factorize(sigma, true) {
		panic("pca: the eigenvalues of a covariance could not be computed")
	}
	var v mat.Dense
	eigen.VectorsTo(&v)
	k := min(d, n)
	s := &spectrum{values: make([]float64, k), vectors: mat.NewDense(d, k, nil)}
	ascending := eigen.Values(nil)
	for j := range k {
		s.values[j] = max(0, ascending[d-1-j])
		s.vectors.SetCol(j, mat.Col(nil, d-1-j, &v))
	}
	return s
}

// noise returns the mean of the eigenvalues beyond the first k of D.
func (s *spectrum) noise(k, d int) float64 {
	sum := 0.0
	for _, v := range s.values[min(k, len(s.values)):] {
		sum += v
	}
	return sum / float64(d-k)
}

// loadings returns G of k components, D×K by item.
func (s *spectrum) loadings(k, d int, floor float64) (g []float64, psi float64) {
	psi = max(s.noise(k, d), floor)
	g = make([]float64, d*k)
	for j := range k {
		scale := math.Sqrt(max(s.values[j]-psi, 0))
		for i := range d {
			g[i*k+j] = scale * s.vectors.At(i, j)
		}
	}
	return g, psi
}

// varimax rotates G (D×K by item) one step towards the greatest variance of squared loadings
// (Kaiser 1958, as the fixed point on singular vectors) and reports whether it has converged.
func varimax(g []float64, k int) (done bool) {
	d := len(g) / k
	x := mat.NewDense(d, k, g)
	gradient := mat.NewDense(d, k, nil)
	means := make([]float64, k)
	for i := range d {
		for j, v := range x.RawRowView(i) {
			means[j] += v * v / float64(d)
		}
	}
	for i := range d {
		row := gradient.RawRowView(i)
		for j, v := range x.RawRowView(i) {
			row[j] = v * (v*v - means[j])
		}
	}
	var b mat.Dense
	b.Mul(x.T(), gradient)
	var svd mat.SVD
	if !svd.Factorize(&b, mat.SVDThin) {
		return true
	}
	var u, v, rotation, turned mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	rotation.Mul(&u, v.T())
	far := 0.0
	for i := range k {
		far = max(far, math.Abs(1-rotation.At(i, i)))
	}
	turned.Mul(x, &rotation)
	x.Copy(&turned)
	return far < 1e-8
}
