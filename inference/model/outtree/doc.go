// Package outtree is a density of rows that depend on each other through a tree: each row but
// the root was made from another row, its parent (Jebara 2008, Bayesian out-trees, UAI).
//
//	pa ~ uniform over the T^(T−1) rooted trees of T rows, or over forests with weight a^K of K roots
//	x_root ~ N(m₀, S₀),   x_u | x_pa(u) ~ p(· | x_pa(u), θ)
//
// The tree is summed out by the directed matrix-tree theorem (package spanning); θ is learnt by
// variational Bayes, which alternates the trees with q(θ) and with the missing cells. Its bound on
// the log evidence never falls. Two conditionals are offered:
//
//	walk    x_u ~ N(x_v, I/τ),                 τ ~ Ga(a₀, b₀)
//	linear  x_ud ~ N(m_dᵀ(x_v, 1), 1/τ_d),     m_d | τ_d ~ N(0, V₀/τ_d),   τ_d ~ Ga(a₀, b₀)
//
// m₀ and S₀ are the mean and the variance of each column. The prior of the number K of roots of a
// forest is 1 + Binomial(T−1, a/(T+a)); a is learnt by maximising the bound.
//
// A cycle takes T³ multiply-adds and, for the linear conditional and after a change of missing
// cells, T²D; memory is four matrices of T².
package outtree
