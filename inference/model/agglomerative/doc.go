// Package agglomerative is hierarchical clustering as a model: single, complete, average or Ward
// linkage of the rows, drawn in the leaf order that places similar rows side by side. It gives a
// quick first tree and is the usual method for comparison. It has no probability and nothing to
// iterate: iteration 0 is the finished tree.
//
// The height h of a merge becomes the time 1 − h/(1.05·h₁), h₁ the highest. The tree thus lies
// between 0 and 1 like those of the diffusion models, but the times are not diffusion times.
// Distances are Euclidean in working units unless asked for otherwise, see package linkage; mahalanobis
// ones are Euclidean under the covariance of the contrasts of a first tree, learnt twice (within.go). On unscaled
// tables of 0 and 1 their squares count the columns that differ (the Hamming distance).
package agglomerative
