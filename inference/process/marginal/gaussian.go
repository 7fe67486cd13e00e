package marginal

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

// Gaussian is the normal-Wishart marginal likelihood of which BGe is made (Geiger and Heckerman 2002,
// Parameter priors for directed acyclic graphical models, Annals of Statistics 30; with the correction
// of Kuipers, Moffa and Heckerman 2014, Annals of Statistics 42). For l of the D columns and N rows,
// with a = α_w − D + l,
//
//	log m(Y) = (l/2) log(α_μ/(N+α_μ)) − (lN/2) log π + log Γ_l((N+a)/2) − log Γ_l(a/2)
//	         + (a/2) log|T_YY| − ((N+a)/2) log|R_YY|,
//	R = T + S_N + Nα_μ/(N+α_μ) x̄ x̄ᵀ
//
// where S_N is the sum of squares about the mean x̄, T = tI, and the prior mean is 0.
type Gaussian struct {
	n             int
	d             int
	mu, weight, t float64
	mean          []float64 // posterior: N x̄/(N+α_μ)
	r             []float64 // D×D
	factor        []float64 // scratch
}

var _ Scorer = (*Gaussian)(nil)

// NewGaussian prepares a complete table, N×D, with α_μ = mu rows' worth of prior mean, α_w = weight
// degrees of freedom, above D − 1, and T = tI. N·D² multiply-adds.
func NewGaussian(x *mat.Dense, mu, weight, t float64) *Gaussian {
	n, d := x.Dims()
	if !(mu > 0) || !(weight > float64(d-1)) || !(t > 0) {
		panic("marginal: the prior is not proper")
	}
	g := &Gaussian{d: d, mu: mu, weight: weight, t: t, mean: make([]float64, d), r: make([]float64, d*d)}
	for j := range d {
		g.r[j*d+j] = t
	}
	for i := range n {
		g.add(x.RawRowView(i))
	}
	return g
}

// Usual is the Gaussian with the customary prior: α_μ = 1, α_w = D + 2, T = ½I.
func Usual(x *mat.Dense) *Gaussian {
	_, d := x.Dims()
	return NewGaussian(x, 1, float64(d+2), 0.5)
}

// add takes a row in: R gains (N+α_μ)/(N+1+α_μ) e eᵀ, e the distance from the posterior mean.
func (g *Gaussian) add(row []float64) {
	k := float64(g.n) + g.mu
	share := k / (k + 1)
	for i := range g.d {
		e := share * (row[i] - g.mean[i])
		for j := range i + 1 {
			g.r[i*g.d+j] += e * (row[j] - g.mean[j])
		}
	}
	for j := range g.d {
		g.mean[j] += (row[j] - g.mean[j]) / (k + 1)
	}
	g.n++
}

// Columns implements Scorer.
func (g *Gaussian) Columns() int { return g.d }

// With implements Scorer. D² multiply-adds.
func (g *Gaussian) With(row []float64) Scorer {
	c := *g
	c.mean, c.r, c.factor = slices.Clone(g.mean), slices.Clone(g.r), nil
	c.add(row)
	return &c
}

// Log implements Scorer. l³/6 multiply-adds for l columns.
func (g *Gaussian) Log(set []int) float64 {
	l, n := float64(len(set)), float64(g.n)
	if l == 0 {
		return 0
	}
	a := g.weight - float64(g.d) + l
	sum := l/2*math.Log(g.mu/(n+g.mu)) - l*n/2*math.Log(math.Pi) + a/2*l*math.Log(g.t) - (n+a)/2*g.logDet(set)
	for i := range len(set) { // the powers of π of the two multivariate gammas cancel
		sum += special.LogGamma((n+a-float64(i))/2) - special.LogGamma((a-float64(i))/2)
	}
	return sum
}

// logDet is log|R_YY|.
func (g *Gaussian) logDet(set []int) float64 {
	l := len(set)
	if cap(g.factor) < l*l {
		g.factor = make([]float64, l*l)
	}
	c := g.factor[:l*l]
	for a, i := range set {
		for b, j := range set[:a+1] {
			c[a*l+b] = g.r[max(i, j)*g.d+min(i, j)]
		}
	}
	cholesky.Firm(c, l, l) // T makes R definite but for rounding
	sum := 0.0
	for a := range l {
		sum += 2 * math.Log(c[a*l+a])
	}
	return sum
}
