// Package bicluster puts rows and columns into clusters at once, so that every block of the table, a cluster of rows
// by a cluster of columns, is of one kind.
//
// Rows come one after another and choose clusters by a Chinese restaurant process; so do columns. All cells of a block
// are draws from one distribution:
//
//	z ~ CRP(α_r),  w ~ CRP(α_c),  x_ij | z, w ~ F(θ_{z_i w_j}),  α_r ~ Exp(ln N),  α_c ~ Exp(ln D)
//
// F is a Bernoulli of zeros and ones, a Poisson of counts, a Gaussian of other numbers with a mean and a variance for
// each block; θ has a conjugate prior whose hyperparameters are learnt on a grid. The parameters of blocks are
// integrated out, see package block. A blank cell is not counted. Where columns are of several kinds, a block has a θ
// for each column: columns of different kinds can then share a cluster, and with it the clusters of rows.
//
// A sweep is, for rows given the columns and then for columns given the rows,
//
//   - each in turn: it is taken out and put into a cluster or a new one, with probability proportional to
//     n_a Π_b exp{m(S_ab + s_b) − m(S_ab)} or α Π_b exp m(s_b), where s_b are its cells in cluster b of the other side;
//   - a few split-merge proposals by sequential allocation;
//
// then α_r and α_c by the auxiliary variable of Escobar and West, and the hyperparameters from their conditionals.
//
// References: Murphy (2012), section 25.6; Dahl (2003), An improved merge-split sampler for conjugate Dirichlet process
// mixture models; Escobar and West (1995), Bayesian density estimation and inference using mixtures; Kemp et al.
// (2006), Learning systems of concepts with an infinite relational model.
package bicluster
