// Package lineargaussian is the linear-Gaussian latent feature model of the Indian buffet
// process: rows own features, and a row is the sum of its features' values and noise.
//
//	Z ~ IBP(α, β)                     rows × features, ones and zeros
//	A_kd ~ N(0, σ²_A)                 the value that feature k adds to column d
//	X_nd = b_d + Σ_k Z_nk A_kd + E_nd,  E_nd ~ N(0, σ²)
//	b_d ~ N(mean of column d, v)      the base that all rows have; may be left out
//	α ~ Ga(1, 1);  1/σ², 1/σ²_A ~ Ga(1, v)
//
// Zeros and ones are the signs of such X, which are then latent numbers with σ² = v = 1 and b_d about the
// normal quantile of the column's share of ones; a sweep ends by drawing them (Albert and Chib 1993).
//
// v is the mean variance of the columns, so that the priors follow the units of the table.
//
// A and b are integrated out while Z is drawn. Their joint posterior is a Gaussian with one
// covariance for all columns, and adding or removing a row changes it by rank one (the accelerated
// sampler of Doshi-Velez and Ghahramani 2009, whose transitions are those of the collapsed one). A
// sweep is
//
//   - each row in turn, taken out: each feature that other rows have, in random order; then the
//     number of features that only this row has, drawn exactly, because it enters the density of
//     the row only through κσ²_A; then the row's missing cells, integrated out until here; then
//     the row is put back;
//   - proposals to exchange one feature of a row for another, and to reduce three features, one of
//     which is the sum of the others, to two, or the reverse;
//   - A and b; for each feature a proposal to take its complement, which gives the same data if
//     there is a base; σ², σ²_A and α by their conditionals; and the missing cells once more.
//
// Of each feature and its complement, published draws show the one that fewer rows have.
//
// With K features a sweep of N rows and D columns costs O(NK(D+K)).
//
// References: Griffiths and Ghahramani (2011), The Indian buffet process: an introduction and
// review, Journal of Machine Learning Research 12, section 5; Doshi-Velez and Ghahramani
// (2009), Accelerated sampling for the Indian buffet process, ICML.
package lineargaussian
