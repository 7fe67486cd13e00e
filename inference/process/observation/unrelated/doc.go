// Package unrelated has the evidence of a table of several kinds whose rows have nothing to do with each other, and
// draws from its posterior with weights: given the variance v of the latent numbers and their intercepts b, the
// cells of a column are independent, and the probability of each is the integral of its factor over N(b, v). It is
// where the annealing of a tree along its signal begins (math 8b).
//
// Source: R. M. Neal (2001), Annealed importance sampling, Statistics and Computing 11, 125–139.
package unrelated
