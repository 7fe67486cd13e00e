// Package crosscat puts the columns into views, each with clusters of the rows of its own.
//
// Columns come one after another and choose views by a Chinese restaurant process. In each view rows choose
// clusters by one of its own. Each column has parameters θ of its own in each cluster of its view:
//
//	c ~ CRP(α),  z_v ~ CRP(β_v),  x_ij | c, z ~ F_j(θ_{j, z_{c_j i}}),  α ~ Exp(ln D),  β_v ~ Exp(ln N)
//
// F_j is a Bernoulli of yes/no, a categorical distribution of levels, a Poisson of counts, a Gaussian of numbers; θ
// has a conjugate prior whose hyperparameters are learnt for each column on a grid. Numbers are taken in standard
// deviations of their column. The parameters are integrated out, see package block. A blank cell is not counted. A
// cell of which only limits are known is part of the state.
//
// A sweep is
//
//   - the rows of each view, one after the other, and a few split-merge proposals, see package seating;
//   - each column in turn: it is taken out and put into a view or a new one, with probability proportional to n_v
//     Π_k exp m_j(k | z_v) or α/M Π_k exp m_j(k | z*), for M new views with clusters z* from the prior (Neal 2000,
//     algorithm 8);
//   - each column in turn: a proposal to leave its view for one of its own with clusters made for it, or to join
//     another if it is alone. Clusters from the prior hardly ever suit a column of many rows; these do;
//   - a few proposals to split a view in two or to merge two, with new clusters of the rows for all, see
//     [state.proposeViews]: columns that belong together hardly ever leave one by one;
//   - α and β_v by the auxiliary variable of Escobar and West, the hyperparameters from their conditionals, and the
//     cells with limits given a draw of the mean and variance of each cluster.
//
// References: Mansinghka et al. (2016), CrossCat: a fully Bayesian nonparametric method for analyzing
// heterogeneous, high dimensional data, Journal of Machine Learning Research 17; Shafto et al. (2006), Learning
// cross-cutting systems of categories; Neal (2000), Markov chain sampling methods for Dirichlet process mixture
// models; Murphy (2012), section 25.6.1.
package crosscat
