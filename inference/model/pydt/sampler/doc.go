// Package sampler draws diffusion trees from their posterior.
//
// A [Chain] is a Markov chain over trees, times and hyperparameters (math 10). live.go is its tree with messages and
// target; a current (current.go) is that state with random numbers. Each move is a method of it in a file move_NAME.go
// and decides by a ratio, or draws exactly; section 10.2 of docs/mathematics.md says what a further one needs. A trail
// (trail.go) is the way to a node, and scores the places on it. passes.go lists the moves of a sweep. What a chain
// draws beside the tree is its part (part.go): the numbers behind zeros and ones (latent.go), missing cells
// (completed.go), how columns vary together (spread.go). A move does not know the part, and a part gives the leaves of
// the tree their values.
//
// Chains at several powers of the likelihood swap states in tempered.go, and ais.go anneals one for the evidence. A
// second chain (second.go) tells how far clades are supported; a quick one (quick.go) learns hyperparameters.
package sampler
