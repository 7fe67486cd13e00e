// Package tree holds rooted multifurcating trees with times: their invariants,
// canonical form, cuts into groups, comparison, and Newick and NEXUS in and out.
package tree
