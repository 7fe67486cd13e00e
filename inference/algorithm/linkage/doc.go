// Package linkage holds agglomerative clustering by single, complete, average and Ward linkage in
// O(N²) time, and the leaf order that places similar rows side by side.
//
// Distances are Euclidean unless another [Metric] is asked for. Between rows with missing cells they are taken over
// the cells that both rows have, with the squared distance divided by the share of columns compared. Rows without a
// shared cell get the mean of all other distances. On tables of 0 and 1 the squared distance is the
// number of differing cells, the Hamming distance.
package linkage
