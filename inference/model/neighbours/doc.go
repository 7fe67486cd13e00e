// Package neighbours is a dependency network: each column is predicted from the others by a lasso, and
// joined to those that it needs (Meinshausen and Bühlmann 2006, High-dimensional graphs and variable
// selection with the lasso, Annals of Statistics 34, 1436–1462).
//
//	minimise ½ E(x_j − Σ_k β_jk x_k)² + λ_j Σ_k |β_jk|
//
// λ_j is chosen along a path of penalties by the extended Bayesian information criterion,
// N log RSS + k log N + 2γk log(D−1) for k coefficients (Chen and Chen 2008), by cross-validation, is
// that of Meinshausen and Bühlmann, or is the same for all. Two columns are joined where both need each other (and),
// or one the other (or). The strength of an edge is the share of half-samples of the rows in which it is found again
// (Meinshausen and Bühlmann 2010, Stability selection, JRSS B 72). The regressions need not belong to a joint density,
// so there is no held-out score. A path costs about D² for each coefficient, all columns D³.
package neighbours
