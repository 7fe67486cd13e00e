// Package crp is the Chinese restaurant process and its two-parameter form, the Pitman-Yor
// process: a prior over partitions of any number of rows.
//
// Customers come one after another. When n of them sit at tables of n_1, …, n_K, the next
// one joins table k with probability (n_k − d)/(n + θ) and opens a new one with probability
// (θ + d·K)/(n + θ). θ > −d is the concentration and 0 ≤ d < 1 the discount; d = 0 is the
// Chinese restaurant process. The partition does not depend on the order of the customers.
// The shares of the tables in the long run, in order of appearance, follow stick breaking: π_k =
// v_k ∏_{j<k}(1 − v_j), v_k ~ Beta(1 − d, θ + k·d).
//
// References: Pitman (2006), Combinatorial stochastic processes, section 3.2; Murphy (2012),
// section 25.2.2.
package crp
