package passing

import (
	"math"
	"slices"
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
	g := &target{tree: t, priors: p, x: newLocations(t, d), variance: make([]float64, n), constant: make([]float64, n),
		j: make([]float64, n), r: make([]float64, n)}
	for _, v := range t.Order {
		if t.IsLeaf(v) {
			continue
		}
		g.points = append(g.points, int(v))
		g.j[v] = t.Harmonic[v]
		for _, k := range t.Kids[v] {
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
		if v == int(g.tree.Top) {
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
	for _, v := range g.tree.Order {
		g.variance[v] = sigma2 * (above(int(v)) - g.r[v])
	}
	for _, v := range slices.Backward(g.points) {
		g.constant[v] = g.x.up(v, g.variance)
	}
	return sum + g.x.evidence(g.constant, g.variance)
}

func gammaLog(x, a, b float64) float64 {
	l, _ := math.Lgamma(a)
	return a*math.Log(b) - l + (a-1)*math.Log(x) - b*x
}

// start returns a point to begin from with the given times remaining.
func (g *target) start(remaining []float64) []float64 {
	z := make([]float64, g.dim())
	for i, v := range g.points {
		above := 1.0
		if v != int(g.tree.Top) {
			above = remaining[g.tree.Parent[v]]
		}
		z[i] = logit(remaining[v], math.Max(above-remaining[v], 1e-6*above))
	}
	return z
}
