package hyper

import (
	"example.org/espalier/inference/model/pydt/problem"
)

// Given are the hyperparameters that a fit is given: where each begins, and whether it stays there.
type Given struct {
	Sigma2, C, Theta, Alpha, Noise                float64
	FixSigma2, FixC, FixTheta, FixAlpha, FixNoise bool
}

// Hyper returns the starting hyperparameters for a table.
func (g Given) Hyper(p *problem.Problem) Hyper {
	if p.Binary() {
		g.Noise, g.FixNoise = 1, true // that of the probit link
	}
	return New(p, g.Sigma2, g.C, g.Theta, g.Alpha, g.Noise, g.FixSigma2, g.FixC, g.FixTheta, g.FixAlpha,
		g.FixNoise)
}

// Unscaled returns them for a table mapped by Σ, which carries the scale.
func (g Given) Unscaled() Given {
	g.Sigma2, g.FixSigma2 = 1, true
	return g
}
