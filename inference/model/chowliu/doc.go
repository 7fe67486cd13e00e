// Package chowliu is the tree of columns that explains the table best: each column depends on one
// other directly (Chow and Liu 1968, Approximating discrete probability distributions with
// dependence trees, IEEE Transactions on Information Theory 14, 462–467).
//
// An edge is worth its gain in log likelihood, N times the mutual information of its columns. The
// Bayesian information criterion takes half of log N from that for each parameter; the best forest of
// edges that are still worth something is found by taking them from the largest on (Kruskal). Without
// the criterion it is a tree. The density is that of Gaussian columns along the forest; rows of
// categories, such as zeros and ones, have a probability from counts. Of columns of both sorts the forest has no path
// from categories through numbers to categories. The strength of an edge is the share of bootstrap samples of the rows
// whose forest has it (Friedman, Goldszmidt and Wyner 1999, Data analysis with Bayesian networks: a
// bootstrap approach, UAI).
package chowliu
