// Package kde is the kernel density estimate: an equal mixture of Gaussians about the rows, the
// simplest model without any structure.
//
// The kernel of a row k is Π_j N(x_j; x_kj, h²s_j²), with s_j the standard deviation of column j.
// The bandwidth h maximises the leave-one-out likelihood,
//
//	Σ_i log 1/(N−1) Σ_{k≠i} Π_j N(x_ij; x_kj, h²s_j²)
//
// (Habbema, Hermans and van den Broek 1974; Duin 1976). Where row k has a missing cell its kernel
// has N(x_j; column mean, s_j²) there. Missing cells of the scored row are left out, so every
// density is one of the observed cells.
package kde
