// Package consensus summarises a sample of trees over the same leaves: how often each
// clade occurs and when it diverged, one tree that stands for all (majority rule,
// maximum clade credibility, medoid), how late each pair of leaves parts, and how
// surely each row belongs to a group.
//
// A clade is the set of leaves below a branch point. Clades of different draws are
// matched by a hash of 128 bits, the sum of one random number for each leaf, so that
// reading a draw of N leaves takes O(N) time; two different clades among ten million
// get the same hash with probability below 10⁻²⁴.
package consensus
