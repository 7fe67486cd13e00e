// Package pca is principal component analysis with Gaussian noise, and its sparse relative: quick
// baselines whose predictions can be compared with those of other factor models.
//
//	y_n = b + G x_n + e_n,   x_n ~ N(0, I),   e_n ~ N(0, ψI)
//
// Y is D items by N cases. Model pca maximises the likelihood (Tipping and Bishop 1999): the
// columns of G are the leading eigenvectors of the covariance of the items, each times √(λ_k − ψ),
// and ψ is the mean of the other eigenvalues. With missing cells there is no closed form:
// expectation maximisation with expanded parameters (Liu, Rubin and Wu 1998) maximises the
// likelihood of the observed cells.
//
// The number of components is that of package scree, and two at least.
//
// Model spca maximises the log likelihood less ρ Σ|G_dk|, the lasso penalty, which sets loadings to
// zero (Guan and Dy 2009, Sparse probabilistic principal component analysis, AISTATS; Hirose and
// Yamamoto 2015, Sparse estimation via nonconcave penalized likelihood in factor analysis model,
// Statistics and Computing 25, for its EM with coordinate descent). It starts from the varimax
// rotation of pca (Kaiser 1958). By default the Bayesian information criterion chooses ρ from a
// path of penalties.
// An EM cycle costs O(NDK + (N+D)K³ + MK²), M the number of missing cells.
package pca
