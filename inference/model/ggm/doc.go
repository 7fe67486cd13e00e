// Package ggm is the Bayesian Gaussian graphical model: the probability that two columns depend on each
// other when all others are known (Wang 2015, Scaling it up: stochastic search structure learning in
// graphical models, Bayesian Analysis 10, 351–377).
//
//	x ~ N(μ, Ω⁻¹),   μ ~ N(0, (κΩ)⁻¹),
//	p(Ω, z) ∝ Π_{i<j} {z_ij ? π N(ω_ij; 0, v₁²) : (1−π) N(ω_ij; 0, v₀²)} Π_i Exp(ω_ii; λ/2),   Ω positive definite
//
// z_ij = 1 is an edge: its ω is drawn from the wide slab, others from the narrow spike. μ is integrated
// out. Gibbs sampling draws a column of Ω given all else, then z, then missing cells. The normalising
// constant is that of Ω and z together, so no step needs it; it makes the prior probability of an edge
// lower than π, and the sampler without data measures it.
// A sweep costs D Cholesky factors of D columns, about D⁴/3 multiply-adds.
package ggm
