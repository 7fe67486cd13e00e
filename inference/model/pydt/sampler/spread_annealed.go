package sampler

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/process/covary"
)

func (z *spread) hold(begin *hyper.Hyper) { begin.Sigma2, begin.FixSigma2 = 1, true }

// drawPrior draws what Σ depends on from its prior: factors, a tree over the columns, or the prior of a free Σ. It
// reports whether it could; the times of a tree can be too late to be told apart.
func (z *spread) drawPrior(rng *rand.Rand) bool {
	switch {
	case z.factors != nil:
		n, d := z.x.Dims()
		z.factors = factors.New(n, d, z.prior.Centre.MeanVariance())
		z.factors.State.DrawPrior(rng)
		z.factors.Begun = true
	case z.branches != nil:
		c := z.branches.chain
		c.Live = newLive(c.Problem, drawPrior(c.Begin, rng))
		c.pass, c.cursor, c.order = 0, 0, nil
		return c.Live.grow(rng)
	default:
		z.drawHyperprior(rng)
	}
	return true
}

// temper gives the density of the table a power. Factors are tempered given their activities, so that S = Ψ + βΛΛᵀ maps
// the rows.
func (z *spread) temper(l *live, power float64) {
	l.Power = power
	switch {
	case z.factors != nil:
		z.factors.State.Temper(power)
		z.w = z.factors.Sigma().Cooled(power).Map()
	case z.branches != nil:
		z.branches.chain.Live.Power = power
		z.w = z.branches.sigma().Map()
	}
}

// tempered returns, for the present state, the log density of the table raised to a power. A free
// Σ is integrated out, and so are the activities of factors.
func (z *spread) tempered(l *live) func(power float64) float64 {
	rows := covary.NewContrasts(z.tree(l), z.x, l.hyper.Noise)
	switch {
	case z.factors != nil:
		sigma := z.factors.Sigma()
		return func(power float64) float64 { return rows.LogTempered(sigma, power) }
	case z.branches != nil:
		likelihood := rows.LogLikelihood(z.branches.sigma())
		return func(power float64) float64 { return power * likelihood }
	}
	return func(power float64) float64 { return z.prior.Marginal(rows.Tempered(power)) }
}

// of returns what a draw has of Σ: the factors or the tree over the columns, or the posterior mean given its
// tree, noise and prior.
func (z *spread) of(d *kept.Draw) []inference.Part {
	out := &kind.Covariance{Columns: z.apart.Of(z.data).Columns, Estimate: kind.OneDraw}
	switch {
	case z.factors != nil:
		factorCovariance(out, d)
		return []inference.Part{z.apart.Complete(out, z.data.Columns),
			&factor.Factors{State: factors.StateOf(z.apart.Sparse(d.Factors))}}
	case z.branches != nil:
		treeCovariance(out, d)
		return []inference.Part{z.apart.Complete(out, z.data.Columns)}
	}
	l := correlated.Law{Form: correlated.AnyCovariance, Filled: z.x,
		Prior: covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}}
	l.Sigma = l.Prior.Posterior(covary.NewContrasts(d.Tree(), z.x, d.Noise), nil).Sigma
	return []inference.Part{z.apart.Complete(l.Part(out.Columns), z.data.Columns)}
}
