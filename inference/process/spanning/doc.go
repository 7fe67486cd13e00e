// Package spanning sums over all rooted trees, or forests, that span a set of nodes, where the
// weight of a tree is a product over its edges and its roots.
//
//	Z = Σ_trees w_r Π_u β_u,pa(u)      Z = Σ_forests Π_roots w_r Π_u β_u,pa(u)
//
// The first index of β is the child and the second the parent. There are T^(T−1) rooted trees and
// (T+1)^(T−1) rooted forests of T nodes; the directed matrix-tree theorem (Tutte 1948, The
// dissection of equilateral triangles into equilateral triangles) makes each sum a determinant.
// [Sum] finds it by elimination without subtraction, node by node, as Grassmann, Taksar and
// Heyman (1985, Regenerative analysis and steady state distributions for Markov chains) find a
// stationary distribution. A backward pass through the elimination gives the probability of every edge,
// and trees are drawn from it exactly, without a random walk. [Best] is the heaviest tree
// (Edmonds 1967, Optimum branchings).
//
// The elimination takes about T³/3 multiply-adds and T² numbers, the backward pass twice that
// and T² more; a draw, some 2T² operations.
package spanning
