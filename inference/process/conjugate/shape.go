package conjugate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Shapes is the prior of the shape T of a [Prior], whose mean is that prior's first shape T₀: T ~ W(D+1, T₀/(D+1)) for
// a full one, T_j ~ Ga(1, 1/T₀_j) for each column of a diagonal one. Only those count in which ρ times each pivot of T
// is at least its floor. The pivot of column j is its variance under T given the columns before it; that of a diagonal
// T is T_j.
type Shapes struct {
	first   []float64 // T₀
	inverse []float64 // (D+1)·T₀⁻¹, both triangles; of a full one
	Floor   []float64 // of each column, in squared units of the table
}

// leastShape is the least pivot of ρT as a share of that of T₀: the rows of a cluster keep a thousandth of the standard
// deviation of the table.
const leastShape = 1e-6

// NewShapes returns the prior of the shape of p, which holds T₀. least is the least variance of each column within a
// cluster, such as that of rounding; nil for none.
func NewShapes(p *Prior, least []float64) *Shapes {
	d := len(p.Mean)
	s := &Shapes{first: append([]float64(nil), p.shape...), Floor: make([]float64, d)}
	for j, v := range p.Pivots() {
		s.Floor[j] = leastShape * v
		if least != nil {
			s.Floor[j] = math.Max(s.Floor[j], least[j])
		}
	}
	if p.factor != nil {
		s.inverse = invert(append([]float64(nil), p.factor...), d)
		for i := range s.inverse {
			s.inverse[i] *= float64(d + 1)
		}
	}
	return s
}

// invert returns (uᵀu)⁻¹, both triangles, in place of u.
func invert(u []float64, d int) []float64 {
	t := blas64.Triangular{N: d, Stride: d, Data: u, Uplo: blas.Upper, Diag: blas.NonUnit}
	lapack64.Trtri(t)
	out := make([]float64, d*d)
	blas64.Syrk(blas.NoTrans, 1, blas64.General{Rows: d, Cols: d, Stride: d, Data: u}, 0,
		blas64.Symmetric{N: d, Stride: d, Data: out, Uplo: blas.Upper})
	for i := range d {
		for j := range i {
			out[i*d+j] = out[j*d+i]
		}
	}
	return out
}

// Pivots returns the variance, under T, of each column given those before it.
func (p *Prior) Pivots() []float64 {
	if p.factor == nil {
		return append([]float64(nil), p.shape...)
	}
	d := len(p.Mean)
	v := make([]float64, d)
	for j := range v {
		v[j] = p.factor[j*d+j] * p.factor[j*d+j]
	}
	return v
}

// Precision returns zeros for [Component.Draw] to add to: D×D of a full prior, of which the upper triangle counts, D of
// a diagonal one.
func (p *Prior) Precision() []float64 { return make([]float64, len(p.shape)) }

// Trace returns tr(T·precision).
func (p *Prior) Trace(precision []float64) (sum float64) {
	if p.factor == nil {
		for j, v := range precision {
			sum += p.shape[j] * v
		}
		return sum
	}
	d := len(p.Mean)
	for i := range d {
		sum += p.shape[i*d+i] * precision[i*d+i]
		for j := i + 1; j < d; j++ {
			sum += 2 * p.shape[i*d+j] * precision[i*d+j]
		}
	}
	return sum
}

// Shape returns T: D variances of a diagonal prior, the D(D+1)/2 numbers of a full one up to its diagonal, row by row.
func (p *Prior) Shape() []float64 {
	if p.factor == nil {
		return append([]float64(nil), p.shape...)
	}
	d := len(p.Mean)
	half := make([]float64, 0, d*(d+1)/2)
	for i := range d {
		half = append(half, p.shape[i*d:i*d+i+1]...)
	}
	return half
}

// SetShape sets T from the numbers that [Prior.Shape] returned. It reports false, and leaves T alone, if there are not
// as many numbers or T would not be positive definite. Every component must then be filled again.
func (p *Prior) SetShape(half []float64) bool {
	if p.factor == nil {
		if len(half) != len(p.shape) {
			return false
		}
		for _, v := range half {
			if !(v > 0) {
				return false
			}
		}
		p.shape = append([]float64(nil), half...)
		return true
	}
	d := len(p.Mean)
	if len(half) != d*(d+1)/2 {
		return false
	}
	t := make([]float64, d*d)
	for i := range d {
		for j := 0; j <= i; j++ {
			t[i*d+j] = half[i*(i+1)/2+j]
			t[j*d+i] = t[i*d+j]
		}
	}
	return p.setFull(t)
}

