// Package consensus summarises a sample of trees over the same leaves: how often each clade occurs
// and when it diverged, a tree that represents all (majority rule, maximum clade credibility,
// medoid), how late each pair of leaves parts, and how certain it is that a row belongs to a group.
//
// A clade is the set of leaves below a branch point. Clades of different draws are matched by a
// 128-bit hash, the sum of one random number for each leaf, so reading a draw of N leaves takes
// O(N) time. The probability that two different clades among ten million get the same hash is below
// 10⁻²⁴.
package consensus
