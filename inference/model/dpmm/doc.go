// Package dpmm is the Dirichlet process mixture of Gaussians, sampled by collapsed Gibbs.
//
// Rows come one after another. Row i+1 joins a cluster of n rows with probability n/(i+α) and
// starts a new one with probability α/(i+α) (the Chinese restaurant process with concentration α).
// Each cluster has its own mean and covariance from a conjugate prior, see package conjugate:
// diagonal or full, with expected covariance ρT, a mean worth κ₀ rows and δ degrees of freedom.
//
//	α ~ Exp(ln N),  ρ, κ₀ ~ Ga(1, 1),  T ~ W(D+1, T₀/(D+1)), or T_j ~ Ga(1, 1/T₀_j) for diagonal clusters
//
// T₀ describes the data as a whole: the variances of the columns for diagonal clusters, their shrunk
// covariance (Schäfer and Strimmer 2005) for full ones. T has to be learnt: with T = T₀ one Gaussian is as well a
// mixture of narrower ones, as their number follows its prior alone, and clusters have the shape of the table. ρT is
// at least 10⁻⁶T₀ and at least the variance of rounding, pivot by pivot, see [conjugate.Shapes]. Full clusters of more
// than 64 columns keep T₀.
//
// Rows that are few for their columns are clustered by the scores of the principal components that stand out from
// chance (parallel analysis, package scree), with full covariances. Clusters of columns of which half or more have two
// values are diagonal.
//
// Means and covariances are integrated out; the state is the partition and α, ρ, κ₀, T. A sweep is
//
//   - each row in turn: it is taken out and put into a cluster or a new one with probability
//     n·p(x | its rows) or α·p(x) (Neal 2000, algorithm 3);
//   - a few split-merge proposals by sequential allocation (Dahl 2003), which move many
//     rows at once;
//   - α by the auxiliary variable of Escobar and West (1995); ρ, κ₀ and T by their
//     conditionals given a draw of every cluster's mean and covariance.
//
// Columns of yes/no, ordered levels, categories and counts have shares of their levels, or a rate, in each cluster,
// integrated out under conjugate priors, see package block, whose hyperparameters are learnt column by column on a
// grid. Then clusters are diagonal: within one, columns are independent. Of a table without numbers they are latent
// classes. Where full covariances are asked for, such cells have hidden numbers behind them instead, which are drawn
// with the clusters, see hidden.go.
//
// Missing cells: diagonal clusters integrate them out column by column. With full clusters they are
// part of the state and drawn together with the row's cluster.
//
// References: Neal (2000), Markov chain sampling methods for Dirichlet process mixture
// models; Dahl (2003), An improved merge-split sampler for conjugate Dirichlet process
// mixture models; Rasmussen (2000), The infinite Gaussian mixture model; Murphy (2012),
// section 25.2.
package dpmm
