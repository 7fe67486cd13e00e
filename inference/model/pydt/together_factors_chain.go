package pydt

import (
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/covary"
)

// drawFactors draws the factors given the contrasts. It draws the activities first, because those
// of the sweep before belong to other contrasts.
func (c *chain) drawFactors(rows *covary.Contrasts) {
	z := c.spread
	f := z.factors
	f.state.SetCases(rows.U)
	if !f.begun {
		f.state.Begin(c.rng)
		f.begun = true
	}
	if !c.keepScores {
		f.state.DrawActivities(c.rng)
	}
	n, d := rows.Dims()
	for i := range factorSweeps {
		if i == 0 || n*d <= smallTable {
			f.state.Sweep(c.rng)
		}
	}
	z.w = f.sigma().Cooled(c.live.power).Map()
}

// redrawActivities draws the activities for the present tree.
func (c *chain) redrawActivities() {
	s := c.spread.factors.state
	s.SetCases(covary.NewContrasts(c.live.tree(c.data.Rows), c.spread.x, c.live.hyper.Noise).U)
	s.DrawActivities(c.rng)
}

// factorsPart returns the factors of the best draw, whose tree is shown, and of all draws.
func (c *chain) factorsPart() *factor.Factors {
	a := c.spread.apart
	out := &factor.Factors{State: stateOfSparse(c.kept.best.factorsShown(a))}
	for i := range c.kept.draws {
		d := &c.kept.draws[i]
		out.Draws = append(out.Draws, factor.Draw{Iteration: d.Iteration, Objective: d.Objective, State: d.factorsShown(a)})
	}
	return out
}

// factorCovariance completes what is said of Σ by the factors of a draw.
func factorCovariance(out *kind.Covariance, d *draw) {
	sigma := sigmaOf(d.Factors)
	out.Form, out.Factors, out.Choice, out.Freedom = kind.Factors, sigma.Rank(), "drawn", 0
	out.Loadings, out.Specific = sigma.Lambda, sigma.Psi
	if sigma.Rank() > 0 {
		out.Changes = covary.Changes(d.tree, stateOfSparse(d.Factors).Activities, d.Noise)
	}
}
