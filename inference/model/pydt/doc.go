// Package pydt fits Pitman-Yor and Dirichlet diffusion trees.
//
// The generative story. A point leaves the origin at time 0 and diffuses with variance σ² per unit time until time 1.
// The next one follows the path of those before it; on a stretch used by m points it diverges at rate
// a(t)Γ(m−α)/Γ(m+1+θ) with a(t) = c/(1−t); at a branch point with K branches of sizes b_1…b_K it follows branch k with
// probability (b_k−α)/(m+θ) or starts a new one with probability (θ+αK)/(m+θ). The Dirichlet diffusion tree is θ = α =
// 0, where branch points have two children. Observations may carry Gaussian noise.
//
// Given tree and times the locations are Gaussian and integrated out exactly by messages that run up the tree (mean,
// variance and a constant at each node). Two facts keep that cheap. Columns with the same pattern of missing cells
// share their message variances, so that a complete table has one scalar variance a node. And a position on a branch
// enters the likelihood of attaching a subtree there only through three squared distances, so that once these are
// known, the best time on that branch costs no further pass over the columns.
//
// This package has the models: their parameters (model.go), what settings ask for (requests.go), checks, estimates of
// time and memory, and scores of given trees. What they do is in rooms below it. The prior over trees is package
// pitmanyor, the messages and the likelihood are package pruning, and the tree that both see is one of package
// timetree. Package posterior has a tree with its hyperparameters and objective, placing the moves of a search,
// branches what is known of its branch points, predict new rows and cells, correlated how columns vary together. Method
// em is package search, which learns from a run of package pilot; method mp judges its trees by package passing. Method
// mcmc draws from the posterior: package sampler, whose live.go is the tree with its target; each move has a file
// move_NAME.go, and part.go says what a chain draws beside the tree. Columns may vary together (package together), by
// the numbers of package covary: the table is mapped so that its columns diffuse independently, and what maps it is
// learnt in between. By default it is learnt on the trees of columns by themselves, which stay as they are
// (together/sequel_fit.go).
//
// Times are kept as ℓ = −log(1−t) together with the time remaining 1−t = exp(−ℓ); differences of the latter are
// accurate where t itself is 1 to rounding. The formulas, numbered as comments name them, are in docs/mathematics.md.
//
// References: Neal (2003), Density modeling and clustering using Dirichlet diffusion trees; Knowles and Ghahramani
// (2011), Pitman-Yor diffusion trees; Knowles, Van Gael and Ghahramani (2011), Message passing algorithms for the
// Dirichlet diffusion tree; Knowles (2012), Bayesian non-parametric models and inference for sparse and hierarchical
// latent structure, chapters 4 and 7.
package pydt
