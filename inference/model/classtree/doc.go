// Package classtree puts rows into latent classes whose profiles lie on a diffusion tree: similar classes are near in
// the tree, and small ones borrow from their neighbours.
//
// The generative story. K classes are the leaves of a Pitman-Yor diffusion tree in the space of latent numbers, one
// or more for each column (docs/mathematics.md). Class k has the location μ_kj = b_j + σ_j·x_kj, x diffusing with
// variance 1 from time 0 to 1, b_j the intercept. Row i belongs to class z_i, and its latent numbers are scattered
// about the class:
//
//	π ~ Dirichlet(a/K),  z_i ~ π,  u_i ~ N(μ_{z_i}, diag s²),  cell y_ij ~ f_j(y | u_ij),
//	1/σ² ~ Ga(1, 1),  1/s² ~ Ga(1, 1/10),  b ~ N(0, κ²) by the kind of the column
//
// f are the factors of package observation, so columns can be numbers, yes/no, levels in order, categories, counts
// and numbers known between limits. Where cells say nothing of the scale of u, s² is 1. σ and s are those of all
// columns with a scale and of all others, or each column has its own. Superfluous classes stay empty where a is
// small.
//
// A sweep draws, in turn,
//
//   - the tree, its times, c, θ and α given u and z, the locations integrated out: class k has the factor
//     N(ū_kj; μ_kj, s²/n_kj) in column j, n_kj the seen cells of its rows, and none where it is empty (the moves of
//     package sampler);
//   - the intercepts given the same; all locations; σ², given the locations and then given the steps along the branches
//     (the two alternate between both ways to say where classes are: Yu and Meng 2011); s²;
//   - π given z; then, row by row and independently, z_i with u_i integrated out, and u_i.
//
// A row costs K times the columns that are looked up in tables of log f, and a draw for each cell that is no number.
//
// References: M. Li, B. Stephenson and Z. Wu (2023), Tree-regularized Bayesian latent class analysis for improving
// weakly separated dietary pattern subtyping in small-sized subpopulations, arXiv:2306.04700, for yes/no items with
// logistic links; Knowles and Ghahramani (2011), Pitman-Yor diffusion trees; Yu and Meng (2011), To center or not to
// center: that is not the question, Journal of Computational and Graphical Statistics 20, 531–570.
package classtree
