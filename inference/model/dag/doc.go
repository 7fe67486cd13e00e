// Package dag gives Bayesian networks over the columns of a table: directed acyclic graphs G with the
// posterior probability of each edge, all parameters integrated out.
//
//	p(X | G) = Π_j m(j, Pa_j)/m(Pa_j),   p(G) uniform over the graphs that are allowed
//
// m is the marginal likelihood of columns: BGe for numbers, BDeu for categories (package marginal), so
// graphs of one equivalence class have the same score. A_j(U) is the log of the sum of the scores of all
// parent sets of j within U.
//
// Up to 14 columns all graphs are summed at once, over sets of sinks by inclusion and exclusion (Tian
// and He 2009, Computing posterior probabilities of structural features in Bayesian networks, UAI):
//
//	R(S) = log Σ_{∅≠Q⊆S} (−1)^{|Q|+1} exp{ R(S∖Q) + Σ_{j∈Q} A_j(S∖Q) }
//
// A pass back through the recursion gives the probabilities of all edges. With Q of one column only the
// sum is over orders (Koivisto and Sood 2004, Exact Bayesian structure discovery in Bayesian networks,
// JMLR 5), in which a graph counts once for every order that it agrees with. Both cost about 3ᴰ or D·2ᴰ.
//
// Beyond, ordered partitions of the columns are sampled (Kuipers and Moffa 2017, Partition MCMC for
// inference on acyclic digraphs, JASA 112). Every graph has exactly one: its sources, then the sources of
// the rest, and so on. Each column has a number K of candidate parents; a sweep costs about D²K, tables
// of scores 2ᴷ for each column.
package dag
