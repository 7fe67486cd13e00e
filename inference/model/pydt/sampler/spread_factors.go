package sampler

import (
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/process/covary"
)

// drawFactors draws the factors given the contrasts. It draws the activities first, because those
// of the sweep before belong to other contrasts.
func (z *spread) drawFactors(c *current, rows *covary.Contrasts) {
	f := z.factors
	f.State.SetCases(rows.U)
	if !f.Begun {
		f.State.Begin(c.rng)
		f.Begun = true
	}
	if !z.keepScores {
		f.State.DrawActivities(c.rng)
	}
	n, d := rows.Dims()
	for i := range correlated.FactorSweeps {
		if i == 0 || n*d <= correlated.SmallTable {
			f.State.Sweep(c.rng)
		}
	}
	z.w = f.Sigma().Cooled(c.Live.Power).Map()
}

// refresh draws the activities of factors for the present tree: those there are belong to the contrasts at the
// beginning of the sweep.
func (z *spread) refresh(c *current) {
	if z.factors == nil {
		return
	}
	s := z.factors.State
	s.SetCases(covary.NewContrasts(z.tree(c.Live), z.x, c.Live.hyper.Noise).U)
	s.DrawActivities(c.rng)
}

// factorsPart returns the factors of the best draw, whose tree is shown, and of all draws.
func (z *spread) factorsPart(k *keeper) *factor.Factors {
	a := z.apart
	out := &factor.Factors{State: correlated.StateOf(k.best.factorsShown(a))}
	for i := range k.Draws {
		d := &k.Draws[i]
		out.Draws = append(out.Draws, factor.Draw{Iteration: d.Iteration, Objective: d.Objective, State: d.factorsShown(a)})
	}
	return out
}

// factorCovariance completes what is said of Σ by the factors of a draw.
func factorCovariance(out *kind.Covariance, d *Draw) {
	sigma := correlated.SigmaOf(d.Factors)
	out.Form, out.Factors, out.Choice, out.Freedom = kind.Factors, sigma.Rank(), "drawn", 0
	out.Loadings, out.Specific = sigma.Lambda, sigma.Psi
	if sigma.Rank() > 0 {
		out.Changes = covary.Changes(d.tree, correlated.StateOf(d.Factors).Activities, d.Noise)
	}
}
