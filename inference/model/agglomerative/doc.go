// Package agglomerative is hierarchical clustering as a model: single, complete,
// average or Ward linkage of the rows, drawn in the leaf order that puts like next
// to like. It is the quick first tree and the usual method to compare with. It has
// no probability and nothing to iterate: iteration 0 is the finished tree.
//
// The height h of a merge becomes the time 1 − h/(1.05·h₁), h₁ the highest, so that
// the tree hangs between 0 and 1 like those of the diffusion models; the times are
// not diffusion times. Distances are Euclidean in working units, see package
// linkage; on tables of 0 and 1 that are not scaled, their squares count the
// columns that differ (the Hamming distance).
package agglomerative
