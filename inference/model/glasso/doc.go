// Package glasso is the graphical lasso: which columns depend on each other when all others are
// known (Friedman, Hastie and Tibshirani 2008, Sparse inverse covariance estimation with the
// graphical lasso, Biostatistics 9, 432–441).
//
//	x ~ N(μ, Ω⁻¹),   maximise (N/2)(log det Ω − tr SΩ) − (N/2) λ Σ_{i≠j} |Ω_ij|
//
// Two columns are joined where Ω_ij ≠ 0. The penalty falls along a path of values, and each fit
// starts from the one before. The extended Bayesian information criterion chooses among them (Foygel and
// Drton 2010, Extended Bayesian information criteria for Gaussian graphical models):
//
//	EBIC = −2ℓ + E log N + 4γ E log D
//
// With missing cells the path alternates with expectation maximisation (Städler and Bühlmann 2012).
// At the end the graph at the chosen penalty is found again on subsamples of the rows; the share of
// those in which an edge appears is its stability (Liu, Roeder and Wasserman 2010).
// A fit at one penalty costs about D²E for E edges.
package glasso
