// Package conjugate holds clusters of Gaussian rows with mean and covariance integrated out under a
// conjugate prior. Rows can be added and removed.
//
// A row x of D columns is N(μ, Σ); μ given Σ is N(m₀, Σ/κ₀). The prior of Σ is
//
//   - diagonal ([Diagonal], [Gaps]): 1/σ²_j ~ Ga(δ/2, ρ(δ−2)v_j/2) for each column j,
//     shape and rate (the normal-gamma prior);
//   - full ([Full]): Σ ~ IW(ρ(δ−2)T, δ+D−1), the normal-inverse-Wishart prior.
//
// Both agree on a single column: its variance has mean ρ·v_j (with T_jj = v_j) and δ degrees of
// freedom, and a row of an empty cluster is a Student t with δ degrees of freedom. With n rows of
// mean x̄ and scatter S about it,
//
//	κ_n = κ₀+n,  m_n = (κ₀m₀+n·x̄)/κ_n,  Λ_n = Λ₀ + S + (κ₀n/κ_n)(x̄−m₀)(x̄−m₀)ᵀ,  Λ₀ = ρ(δ−2)T
//
// and another row is a Student t with δ+n degrees of freedom about m_n with scale matrix
// Λ_n(κ_n+1)/(κ_n(δ+n)), column by column where the prior is diagonal. See Murphy (2007), Conjugate
// Bayesian analysis of the Gaussian distribution, and Gelman et al., Bayesian Data Analysis,
// section 3.6.
//
// A component and its prior belong to one goroutine at a time, but for what [Component] and [Prior.Tabulate] say.
package conjugate
