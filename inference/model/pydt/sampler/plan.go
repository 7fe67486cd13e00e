package sampler

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/observation"
)

// A Plan says how to sample.
type Plan struct {
	Model   string // as it reports
	Given   hyper.Given
	Probit  bool               // intercepts are 0
	Kinds   *observation.Table // of columns that are not all numbers; nil where they are, or are signs
	Learn   bool               // cut points of grades and rates of counts are drawn, of independent columns
	Form    string             // of the columns; independent where auto is followed by a sequel
	Over    hyper.Given        // the hyperparameters of a tree over the columns
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
