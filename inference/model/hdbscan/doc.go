// Package hdbscan finds clusters of rows that lie closely together, apart from sparse ground, by HDBSCAN* (Campello,
// Moulavi and Sander 2013, Density-based clustering based on hierarchical density estimates, PAKDD 7819, 160–172).
//
// The core distance of a row is that to its k-th nearest, itself counted. Two rows are as far apart as the greatest
// of their distance and both core distances. The spanning tree of least sum of these distances is found exactly; its
// longest edges are cut first, those of one length at once. A group that is left with fewer rows than the least size
// is noise; one that parts into several of at least that size gives birth to as many clusters. With λ = 1/distance,
// the stability of a cluster is
//
//	S = Σ_rows (λ at which the row leaves − λ at which the cluster is born),
//
// and the clusters that are shown are those of the greatest sum of S, none within another (selection=stability), or
// those that do not part (selection=leaves). The whole table is never a cluster. Beside the partition at the least
// size asked for there are those at others, which need no new tree. There is no probability.
package hdbscan
