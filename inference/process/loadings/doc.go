// Package loadings is a Gibbs sampler of factor models of a table: D items by N cases,
// Y = G X + E, with sparse loadings G under the Indian buffet process, as many factors as the
// data support, or a given number of factors with dense or softly sparse ones. Which model it
// is, [Options] say.
//
// A sweep visits the items (row.go, singletons.go), then draws the activities (activities.go), then the
// scale of each factor and the hyperparameters (hyper.go). A visit needs only the products YXᵀ and XXᵀ,
// corrected for the item's missing cells; it does not revisit the N cases. Before that it moves pairs
// of factors (tilt.go, turn.go) and splits and merges them (splitmerge.go).
//
// D. A. Knowles and Z. Ghahramani (2011), Nonparametric Bayesian sparse factor models with application to
// gene expression modeling, Annals of Applied Statistics 5, 1534–1552; D. A. Knowles (2012), thesis,
// University of Cambridge, chapters 2 and 3; T. L. Griffiths and Z. Ghahramani (2011), The Indian buffet
// process, JMLR 12, 1185–1224.
package loadings
