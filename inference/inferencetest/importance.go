package inferencetest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// An Integral is an estimate by importance sampling.
type Integral struct {
	Log           float64 // logarithm of the integral
	StandardError float64 // of Log
	Effective     float64 // effective sample size of the last round
}

// Importance integrates exp(log) over the whole space of its argument by importance sampling with a
// multivariate t distribution of five degrees of freedom. Eleven rounds of 4,000 draws adapt its
// centre and scale before the last round of the given number. It suits densities with one mode in a
// few dimensions; a small effective sample size means that it failed. start is a point to begin
// from.
func Importance(rng *rand.Rand, start []float64, draws int, log func(z []float64) float64) Integral {
	const rounds, nu = 12, 5.0
	d := len(start)
	centre := append([]float64(nil), start...)
	cov := mat.NewSymDense(d, nil)
	for i := range d {
		cov.SetSym(i, i, 1)
	}
	var out Integral
	for round := range rounds {
		n := 4000
		if round == rounds-1 {
			n = draws
		}
		p := newProposal(centre, cov, nu)
		zs, ws, best := make([][]float64, n), make([]float64, n), math.Inf(-1)
		for i := range n {
			var density float64
			zs[i], density = p.draw(rng)
			if ws[i] = log(zs[i]) - density; math.IsNaN(ws[i]) || math.IsInf(ws[i], 1) {
				ws[i] = math.Inf(-1)
			}
			best = math.Max(best, ws[i])
		}
		s1, s2 := 0.0, 0.0
		for _, w := range ws {
			u := math.Exp(w - best)
			s1 += u
			s2 += u * u
		}
		out = Integral{Log: best + math.Log(s1/float64(n)), Effective: s1 * s1 / s2}
		out.StandardError = math.Sqrt(math.Max(0, 1/out.Effective-1/float64(n)))
		// The first rounds use flattened weights, or the proposal would shrink to the best draw.
		temper := math.Min(1, float64(round+1)/8)
		for i := range ws {
			ws[i] = math.Exp(temper * (ws[i] - best))
		}
		centre, cov = weightedMoments(zs, ws)
	}
	return out
}

// weightedMoments returns the mean and the covariance, the latter slightly enlarged.
func weightedMoments(zs [][]float64, ws []float64) ([]float64, *mat.SymDense) {
	d, sum := len(zs[0]), 0.0
	mean, cov := make([]float64, d), mat.NewSymDense(d, nil)
	for i, w := range ws {
		sum += w
		for j, x := range zs[i] {
			mean[j] += w * x
		}
	}
	for j := range mean {
		mean[j] /= sum
	}
	for i, w := range ws {
		for j := range d {
			for k := range j + 1 {
				cov.SetSym(j, k, cov.At(j, k)+w/sum*(zs[i][j]-mean[j])*(zs[i][k]-mean[k]))
			}
		}
	}
	for j := range d {
		cov.SetSym(j, j, 1.05*cov.At(j, j)+1e-4)
	}
	return mean, cov
}

// A proposal is a multivariate t distribution.
type proposal struct {
	centre  []float64
	factor  mat.TriDense // lower, of the scale matrix
	logNorm float64
	nu      float64
}

func newProposal(centre []float64, scale *mat.SymDense, nu float64) *proposal {
	var chol mat.Cholesky
	if !chol.Factorize(scale) {
		panic(fmt.Sprintf("inferencetest: the draws have no covariance: %v", mat.Formatted(scale)))
	}
	p := &proposal{centre: centre, nu: nu}
	chol.LTo(&p.factor)
	d := float64(len(centre))
	a, _ := math.Lgamma((nu + d) / 2)
	b, _ := math.Lgamma(nu / 2)
	p.logNorm = a - b - 0.5*(d*math.Log(nu*math.Pi)+chol.LogDet())
	return p
}

// draw returns a draw and the log density there.
func (p *proposal) draw(rng *rand.Rand) ([]float64, float64) {
	d := len(p.centre)
	e, q, chi := make([]float64, d), 0.0, 0.0
	for j := range e {
		e[j] = rng.NormFloat64()
		q += e[j] * e[j]
	}
	for range int(p.nu) {
		x := rng.NormFloat64()
		chi += x * x
	}
	k := math.Sqrt(p.nu / chi)
	z := append([]float64(nil), p.centre...)
	for j := range z {
		for i := range j + 1 {
			z[j] += k * p.factor.At(j, i) * e[i]
		}
	}
	return z, p.logNorm - 0.5*(p.nu+float64(d))*math.Log1p(q*k*k/p.nu)
}
