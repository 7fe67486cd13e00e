// Package blockmodel puts the nodes of one network into clusters, so that links between two clusters are of one kind: a
// stochastic block model, or infinite relational model, with as many clusters as the data support.
//
// The table has a row and a column for each node, in the same order; its cells are the links. Nodes come one after
// another and choose clusters by a Chinese restaurant process, and the cells of a block are draws from one law:
//
//	z ~ CRP(α),  y_ij | z ~ F(θ_{z_i z_j}),  α ~ Exp(ln N)
//
// F is a Bernoulli of zeros and ones, a Poisson of counts, a Gaussian of other numbers; θ has a conjugate prior whose
// hyperparameters are learnt on a grid, and is integrated out, see package block. Directed links have a block for each
// ordered pair of clusters; undirected ones are counted once for each pair of nodes, in blocks of unordered pairs. A
// blank cell is not counted, nor are links of nodes with themselves unless the table has some.
//
// With degrees the rate of y_ij is e_i f_j θ, where e_i and f_j are how many links i sends and j receives, relative to
// the mean and with one average cell more; of undirected links both are the degree. These are held, not learnt:
// given them the sampler is exact. Links of zeros and ones then count as counts. Without them a cluster of a network
// with few very connected nodes tends to be a class of degrees.
//
// A sweep visits each node in turn: it is taken out and put into a cluster k with probability proportional to
//
//	n_k Π_b exp{m(S_kb + o_b) − m(S_kb)} exp{m(S_bk + q_b) − m(S_bk)}
//
// or into a new one, with o_b its cells towards cluster b and q_b those from b. The block of k with itself takes o_k,
// q_k and the node's own cell at once. A few proposals follow that split a cluster or merge two by sequential
// allocation; each choice weighs all blocks among the nodes placed so far. Then α is drawn by the auxiliary variable of
// Escobar and West, and the hyperparameters from their conditionals.
//
// References: Kemp et al. (2006), Learning systems of concepts with an infinite relational model; Nowicki and Snijders
// (2001), Estimation and prediction for stochastic blockstructures; Karrer and Newman (2011), Stochastic blockmodels
// and community structure in networks; Dahl (2003); Murphy (2012), section 27.6.
package blockmodel
