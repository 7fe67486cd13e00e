// Package posterior holds what a search raises: a tree with its messages and hyperparameters, and the
// logarithm of their posterior.
//
// A [State] is a tree with the Gaussian messages of math 3 at every node, the terms of the prior below
// it and a hash, all of them pure functions of the children: [State.Update] computes them, [State.Climb]
// up to the top. [State.Cavities] sends messages down. [State.Detach], [State.Link] and [State.Restore]
// change the structure, and a [Sketch] keeps a tree without its messages. The leaves of a table of
// zeros and ones carry sites, which follow the tree (math 4.2).
//
// [State.Objective] is the bound F, equation 5a. Package problem has the data, hyper the hyperparameters and evidence
// the score that compares structures.
package posterior
