package pydt

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/posterior"
)

// given are the hyperparameters that a fit is given: where each begins, and whether it stays there.
type given struct {
	sigma2, c, theta, alpha, noise                float64
	fixSigma2, fixC, fixTheta, fixAlpha, fixNoise bool
}

// hyper returns the starting hyperparameters for a table.
func (g given) hyper(p *posterior.Problem) posterior.Hyper {
	if p.Binary {
		g.noise, g.fixNoise = 1, true // that of the probit link
	}
	return posterior.NewHyper(p, g.sigma2, g.c, g.theta, g.alpha, g.noise, g.fixSigma2, g.fixC, g.fixTheta, g.fixAlpha,
		g.fixNoise)
}

// unscaled returns them for a table mapped by Σ, which carries the scale.
func (g given) unscaled() given {
	g.sigma2, g.fixSigma2 = 1, true
	return g
}

// A chainPlan says how to sample.
type chainPlan struct {
	model   string // as it reports
	given   given
	probit  bool
	form    string  // of the columns; independent where auto is followed by a sequel
	over    given   // the hyperparameters of a tree over the columns
	moves   string  // see passesOf
	power   float64 // of the likelihood
	second  bool    // a second chain finds supports
	initial string  // random, prior, or the tree that begin finds
	// begin makes what finds the first tree of a chain with these streams.
	begin func(streams inference.Streams) (starter, error)
}

// A starter finds the tree that a chain starts from. It steps as a fit does, until it reports scalars.
type starter interface {
	Step(ctx context.Context) (inference.Report, error)
	Snapshot() *inference.Snapshot
	Found() (*posterior.Sketch, posterior.Hyper)
}
