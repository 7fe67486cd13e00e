// Package scores compares groups and trees with known labels: Rand index and its
// adjusted form, normalised mutual information, variation of information, purity
// and dendrogram purity. A label of −1 is missing: that item is left out.
package scores
