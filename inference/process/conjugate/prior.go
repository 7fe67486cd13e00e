package conjugate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Prior is the prior of a cluster's mean and covariance. Kappa and Scale may change between uses;
// every component must then be filled again.
type Prior struct {
	Mean    []float64 // m₀, D values
	Kappa   float64   // κ₀ > 0: the number of rows that the prior of the mean is worth
	Freedom float64   // δ > 2: degrees of freedom of a column's variance
	Scale   float64   // ρ > 0: mean of a covariance, as a multiple of the shape

	shape     []float64 // v for a diagonal prior, T row by row for a full one
	factor    []float64 // of a full prior: upper triangular C with T = CᵀC
	logShape  float64   // log |T|, of a full prior
	constants []float64 // by number of rows, see constant
}

// NewDiagonalPrior returns a prior of independent columns with shape variances v.
func NewDiagonalPrior(mean, v []float64, kappa, freedom, scale float64) *Prior {
	return &Prior{Mean: mean, Kappa: kappa, Freedom: freedom, Scale: scale, shape: v}
}

// NewFullPrior returns a prior of dependent columns with the D×D shape T, row by row. It fails if T
// is not positive definite.
func NewFullPrior(mean, t []float64, kappa, freedom, scale float64) (*Prior, error) {
	d := len(mean)
	p := &Prior{Mean: mean, Kappa: kappa, Freedom: freedom, Scale: scale, shape: t, factor: append([]float64(nil), t...)}
	if !cholesky(p.factor, d) {
		return nil, fmt.Errorf("conjugate: the shape of the prior covariance is not positive definite")
	}
	p.logShape = logDeterminant(p.factor, d)
	return p, nil
}

// SetFreedom changes δ. Every component must be filled again.
func (p *Prior) SetFreedom(freedom float64) { p.Freedom, p.constants = freedom, nil }

// strength returns the factor from the shape to Λ₀.
func (p *Prior) strength() float64 { return p.Scale * (p.Freedom - 2) }

// constant returns lnΓ((δ+n+1)/2) − lnΓ((δ+n)/2) − ½ ln π, from a table.
func (p *Prior) constant(n int) float64 {
	for k := len(p.constants); k <= n; k++ {
		f := p.Freedom + float64(k)
		p.constants = append(p.constants, special.LogGamma((f+1)/2)-special.LogGamma(f/2)-0.5*math.Log(math.Pi))
	}
	return p.constants[n]
}

// Tabulate computes all that components of at most n rows look up, after which several goroutines may use components of
// this prior side by side as long as none of them uses another's.
func (p *Prior) Tabulate(n int) { p.constant(n) }

// A Component is a cluster of rows with its mean and covariance integrated out.
type Component interface {
	// Size is the number of rows.
	Size() int
	// Fill replaces all rows by the given ones. Their order affects only the last bits of the
	// result.
	Fill(rows [][]float64)
	// Add adds a row.
	Add(x []float64)
	// Remove removes a row that was added. It reports false if rounding has made that impossible;
	// the component must then be filled again.
	Remove(x []float64) bool
	// LogPredictive returns the log density of another row. NaN cells are left out.
	LogPredictive(x []float64) float64
	// Ready prepares for Density. From then until the component changes, several goroutines may call that.
	Ready()
	// Density is LogPredictive with D numbers of scratch space of the caller's. Where columns depend on each other
	// the row must be complete.
	Density(x, work []float64) float64
	// CopyFrom makes the component equal to another of the same kind and prior.
	CopyFrom(c Component)
	// LogMarginal returns the log density of the rows it holds, together.
	LogMarginal() float64
	// Draw draws mean and covariance of the cluster from their posterior. For the conditionals of T, ρ and κ₀ it adds Σ⁻¹
	// to precision, D×D or its diagonal, see [Prior.Precision], and returns (μ−m₀)ᵀΣ⁻¹(μ−m₀).
	Draw(rng *rand.Rand, precision []float64) (distance float64)
}

// Gamma draws from Ga(shape, rate).
func Gamma(shape, rate float64, rng *rand.Rand) float64 {
	return distuv.Gamma{Alpha: shape, Beta: rate, Src: rng}.Rand()
}

// GammaAbove draws from the part of Ga(shape, rate) above least; the shape must be 1 or more.
func GammaAbove(shape, rate, least float64, rng *rand.Rand) float64 {
	if least*rate <= shape-1 { // left of the mode: little is cut off
		for {
			if v := Gamma(shape, rate, rng); v >= least {
				return v
			}
		}
	}
	// Right of the mode the log density lies below its tangent at least, the log density of an exponential.
	for {
		beyond := rng.ExpFloat64() / (rate - (shape-1)/least)
		if -rng.ExpFloat64() <= (shape-1)*(math.Log1p(beyond/least)-beyond/least) {
			return least + beyond
		}
	}
}

// cholesky replaces the symmetric matrix a, d×d row by row, by the upper triangular u
// with a = uᵀu, zero below its diagonal. It reports whether a is positive definite.
func cholesky(a []float64, d int) bool {
	_, ok := lapack64.Potrf(blas64.Symmetric{N: d, Stride: d, Data: a, Uplo: blas.Upper})
	for i := range d {
		clear(a[i*d : i*d+i])
	}
	return ok
}

// logDeterminant returns log |uᵀu|.
func logDeterminant(u []float64, d int) float64 {
	s := 0.0
	for i := range d {
		s += math.Log(u[i*d+i])
	}
	return 2 * s
}

// long is the loop length from which vector routines take over.
const long = 16

// solve replaces z by the solution of uᵀ·w = z for upper triangular u, and returns |w|².
// With z = x−m it is the squared distance under uᵀu. D²/2 multiply-adds.
func solve(u, z []float64) float64 {
	d, square := len(z), 0.0
	for k := range d {
		row := u[k*d : (k+1)*d]
		w := z[k] / row[k]
		z[k] = w
		square += w * w
		rest, of := z[k+1:], row[k+1:d]
		if m := len(rest); m >= long {
			blas64.Axpy(-w, blas64.Vector{N: m, Data: of, Inc: 1}, blas64.Vector{N: m, Data: rest, Inc: 1})
			continue
		}
		for i := range rest {
			rest[i] -= of[i] * w
		}
	}
	return square
}

// update replaces u by the factor of uᵀu + wwᵀ. w is overwritten. D² multiply-adds.
func update(u, w []float64) {
	d := len(w)
	for k := range d {
		row := u[k*d : (k+1)*d]
		r := math.Hypot(row[k], w[k])
		c, s := row[k]/r, w[k]/r
		row[k] = r
		rest, of := w[k+1:], row[k+1:d]
		for i := range rest {
			a, b := of[i], rest[i]
			of[i] = c*a + s*b
			rest[i] = c*b - s*a
		}
	}
}

// downdate replaces u by the factor of uᵀu − wwᵀ and reports whether there is one. It overwrites w,
// and also u if there is none.
func downdate(u, w []float64) bool {
	d := len(w)
	for k := range d {
		row := u[k*d : (k+1)*d]
		square := (row[k] - w[k]) * (row[k] + w[k])
		if !(square > 1e-12*row[k]*row[k]) {
			return false
		}
		r := math.Sqrt(square)
		c, s := row[k]/r, w[k]/r
		row[k] = r
		rest, of := w[k+1:], row[k+1:d]
		for i := range rest {
			a := c*of[i] - s*rest[i]
			rest[i] = (rest[i] - s*a) / c
			of[i] = a
		}
	}
	return true
}
