package ggm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// A prior holds all that is not learnt.
type prior struct {
	spike, slab float64 // v₀, v₁: standard deviations of ω_ij
	share       float64 // π
	lambda      float64
	kappa       float64 // rows' worth of prior mean; +Inf knows the mean to be 0
}

// A sampler is the state of a chain: Ω, z and the missing cells.
type sampler struct {
	prior
	n, d  int
	rng   *rand.Rand
	x     []float64 // N×D, missing cells drawn
	gaps  [][]int   // missing columns of each row; nil for complete rows
	mean  []float64 // of the rows
	s     []float64 // D×D: Σ (x−μ)(x−μ)ᵀ with μ integrated out
	omega []float64 // D×D
	sigma []float64 // D×D, Ω⁻¹
	slabs []bool    // D×D, z
	next  int       // column to be drawn next
}

// newSampler starts at the identity without edges. x is N×D; none of the rows for the prior alone.
func newSampler(x *mat.Dense, d int, p prior, rng *rand.Rand) *sampler {
	s := &sampler{prior: p, d: d, rng: rng, mean: make([]float64, d), s: make([]float64, d*d),
		omega: make([]float64, d*d), sigma: make([]float64, d*d), slabs: make([]bool, d*d)}
	for j := range d {
		s.omega[j*d+j], s.sigma[j*d+j] = 1, 1
	}
	if x == nil {
		return s
	}
	s.n, _ = x.Dims()
	s.x, s.gaps = make([]float64, s.n*d), make([][]int, s.n)
	for i := range s.n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				s.gaps[i] = append(s.gaps[i], j)
				v = 0
			}
			s.x[i*d+j] = v
		}
	}
	s.moments()
	return s
}

func (s *sampler) row(i int) []float64 { return s.x[i*s.d : (i+1)*s.d] }

// moments renews mean and scatter from the rows: S = Σxxᵀ − N²/(N+κ) x̄x̄ᵀ. N·D² multiply-adds.
func (s *sampler) moments() {
	d := s.d
	clear(s.mean)
	for i := range s.n {
		for j, v := range s.row(i) {
			s.mean[j] += v / float64(s.n)
		}
	}
	clear(s.s)
	for i := range s.n {
		row := s.row(i)
		for j, v := range row {
			a := v - s.mean[j]
			for k, w := range row[:j+1] {
				s.s[j*d+k] += a * (w - s.mean[k])
			}
		}
	}
	n := float64(s.n)
	rest := n // of x̄x̄ᵀ: N − N²/(N+κ)
	if !math.IsInf(s.kappa, 1) {
		rest = n * s.kappa / (n + s.kappa)
	}
	for j := range d {
		for k := range j + 1 {
			v := s.s[j*d+k] + rest*s.mean[j]*s.mean[k]
			s.s[j*d+k], s.s[k*d+j] = v, v
		}
	}
}

