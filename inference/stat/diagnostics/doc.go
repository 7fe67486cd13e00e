// Package diagnostics assesses the draws of a sampler: whether its chains agree, and how many
// independent draws they are worth.
//
// Chains agree if the rank-normalised split R-hat of every quantity is near 1, for its location and its scale (Vehtari,
// Gelman, Simpson, Carpenter and Bürkner 2021, "Rank-normalization, folding, and localization: an improved R-hat for
// assessing convergence of MCMC"). Bulk and tail effective sample sizes, from Geyer's (1992) initial monotone sequence,
// count the draws (same paper). Trees are compared by the frequencies of their clades in each chain (Lakner and
// others 2008) and by the effective sample size of their distances to reference trees (Lanfear, Hua and Warren 2016).
//
// A [Monitor] makes a [Report] of a snapshot, with a [Verdict] in plain words; the functions below
// it work on plain slices of draws, one slice per chain.
package diagnostics
