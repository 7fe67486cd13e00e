// Package geneset tests lists of names for over-representation of known sets, such as those of genes that
// do the same. Of N names in a background, K are in a set; of a list of n of them, k. Had the list been
// drawn at random, k would be hypergeometric, and P(X ≥ k) is the p-value (Fisher's exact test, one-sided).
// The p-values of all pairs of a list and a set are adjusted together for the false discovery rate (Benjamini
// and Hochberg 1995).
package geneset
