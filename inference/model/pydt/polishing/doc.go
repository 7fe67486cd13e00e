// Package polishing learns the hyperparameters and the times of a tree whose structure stays (math 5.2). A [Learner]
// updates the hyperparameters; a [Polisher] alternates that with sweeps over the times until neither gains.
package polishing