// column draws column c of Ω given all others. With Ω₁₁ the matrix without c and Σ = Ω⁻¹:
//
//	Ω₁₁⁻¹ = Σ₁₁ − σ₁₂σ₁₂ᵀ/σ₂₂,   C = {(s₂₂+λ)Ω₁₁⁻¹ + diag(1/v²)}⁻¹,   ω₁₂ ~ N(−C s₁₂, C),
//	g ~ Ga(N/2 + 1, (s₂₂+λ)/2),   ω₂₂ = g + ω₁₂ᵀΩ₁₁⁻¹ω₁₂
func (s *sampler) column(c int) {
	d, m := s.d, s.d-1
	other := func(a int) int { // place among all columns
		if a >= c {
			return a + 1
		}
		return a
	}
	rate := s.s[c*d+c] + s.lambda
	inverse, precision := make([]float64, m*m), mat.NewSymDense(m, nil)
	right := mat.NewVecDense(m, nil)
	for a := range m {
		i := other(a)
		right.SetVec(a, -s.s[i*d+c])
		for b := range a + 1 {
			j := other(b)
			v := s.sigma[i*d+j] - s.sigma[i*d+c]*s.sigma[j*d+c]/s.sigma[c*d+c]
			inverse[a*m+b], inverse[b*m+a] = v, v
			if v *= rate; a == b {
				sd := s.spike
				if s.slabs[i*d+c] {
					sd = s.slab
				}
				v += 1 / (sd * sd)
			}
			precision.SetSym(a, b, v)
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(precision) {
		return // rounding: the column stays
	}
	var drawn, noise mat.VecDense
	if err := factor.SolveVecTo(&drawn, right); err != nil {
		return
	}
	z := mat.NewVecDense(m, nil)
	for a := range m {
		z.SetVec(a, s.rng.NormFloat64())
	}
	var lower mat.TriDense
	factor.LTo(&lower)
	if err := noise.SolveVec(lower.T(), z); err != nil {
		return
	}
	drawn.AddVec(&drawn, &noise)
	g := conjugate.Gamma(float64(s.n)/2+1, rate/2, s.rng)
	s.put(c, drawn.RawVector().Data, inverse, g, other)
}

// put sets a column of Ω and brings Σ up to date: Σ₁₁ = Ω₁₁⁻¹ + uuᵀ/g, σ₁₂ = −u/g, σ₂₂ = 1/g, with u = Ω₁₁⁻¹ω₁₂.
func (s *sampler) put(c int, drawn, inverse []float64, g float64, other func(int) int) {
	d, m := s.d, s.d-1
	u := make([]float64, m)
	sum := g
	for a := range m {
		for b, w := range drawn {
			u[a] += inverse[a*m+b] * w
		}
		sum += drawn[a] * u[a]
	}
	s.omega[c*d+c], s.sigma[c*d+c] = sum, 1/g
	for a, w := range drawn {
		i := other(a)
		s.omega[i*d+c], s.omega[c*d+i] = w, w
		s.sigma[i*d+c], s.sigma[c*d+i] = -u[a]/g, -u[a]/g
		for b := range m {
			s.sigma[i*d+other(b)] = inverse[a*m+b] + u[a]*u[b]/g
		}
	}
}

// inclusion is the probability of an edge given ω_ij.
func (s *sampler) inclusion(omega float64) float64 {
	a, b := omega/s.slab, omega/s.spike
	odds := math.Log(s.share/(1-s.share)) + math.Log(s.spike/s.slab) - 0.5*(a*a-b*b)
	return 1 / (1 + math.Exp(-odds))
}

// choose draws z of all pairs.
func (s *sampler) choose() {
	for i := range s.d {
		for j := range i {
			z := s.rng.Float64() < s.inclusion(s.omega[i*s.d+j])
			s.slabs[i*s.d+j], s.slabs[j*s.d+i] = z, z
		}
	}
}

// invert renews Σ from Ω, so that rounding does not gather; false where Ω is not positive definite. D³.
func (s *sampler) invert() bool {
	var factor mat.Cholesky
	return factor.Factorize(s.precision()) && s.renew(&factor)
}

// invertFirmly is invert for an Ω that has lost digits, as those of columns in very different units have.
func (s *sampler) invertFirmly() bool {
	factor, ok := cholesky.Firmly(s.precision())
	return ok && s.renew(factor)
}

// precision returns Ω.
func (s *sampler) precision() *mat.SymDense {
	omega := mat.NewSymDense(s.d, nil)
	for i := range s.d {
		for j := range i + 1 {
			omega.SetSym(i, j, s.omega[i*s.d+j])
		}
	}
	return omega
}

// renew takes Σ from the factor of Ω and reports whether it could.
func (s *sampler) renew(factor *mat.Cholesky) bool {
	var inverse mat.SymDense
	if failed(factor.InverseTo(&inverse)) {
		return false
	}
	for i := range s.d {
		for j := range s.d {
			s.sigma[i*s.d+j] = inverse.At(i, j)
		}
	}
	return true
}

// failed reports an error that is not merely that a matrix is near a singular one.
func failed(err error) bool {
	_, near := err.(mat.Condition)
	return err != nil && !near
}

// fill draws μ, and then the missing cells m of each row: N(μ_m − Ω_mm⁻¹Ω_mo(x_o − μ_o), Ω_mm⁻¹).
func (s *sampler) fill() {
	d := s.d
	mu := s.center()
	if !math.IsInf(s.kappa, 1) {
		e := s.normal(inference.UpTo(d))
		for j := range mu {
			mu[j] += e[j] / math.Sqrt(float64(s.n)+s.kappa)
		}
	}
	for i, gap := range s.gaps {
		if gap == nil {
			continue
		}
		row := s.row(i)
		for _, j := range gap {
			row[j] = math.NaN()
		}
		m := len(gap)
		precision, right := mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)
		for a, j := range gap {
			pull := 0.0
			for k, v := range row {
				if !math.IsNaN(v) {
					pull -= s.omega[j*d+k] * (v - mu[k])
				}
			}
			right.SetVec(a, pull)
			for b, k := range gap[:a+1] {
				precision.SetSym(a, b, s.omega[j*d+k])
			}
		}
		factor, ok := cholesky.Firmly(precision)
		var at mat.VecDense
		if !ok || failed(factor.SolveVecTo(&at, right)) {
			panic("ggm: a block of a positive definite matrix is not positive definite")
		}
		e := s.normal(gap)
		for a, j := range gap {
			row[j] = mu[j] + at.AtVec(a) + e[a]
		}
	}
	s.moments()
}

// center is the posterior mean of μ, N x̄/(N+κ).
func (s *sampler) center() []float64 {
	mu := make([]float64, s.d)
	if !math.IsInf(s.kappa, 1) {
		for j, v := range s.mean {
			mu[j] = v * float64(s.n) / (float64(s.n) + s.kappa)
		}
	}
	return mu
}

// normal draws N(0, (Ω_cc)⁻¹) of some columns c.
func (s *sampler) normal(columns []int) []float64 {
	m := len(columns)
	omega, z := mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)
	for a, i := range columns {
		z.SetVec(a, s.rng.NormFloat64())
		for b, j := range columns[:a+1] {
			omega.SetSym(a, b, s.omega[i*s.d+j])
		}
	}
	factor, ok := cholesky.Firmly(omega)
	if !ok {
		panic("ggm: the precision is not positive definite")
	}
	var lower mat.TriDense
	factor.LTo(&lower)
	var out mat.VecDense
	if err := out.SolveVec(lower.T(), z); err != nil {
		return make([]float64, m) // singular to rounding
	}
	return out.RawVector().Data
}

// logJoint is log p(X, Ω, z), μ integrated out, but for the constant of the prior.
func (s *sampler) logJoint() float64 {
	d := s.d
	omega := mat.NewSymDense(d, nil)
	sum := 0.0
	for i := range d {
		sum += math.Log(s.lambda/2) - s.lambda/2*s.omega[i*d+i]
		for j := range i + 1 {
			omega.SetSym(i, j, s.omega[i*d+j])
			if i == j {
				sum -= 0.5 * s.omega[i*d+i] * s.s[i*d+i]
				continue
			}
			sum -= s.omega[i*d+j] * s.s[i*d+j]
			sd, share := s.spike, 1-s.share
			if s.slabs[i*d+j] {
				sd, share = s.slab, s.share
			}
			e := s.omega[i*d+j] / sd
			sum += math.Log(share) - 0.5*math.Log(2*math.Pi) - math.Log(sd) - e*e/2
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(omega) {
		return math.Inf(-1)
	}
	n := float64(s.n)
	return sum + n/2*factor.LogDet() - n*float64(d)/2*math.Log(2*math.Pi) - float64(d)/2*math.Log1p(n/s.kappa)
}
