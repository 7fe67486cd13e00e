// Package nsfa holds factor models as switches of one Gibbs sampler: nonparametric sparse factor
// analysis, which infers how many factors there are and which items each touches, and its finite,
// dense and softly sparse relatives.
//
// A table of D items by N cases is Y = G X + E. For nsfa
//
//	α ~ Ga(1, 1)                     strength of the buffet
//	Z ~ IBP(α)                       which item has which factor: D×K, K unbounded
//	λ_k ~ Ga(a_λ, b_λ)               precision of the loadings of factor k
//	G_dk | Z_dk=1 ~ N(0, 1/λ_k)      loading; 0 elsewhere
//	X_kn ~ N(0, 1)                   activity of factor k in case n
//	τ_d ~ Ga(a_ψ, b_ψ)               1/ψ_d, precision of the noise of item d
//	E_dn ~ N(0, ψ_d)
//
// with b_λ and b_ψ either given or themselves Ga(1, 1) ("power sharing"). Each item is centred by
// the mean of its observed cells, which is treated as known. Missing cells are ignored. Gammas have
// shape and rate.
//
// The relatives: sfa has K factors with π_k ~ Beta(α/K, 1); fa and afa have all loadings, with a single
// λ or one for each factor; fok has λ_dk ~ Ga(a/2, ab²/2), which makes loadings Student-t with a
// degrees of freedom and scale b; bfrm has P(Z_dk=1) = mρ_k with ρ_k ~ Beta(sr, s(1−r)).
//
// The sampler is that of the package example.org/espalier/inference/process/loadings.
//
// D. A. Knowles and Z. Ghahramani (2011), Nonparametric Bayesian sparse factor models with application to
// gene expression modeling, Annals of Applied Statistics 5, 1534–1552; D. A. Knowles (2012), thesis,
// University of Cambridge, chapters 2 and 3; T. L. Griffiths and Z. Ghahramani (2011), The Indian buffet
// process, JMLR 12, 1185–1224.
package nsfa
