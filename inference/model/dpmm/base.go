package dpmm

import (
	"math"
	"slices"

	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// base returns the prior of a cluster for the data, with κ₀ and ρ as given. m₀ is the mean of the
// columns. T₀ is their variances or, with full covariances, their covariance shrunk towards the
// variances. Shrinkage gives T₀ an inverse even if the columns are linearly dependent.
func base(x *mat.Dense, full bool, kappa, freedom, scale float64) (*conjugate.Prior, error) {
	mean, v, _ := conjugate.Moments(x)
	if !full {
		return conjugate.NewDiagonalPrior(mean, v, kappa, freedom, scale), nil
	}
	return conjugate.NewFullPrior(mean, shrunk(x, mean, v), kappa, freedom, scale)
}

// rounding returns the variance of the error of rounding in each column: a twelfth of the square of the least
// difference between two of its values (Sheppard 1897). Differences below a billionth of the greatest value are
// rounding of the computer's. It is 0 for a column of fewer than three values.
func rounding(x *mat.Dense) []float64 {
	n, d := x.Dims()
	least := make([]float64, d)
	values := make([]float64, 0, n)
	for j := range d {
		values = values[:0]
		most := 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				values = append(values, v)
				most = max(most, math.Abs(v))
			}
		}
		slices.Sort(values)
		gap, gaps := math.Inf(1), 0
		for k := 1; k < len(values); k++ {
			if e := values[k] - values[k-1]; e > 1e-9*most {
				gap = min(gap, e)
				gaps++
			}
		}
		if gaps >= 2 {
			least[j] = gap * gap / 12
		}
	}
	return least
}

// leastShrinkage keeps T₀ invertible when columns are exact sums of others.
const leastShrinkage = 1e-6

// shrunk returns the covariance of the columns with correlations r_ij multiplied by 1−λ, λ = Σ
// Var(r_ij)/Σ r_ij² (Schäfer and Strimmer 2005, A shrinkage approach to large-scale covariance
// matrix estimation, table 1, target D). Missing cells count as the column's mean, which brings
// correlations nearer to 0. N·D² multiply-adds.
func shrunk(x *mat.Dense, mean, v []float64) []float64 {
	n, d := x.Dims()
	z, squares := make([]float64, n*d), make([]float64, n*d)
	for j := range d {
		sum := 0.0
		for i := range n {
			if e := (x.At(i, j) - mean[j]) / math.Sqrt(v[j]); !math.IsNaN(e) {
				z[i*d+j] = e
				sum += e * e
			}
		}
		if sum == 0 {
			continue // a constant column
		}
		root := math.Sqrt(float64(n) / sum)
		for i := range n {
			z[i*d+j] *= root
			squares[i*d+j] = z[i*d+j] * z[i*d+j]
		}
	}
	r, fourth := product(z, n, d), product(squares, n, d)
	variance, square, count := 0.0, 0.0, float64(n)
	for i := range d {
		for j := i + 1; j < d; j++ {
			w := r[i*d+j] / count // r_ij is the mean of z_ki·z_kj
			variance += (fourth[i*d+j]/count - w*w) / (count - 1)
			square += w * w
		}
	}
	lambda := 1.0
	if square > 0 {
		lambda = min(1, max(leastShrinkage, variance/square))
	}
	out := make([]float64, d*d)
	for i := range d {
		out[i*d+i] = v[i]
		for j := i + 1; j < d; j++ {
			out[i*d+j] = (1 - lambda) * r[i*d+j] / count * math.Sqrt(v[i]*v[j])
			out[j*d+i] = out[i*d+j]
		}
	}
	return out
}

// product returns the upper triangle of zᵀz.
func product(z []float64, n, d int) []float64 {
	c := make([]float64, d*d)
	blas64.Syrk(blas.Trans, 1, blas64.General{Rows: n, Cols: d, Stride: d, Data: z}, 0,
		blas64.Symmetric{N: d, Stride: d, Data: c, Uplo: blas.Upper})
	return c
}
