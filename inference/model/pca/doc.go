// Package pca is principal component analysis with a Gaussian noise, and its sparse relative:
// quick baselines whose predictions compare with those of other factor models.
//
//	y_n = b + G x_n + e_n,   x_n ~ N(0, I),   e_n ~ N(0, ψI)
//
// Y is D items by N cases. Model pca is the maximum of the likelihood (Tipping and Bishop
// 1999): the columns of G are the leading eigenvectors of the covariance of the items, each
// times √(λ_k − ψ), and ψ is the mean of the other eigenvalues. With missing cells there is no
// such formula: expectation maximisation with expanded parameters (Liu, Rubin and Wu 1998)
// finds the maximum of the likelihood of the observed cells.
//
// Model spca maximises the log likelihood less ρ Σ|G_dk|, the lasso penalty, which sets
// loadings to zero (Guan and Dy 2009, Sparse probabilistic principal component analysis,
// AISTATS; Hirose and Yamamoto 2015, Sparse estimation via nonconcave penalized likelihood in
// factor analysis model, Statistics and Computing 25, for its EM with coordinate descent). It
// starts from the varimax rotation of pca (Kaiser 1958). ρ may be left to the Bayesian
// information criterion over a path of penalties.
//
// An EM cycle costs O(NDK + (N+D)K³ + MK²), M the number of missing cells.
package pca
