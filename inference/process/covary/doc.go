// Package covary holds the numbers behind columns that vary together: a table whose rows
// are the leaves of a tree and whose increments along it have one covariance Σ between
// columns.
//
// With K the shared times of the leaves plus a noise s on the diagonal, the table is
// matrix normal, Y ~ N(0, K, Σ) (math 11). Three facts make that cheap:
//
//   - any W with WWᵀ = Σ⁻¹ turns Y into columns that diffuse independently ([Map]);
//   - pruning the tree gives N independent rows that are N(0, Σ) ([Contrasts]);
//   - under an inverse Wishart prior Σ integrates out exactly ([Wishart]).
//
// Every covariance here is a diagonal plus a product of few columns ([Sigma]), be it a
// factor model or the posterior of an inverse Wishart.
//
// References: Felsenstein (1973), Maximum-likelihood estimation of evolutionary trees from
// continuous characters; Lemey, Rambaut, Welch and Suchard (2010), Phylogeography takes a
// relaxed random walk in continuous space and time.
package covary
