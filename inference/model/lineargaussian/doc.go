// Package lineargaussian is the linear-Gaussian latent feature model of the Indian buffet
// process: rows own features, and a row is the sum of its features' values and noise.
//
//	Z ~ IBP(α, β)                     rows × features, ones and zeros
//	A_kd ~ N(0, σ²_A)                 the value that feature k adds to column d
//	X_nd = b_d + Σ_k Z_nk A_kd + E_nd,  E_nd ~ N(0, σ²)
//	b_d ~ N(mean of column d, v)      the base that all rows have; may be left out
//	α ~ Ga(1, 1);  1/σ², 1/σ²_A ~ Ga(1, v)
//
// v is the mean variance of the columns, so that the priors follow the units of the table.
//
// A and b are integrated out while Z is drawn: their joint posterior is a Gaussian whose
// covariance is the same for all columns, and adding or removing a row changes it by rank one
// (the accelerated sampler of Doshi-Velez and Ghahramani 2009, which has the transitions of
// the collapsed one). A sweep is
//
//   - each row in turn, taken out: each feature that other rows have, in an order drawn anew;
//     then the number of features that the row has for itself, drawn exactly, because it
//     enters the density of the row as κσ²_A only; then the row's missing cells, which were
//     integrated out until here, and the row is put back;
//   - proposals that a row exchanges one feature for another, and that three features of which
//     one is the sum of the others become two, or the reverse;
//   - A and b; for each feature a proposal to take its complement, a feature and its complement
//     being the same to the data where there is a base; σ², σ²_A and α by their conditionals;
//     and the missing cells once more.
//
// Draws are published with every feature as the one of both that fewer rows have.
//
// With K features a sweep of N rows and D columns costs O(NK(D+K)).
//
// References: Griffiths and Ghahramani (2011), The Indian buffet process: an introduction and
// review, Journal of Machine Learning Research 12, section 5; Doshi-Velez and Ghahramani
// (2009), Accelerated sampling for the Indian buffet process, ICML.
package lineargaussian
