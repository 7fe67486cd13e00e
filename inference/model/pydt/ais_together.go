package pydt

import (
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/process/covary"
)

// annealColumns prepares a chain whose columns vary together for annealing. Weights integrate Σ out
// (math 11.13). So each sweep draws Σ first, at the power of that sweep, and its end does not
// depend on Σ.
func (c *chain) annealColumns() {
	c.begin.sigma2, c.begin.fixSigma2 = 1, true
	last := len(c.passes) - 1
	c.passes = append([]pass{c.passes[last]}, c.passes[:last]...)
}

// annealed returns, for the present state, the log density of the table raised to a power. Where
// columns vary together, Σ is integrated out.
func (c *chain) annealed() func(power float64) float64 {
	l, z := c.live, c.spread
	if z == nil {
		likelihood := l.logLikelihood()
		return func(power float64) float64 { return power * likelihood }
	}
	rows := covary.NewContrasts(l.tree(c.data.Rows), z.x, l.hyper.noise)
	return func(power float64) float64 { return z.prior.Marginal(rows.Tempered(power)) }
}

// covarianceOf returns the posterior mean of Σ given the tree, noise and prior of a draw.
func (c *chain) covarianceOf(d *draw) *kind.Covariance {
	z := c.spread
	l := law{form: covariance, filled: z.x, prior: covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}}
	l.sigma = l.prior.Posterior(covary.NewContrasts(d.tree, z.x, d.Noise), nil).Sigma
	return z.apart.complete(l.part(z.apart.of(c.data).Columns), c.data.Columns)
}
