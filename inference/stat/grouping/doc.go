// Package grouping makes one partition of many that a sampler drew: that of the least expected variation of
// information (Wade and Ghahramani 2018, Bayesian cluster analysis: point estimation and credible balls, Bayesian
// Analysis 13, 559–626, equation 7), in the lower bound that needs only the probability p_ij that rows i and j are
// together:
//
//	V(c) = 1/N Σ_i [log₂ |c(i)| + log₂ Σ_j p_ij − 2 log₂ Σ_{j∈c(i)} p_ij]
//
// c(i) is the group of row i and p_ii = 1. Squared distance from p (Dahl 2006), by comparison, prefers many small
// groups where all p_ij are somewhere in the middle.
package grouping
