// Package treemixture joins columns by trees: the average over all trees of columns at once, or a
// mixture of a few trees for rows of several kinds.
//
// Average (Meilă and Jaakkola 2006, Tractable Bayesian learning of tree belief networks, Statistics and
// Computing 16): every tree over the columns is as probable as any other, and its parameters are
// integrated out under one prior for all (package marginal), so that
//
//	p(X) = Π_v m(v) · D^(2−D) Σ_trees Π_edges w_uv,   w_uv = m(u,v)/(m(u) m(v))
//
// The sum over the D^(D−2) trees, and the probability of each edge, are a determinant (package spanning):
// N·D² + D³ multiply-adds.
//
// Mixture (Meilă and Jordan 2000, Learning with mixtures of trees, JMLR 1): a row comes from component k
// with probability π_k, and each component is a Chow-Liu tree with its own parameters. Expectation
// maximisation finds them; each maximisation over trees and parameters is exact, so the log posterior
// never falls. A cycle is K·N·D² multiply-adds.
package treemixture
