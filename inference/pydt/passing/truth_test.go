package passing

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// A target is the exact joint density of data, times, σ² and c for one tree, as a function
// of logits of r_v/r_pa and the logarithms of what is learnt of σ² and c.
type target struct {
	tree     *Tree
	priors   Hyper
	x        *locations
	variance []float64
	constant []float64
	j        []float64
	r        []float64
	points   []int
}

func newTarget(t *Tree, d *Data, p Hyper) *target {
	n := len(t.Parent)
	g := &target{tree: t, priors: p, x: newLocations(t, d), variance: make([]float64, n), constant: make([]float64, n), j: make([]float64, n), r: make([]float64, n)}
	for v, kids := range t.Kids {
		if len(kids) == 0 {
			continue
		}
		g.points = append(g.points, v)
		g.j[v] = t.Harmonic[v]
		for _, k := range kids {
			g.j[v] -= t.Harmonic[k]
		}
	}
	return g
}

func (g *target) dim() int {
	n := len(g.points)
	if !g.priors.FixSigma2 {
		n++
	}
	if !g.priors.FixC {
		n++
	}
	return n
}

// log returns the log density at z with respect to z, c and the structure's factors included.
func (g *target) log(z []float64) float64 {
	n := len(g.points)
	sigma2, c := g.priors.Sigma2, g.priors.C
	sum := g.tree.Structure
	if !g.priors.FixSigma2 {
		tau := math.Exp(-z[n])
		sigma2 = 1 / tau
		sum += gammaLog(tau, g.priors.TauShape, g.priors.TauRate) + math.Log(tau)
		n++
	}
	if !g.priors.FixC {
		c = math.Exp(z[n])
		sum += gammaLog(c, g.priors.CShape, g.priors.CRate) + z[n]
	}
	above := func(v int) float64 {
		if v == 0 {
			return 1
		}
		return g.r[g.tree.Parent[v]]
	}
	for i, v := range g.points {
		p, q := shareOf(z[i]).is, shareOf(z[i]).isNot
		a := above(v)
		g.r[v] = a * p
		sum += math.Log(c) + (c*g.j[v]-1)*math.Log(g.r[v]) + math.Log(a*p*q)
	}
	for v := range g.r {
		g.variance[v] = sigma2 * (above(v) - g.r[v])
	}
	for v := len(g.r) - 1; v >= 0; v-- {
		if len(g.tree.Kids[v]) > 0 {
			g.constant[v] = g.x.up(v, g.variance)
		}
	}
	return sum + g.x.evidence(g.constant, g.variance)
}

func gammaLog(x, a, b float64) float64 {
	l, _ := math.Lgamma(a)
	return a*math.Log(b) - l + (a-1)*math.Log(x) - b*x
}

// importance integrates the target by importance sampling with a multivariate t of five
// degrees of freedom that adapts to earlier rounds; it returns the logarithm of the
// integral, its standard error and the effective sample size.
func (g *target) importance(rng *rand.Rand, start []float64, draws int) (value, se, ess float64) {
	d := g.dim()
	centre := append([]float64(nil), start...)
	cov := mat.NewSymDense(d, nil)
	for i := range d {
		cov.SetSym(i, i, 1)
	}
	for round := range 12 {
		n := 4000
		if round == 11 {
			n = draws
		}
		var chol mat.Cholesky
		if !chol.Factorize(cov) {
			panic(fmt.Sprintf("round %d: covariance %v", round, mat.Formatted(cov)))
		}
		var l mat.TriDense
		chol.LTo(&l)
		logDet := 0.5 * chol.LogDet()
		const nu = 5.0
		a, _ := math.Lgamma((nu + float64(d)) / 2)
		b, _ := math.Lgamma(nu / 2)
		logNorm := a - b - 0.5*float64(d)*math.Log(nu*math.Pi) - logDet
		zs, ws := make([][]float64, n), make([]float64, n)
		best := math.Inf(-1)
		for i := range n {
			e, q := make([]float64, d), 0.0
			for j := range e {
				e[j] = rng.NormFloat64()
				q += e[j] * e[j]
			}
			chi := 0.0
			for range int(nu) {
				x := rng.NormFloat64()
				chi += x * x
			}
			k := math.Sqrt(nu / chi)
			z := append([]float64(nil), centre...)
			for j := range z {
				for m := 0; m <= j; m++ {
					z[j] += k * l.At(j, m) * e[m]
				}
			}
			zs[i] = z
			ws[i] = g.log(z) - (logNorm - 0.5*(nu+float64(d))*math.Log1p(q*k*k/nu))
			if math.IsNaN(ws[i]) || math.IsInf(ws[i], 1) {
				ws[i] = math.Inf(-1)
			}
			best = math.Max(best, ws[i])
		}
		temper := 1.0
		if round < 6 {
			temper = float64(round+1) / 8
		}
		s, s1, s2 := 0.0, 0.0, 0.0
		mean := make([]float64, d)
		for i := range n {
			w := math.Exp(temper * (ws[i] - best))
			s += w
			u := math.Exp(ws[i] - best)
			s1 += u
			s2 += u * u
			for j := range mean {
				mean[j] += w * zs[i][j]
			}
		}
		for j := range mean {
			mean[j] /= s
		}
		value = best + math.Log(s1/float64(n))
		ess = s1 * s1 / s2
		se = math.Sqrt(math.Max(0, 1/ess-1/float64(n)))
		if round == 11 {
			break
		}
		cov.Zero()
		for i := range n {
			w := math.Exp(temper*(ws[i]-best)) / s
			for j := range d {
				for m := 0; m <= j; m++ {
					cov.SetSym(j, m, cov.At(j, m)+w*(zs[i][j]-mean[j])*(zs[i][m]-mean[m]))
				}
			}
		}
		for j := range d {
			cov.SetSym(j, j, cov.At(j, j)*1.05+1e-4)
		}
		centre = mean
	}
	return value, se, ess
}

// start returns a point to begin from with the given times remaining.
func (g *target) start(remaining []float64) []float64 {
	z := make([]float64, g.dim())
	for i, v := range g.points {
		above := 1.0
		if v > 0 {
			above = remaining[g.tree.Parent[v]]
		}
		z[i] = logit(remaining[v], math.Max(above-remaining[v], 1e-6*above))
	}
	return z
}
