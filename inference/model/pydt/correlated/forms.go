package correlated

// The values of the parameter columns.
const (
	Independent   = "independent"
	AnyCovariance = "covariance"
	ByFactors     = "factors"
	ByTree        = "tree"
	Undecided     = "auto"
)
