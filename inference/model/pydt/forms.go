package pydt

// The values of the parameter columns.
const (
	independent = "independent"
	covariance  = "covariance"
	factorial   = "factors"
	branching   = "tree"
	undecided   = "auto"
)
