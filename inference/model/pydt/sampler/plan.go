package sampler

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/observation"
)

// Given are the hyperparameters that a fit is given: where each begins, and whether it stays there.
type Given struct {
	Sigma2, C, Theta, Alpha, Noise                float64
	FixSigma2, FixC, FixTheta, FixAlpha, FixNoise bool
}

// Hyper returns the starting hyperparameters for a table.
func (g Given) Hyper(p *problem.Problem) hyper.Hyper {
	if p.Binary() {
		g.Noise, g.FixNoise = 1, true // that of the probit link
	}
	return hyper.New(p, g.Sigma2, g.C, g.Theta, g.Alpha, g.Noise, g.FixSigma2, g.FixC, g.FixTheta, g.FixAlpha,
		g.FixNoise)
}

// Unscaled returns them for a table mapped by Σ, which carries the scale.
func (g Given) Unscaled() Given {
	g.Sigma2, g.FixSigma2 = 1, true
	return g
}

// A Plan says how to sample.
type Plan struct {
	Model   string // as it reports
	Given   Given
	Probit  bool               // intercepts are 0
	Kinds   *observation.Table // of columns that are not all numbers; nil where they are, or are signs
	Learn   bool               // cut points of grades and rates of counts are drawn, of independent columns
	Form    string             // of the columns; independent where auto is followed by a sequel
	Over    Given              // the hyperparameters of a tree over the columns
	Moves   string             // see passesOf
	Power   float64            // of the likelihood
	Second  bool               // a second chain finds supports
	Initial string             // random, prior, or the tree that begin finds
	// begin makes what finds the first tree of a chain with these streams.
	Begin func(streams inference.Streams) (Starter, error)
}

// A Starter finds the tree that a chain starts from. It steps as a fit does, until it reports scalars.
type Starter interface {
	Step(ctx context.Context) (inference.Report, error)
	Snapshot() *inference.Snapshot
	Found() (*posterior.Sketch, hyper.Hyper)
}
