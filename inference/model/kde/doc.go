// Package kde is the kernel density estimate: an equal mixture of Gaussians about the
// rows, the plainest model that has no structure at all.
//
// The kernel of a row k is Π_j N(x_j; x_kj, h²s_j²), s_j the standard deviation of column
// j. The bandwidth h is the one of greatest leave-one-out likelihood,
//
//	Σ_i log 1/(N−1) Σ_{k≠i} Π_j N(x_ij; x_kj, h²s_j²)
//
// (Habbema, Hermans and van den Broek 1974; Duin 1976). Where row k has a missing cell its
// kernel has N(x_j; column mean, s_j²) there, and missing cells of the row that is scored
// are left out, so that every density is one of the observed cells.
package kde
