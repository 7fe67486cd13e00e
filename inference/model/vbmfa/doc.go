// Package vbmfa fits mixtures of factor analysers by variational Bayes (Beal 2003,
// chapter 4) and finds the number of components and the dimension of each by the
// bound on the evidence.
//
// The model (docs/mixtures.md): n rows y_i of p columns, S components of k_s factors,
//
//	π ~ Dir(α*/S, …)    ν_l^s ~ Ga(a*, b*)    Λ^s_·l ~ N(0, I/ν_l^s)    μ^s_q ~ N(μ*_q, 1/ν*_q)
//	ν*_q ~ Ga(½, ½s_q²)    s_i ~ π    x_i ~ N(0, I)    y_i ~ N(Λ^{s_i} x_i + μ^{s_i}, Ψ)
//
// with Ψ diagonal, its elements variances. s_q² is the variance of column q. The approximate posterior is q(π) Π_q
// q(ν*_q) Π_s q(ν^s) q(Λ̃^s) Π_i q(s_i) q(x_i|s_i), where Λ̃ = [Λ μ] and x̃ = [x; 1].
//
// Columns of yes/no, ordered levels, categories, counts and limits have latent numbers in the place of y, whose
// posterior q(u_iq|s_i) depends on the component (latent.go).
//
// Rows that are few for their columns are replaced by the scores of their leading principal components (package
// narrow).
//
// Rows are kept sorted by the pattern of their missing cells. One pass over the rows of a component gathers all sums
// that the updates need: O(n·p·k), and O(patterns·p·k²) for the terms that depend on the pattern alone.
package vbmfa
