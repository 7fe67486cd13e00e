package sampler

import (
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/nearness"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/timetree"
)

// A current is the present state of a chain, tree, messages and hyperparameters, with its random numbers and what
// moves work with. Moves are its methods.
type current struct {
	Problem *problem.Problem
	rng     *rand.Rand
	Live    *live // nil before iteration 0

	near      *nearness.Rows
	trail     trail
	options   options
	timeMover timeMover
	splitter  splitter
	points    []timetree.Node // scratch of stretch
	branches  []int32
	holdNoise bool                // the noise stays as it is
	logRatio  func(ratio) float64 // ratio.log; tests put in a wrong one
	proposed  int                 // places for subtrees, so far
	accepted  int
}

// newCurrent returns one without a tree. Proposals look for near rows in the table of p, whatever becomes of it.
func newCurrent(p *problem.Problem, rng *rand.Rand) current {
	return current{Problem: p, rng: rng, near: p.Nearness(), logRatio: ratio.log}
}

// A ratio decides on a Metropolis-Hastings proposal, for a place by equation 10a. Its parts are differences of
// logarithms, new state minus old.
type ratio struct {
	likelihood float64
	prior      float64
	proposal   float64 // log q(old | new) − log q(new | old)
}

// log returns the logarithm of the Metropolis-Hastings ratio.
func (r ratio) log() float64 { return r.likelihood + r.prior + r.proposal }

// accept decides on a proposal. A NaN rejects.
func (c *current) accept(r ratio) bool {
	x := c.logRatio(r)
	return x >= 0 || c.rng.ExpFloat64() > -x
}
