// Package scores compares groups and trees with known labels: Rand index and its adjusted form,
// normalised mutual information, variation of information, purity and dendrogram purity. An item
// with label −1 is left out.
package scores
