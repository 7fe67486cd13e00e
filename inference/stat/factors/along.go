package factors

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// along returns, for an estimate with one noise for all items, the share of the variance of the data along each factor:
// for principal components the shares of the eigenvalues. Factors whose loadings are not orthogonal are taken from the
// longest on, and each counts the variance within the span of it and those before, but not within that of those before
// (Shen and Huang 2008, Sparse principal component analysis via regularized low rank matrix approximation, Journal of
// Multivariate Analysis 99, 1015–1034, section 2.3). With missing cells, and of columns of several kinds, the variance
// is that of the model, GGᵀ + ψI, which for components of greatest likelihood is the expected covariance of the
// complete table. It is nil for other estimates. O(NDK).
func along(data *inference.Dataset, f *factor.State) []float64 {
	k := f.Count()
	if f.Binary || k == 0 || len(f.Noise) == 0 || !(f.Noise[0] > 0) || slices.Min(f.Noise) != slices.Max(f.Noise) {
		return nil
	}
	axes := axesOf(f.Loadings)
	shares := make([]float64, k)
	whole := 0.0
	if data.Missing() > 0 || data.OfKinds() {
		for j, q := range axes {
			if q == nil {
				continue
			}
			shares[j] = f.Noise[0]
			for other := range k {
				shares[j] += square(floats.Dot(q, mat.Col(nil, other, f.Loadings)))
			}
		}
		whole = floats.Sum(f.Noise) + square(mat.Norm(f.Loadings, 2))
	} else {
		x := mat.Matrix(data.X)
		if f.Side == inference.OnRows {
			x = data.X.T()
		}
		cases, items := x.Dims()
		y := make([]float64, items)
		for n := range cases {
			for d := range y {
				y[d] = x.At(n, d)
			}
			if f.Offset != nil {
				floats.Sub(y, f.Offset)
			}
			whole += floats.Dot(y, y)
			for j, q := range axes {
				if q != nil {
					shares[j] += square(floats.Dot(q, y))
				}
			}
		}
	}
	if !(whole > 0) {
		return nil
	}
	floats.Scale(1/whole, shares)
	return shares
}

// axesOf returns orthogonal directions of length 1: that of each factor without its part in the span of longer ones,
// nil where nothing is left.
func axesOf(loadings *mat.Dense) [][]float64 {
	_, k := loadings.Dims()
	axes, length := make([][]float64, k), make([]float64, k)
	order := inference.UpTo(k)
	for j := range k {
		length[j] = mat.Norm(loadings.ColView(j), 2)
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(length[b], length[a]) })
	var done [][]float64
	for _, j := range order {
		q := mat.Col(nil, j, loadings)
		for range 2 { // once more, against rounding errors
			for _, p := range done {
				floats.AddScaled(q, -floats.Dot(p, q), p)
			}
		}
		if rest := math.Sqrt(floats.Dot(q, q)); rest > 1e-9*length[j] {
			floats.Scale(1/rest, q)
			axes[j], done = q, append(done, q)
		}
	}
	return axes
}
