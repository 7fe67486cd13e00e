// Package pitmanyor is the Pitman-Yor diffusion tree as a prior over trees: over their structures
// and over the times of their branch points. The Dirichlet diffusion tree is θ = α = 0.
//
// Paths start together at time 0 and run to time 1. Where m earlier paths run, a new one diverges at rate a(t)·h_m,
// a(t) = c/(1−t). At a branch point that m paths have passed, b of them into a branch, it follows that branch with
// probability (b−α)/(m+θ), and starts one of its own with probability (θ+αK)/(m+θ), K the branches there are. The
// density does not depend on the order of the paths. It is equation 2a of docs/mathematics.md, and is computed only
// here: [Prior] has its terms, [Prior.LogDensity] adds them up for a tree, [Process] draws from it, and [Counts] keeps
// the counts of a tree that suffice for the density at other θ and α. Samplers and searches that keep the density up to
// date add the terms of the branch points that they change.
//
// References: Neal (2003), Density modeling and clustering using Dirichlet diffusion trees; Knowles
// and Ghahramani (2011), Pitman-Yor diffusion trees.
package pitmanyor