// setFull sets T, D×D, if it is positive definite.
func (p *Prior) setFull(t []float64) bool {
	d := len(p.Mean)
	factor := append([]float64(nil), t...)
	if !cholesky(factor, d) {
		return false
	}
	p.shape, p.factor, p.logShape = t, factor, logDeterminant(factor, d)
	return true
}

// Draw draws the shape of p given the precisions of k clusters, summed. Each has the density ∝ |T|^((δ+D−1)/2)
// exp(−½ρ(δ−2)tr(TΣ⁻¹)) in T, so that
//
//	T   ~ W(D+1+k(δ+D−1), [(D+1)T₀⁻¹ + ρ(δ−2)Σ_k Σ_k⁻¹]⁻¹)
//	T_j ~ Ga(1+kδ/2, 1/T₀_j + ½ρ(δ−2)Σ_k σ_kj⁻²)
//
// With T = LLᵀ, L the factor of the scale matrix times Bartlett's, the pivots are L_jj², which are independent: those
// below their floors are cut off, and nothing else changes. Every component must then be filled again. D³
// multiply-adds.
func (s *Shapes) Draw(p *Prior, k int, precision []float64, rng *rand.Rand) {
	d := len(p.Mean)
	strength := p.strength()
	if p.factor == nil {
		shape := make([]float64, d)
		for j, v := range s.first {
			shape[j] = GammaAbove(1+float64(k)*p.Freedom/2, 1/v+strength/2*precision[j], s.Floor[j]/p.Scale, rng)
		}
		p.shape = shape
		return
	}
	a := make([]float64, d*d)
	for i := range d {
		for j := i; j < d; j++ {
			a[i*d+j] = s.inverse[i*d+j] + strength*precision[i*d+j]
		}
	}
	if !cholesky(a, d) {
		return // numbers too far apart for their digits: T stays
	}
	u := invert(a, d) // the scale matrix
	if !cholesky(u, d) {
		return
	}
	// The scale matrix is UᵀU. With the lower triangular b of Bartlett, C = bᵀU and T = CᵀC.
	f := float64(d+1) + float64(k)*(p.Freedom+float64(d)-1)
	b := make([]float64, d*d)
	for i := range d {
		for j := range i {
			b[i*d+j] = rng.NormFloat64()
		}
		v := u[i*d+i]
		b[i*d+i] = math.Sqrt(2 * GammaAbove((f-float64(i))/2, 1, s.Floor[i]/(2*p.Scale*v*v), rng))
	}
	c := blas64.General{Rows: d, Cols: d, Stride: d, Data: u}
	blas64.Trmm(blas.Left, blas.Trans, 1, blas64.Triangular{N: d, Stride: d, Data: b, Uplo: blas.Lower,
		Diag: blas.NonUnit}, c)
	t := make([]float64, d*d)
	blas64.Syrk(blas.Trans, 1, c, 0, blas64.Symmetric{N: d, Stride: d, Data: t, Uplo: blas.Upper})
	for i := range d {
		for j := range i {
			t[i*d+j] = t[j*d+i]
		}
	}
	p.setFull(t) // factored anew, so that a prior saved and read has the same bits; where that fails T stays
}

// LeastScale is the least ρ whose clusters are above their floors under the shape of p.
func (s *Shapes) LeastScale(p *Prior) (least float64) {
	for j, v := range p.Pivots() {
		least = math.Max(least, s.Floor[j]/v)
	}
	return least
}

// LogDensity returns the log density of the shape of p, without constants and floors.
func (s *Shapes) LogDensity(p *Prior) (sum float64) {
	if p.factor == nil {
		for j, v := range s.first {
			sum -= p.shape[j] / v
		}
		return sum
	}
	for i, v := range s.inverse {
		sum -= v * p.shape[i] / 2
	}
	return sum
}

// Begin draws the shape of p from this prior, floors aside.
func (s *Shapes) Begin(p *Prior, rng *rand.Rand) {
	floor, scale := s.Floor, p.Scale
	s.Floor, p.Scale = make([]float64, len(floor)), 1
	s.Draw(p, 0, p.Precision(), rng)
	s.Floor, p.Scale = floor, scale
}
