// Package block holds the likelihood of the cells of a block, with the parameters of the block integrated out. All
// cells of a block are independent draws from one distribution, whose parameters have a conjugate prior.
//
//	yes/no       θ ~ Beta(a, b):                        ln B(n₁+a, n₀+b) − ln B(a, b)
//	categories   θ ~ Dir(a, …, a), L levels:            lnΓ(La) − lnΓ(La+n) + Σ_l {lnΓ(n_l+a) − lnΓ(a)}
//	counts       y ~ Poisson(eλ), λ ~ Ga(a, b):         a ln b − lnΓ(a) + lnΓ(a+s) − (a+s) ln(b+E) + Σ (y ln e − ln y!)
//	numbers      1/σ² = τ ~ Ga(a, b), μ ~ N(m, σ²/κ):   lnΓ(a_n) − lnΓ(a) + a ln b − a_n ln b_n + ½ ln(κ/κ_n) − (n/2) ln 2π
//
// with n cells, n_l of level l, s the sum of counts and E that of their exposures e, κ_n = κ+n, a_n = a+n/2 and
// b_n = b + ½Σ(x−m)² − (Σ(x−m))²/(2κ_n). An ordered column is one of categories. A blank cell is not counted.
//
// A block is known by its sufficient statistics, a few numbers that can be added and taken away in any order. Sums of
// numbers are held to twice the usual digits, so that the order leaves no trace.
//
// Reference: Bernardo and Smith (1994), Bayesian Theory, section 5.2 and appendix A; Murphy (2012), chapters 3 to 5.
package block
