// Package bhc is Bayesian hierarchical clustering (Heller and Ghahramani 2005): a binary tree whose every node is a
// test of whether the rows below it are one cluster.
//
// The model is the Dirichlet process mixture of package dpmm with diagonal clusters: the rows are partitioned by the
// Chinese restaurant process with concentration α, and a cluster c of n rows has the marginal density m(c) of package
// conjugate, with variances ρ times those of the table, δ degrees of freedom, and a mean worth κ₀ rows. A partition is
// consistent with a tree if each of its clusters is all rows below one node. With g the sum over the partitions of the
// rows below a node,
//
//	g(leaf) = α·m(leaf),  g(k) = α·Γ(n_k)·m(k) + g(left)·g(right),
//
// the density of all rows, summed over the partitions that are consistent with the tree, is g(root)·Γ(α)/Γ(N+α). It is
// a lower bound of the evidence of the mixture, which sums over all partitions. The first term's share of g(k) is the
// posterior probability r_k, under the tree, that the rows below k are one cluster if they are split nowhere above. In
// the paper g(k) is d_k·p(D_k|T_k).
//
// Of many rows the tree is built from the top: see divider.
//
// Columns that are no numbers have the marginal likelihoods of package block with their usual hyperparameters, so
// that all columns of a cluster are independent.
//
// With full covariances the columns of numbers of a cluster depend on each other: the marginal is that of a normal with
// a normal-inverse-Wishart prior, whose columns have each the prior above; see scatter.
//
// Rose trees have nodes of any number of children (Blundell, Teh and Heller 2010); see rose. They are built by their
// own likelihood, but their probabilities and the bound are by g(k) = α·Γ(n_k)·m(k) + Π g(child): fewer partitions are
// consistent with such a tree than with a binary one that has its nodes too.
//
// The tree is built from the rows by joining, again and again, the two nodes of greatest r, from four values of ρ and
// κ₀, of which the best is kept. Then α, ρ and κ₀, each with the prior Ga(1, 1), are moved to the maximum of the
// density, and the tree is built again; it is kept if the density is greater. So the objective never falls.
//
// The tree is drawn by heights: that of a node is the root mean squared distance between the rows below it, with every
// column at variance 1, or that of a node below it if this is greater.
//
// References: K. A. Heller and Z. Ghahramani (2005), Bayesian hierarchical clustering, ICML 22, 297–304; C. Blundell,
// Y. W. Teh and K. A. Heller (2010), Bayesian rose trees, UAI 26, 65–72.
package bhc
