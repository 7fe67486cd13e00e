// Package tree holds rooted multifurcating trees with times: their invariants, canonical form, cuts
// into groups, comparison, and reading and writing of Newick and NEXUS.
package tree
