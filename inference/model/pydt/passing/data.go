package passing

import (
	"example.org/espalier/inference/process/timetree"
)

// Class is a run of columns [Low, High) whose leaf variances are the same at every leaf.
type Class struct{ Low, High int }

// Data is what is observed at the leaves: a Gaussian N(x; Mean, Variance) for each cell, such
// as a measurement with its noise or a site of expectation propagation.
type Data struct {
	Rows, Columns int
	Classes       []Class
	Mean          []float64 // Rows×Columns, any finite number where a cell is missing
	Variance      []float64 // Rows×len(Classes), ≥ 0, +Inf where a cell is missing
}

// Tree is a structure with initial times, which are in (0, 1) and fall towards the leaves. Its leaves are the rows of
// Data, its top node is a branch point, and Order has all nodes, parents before their children. A run only reads it.
type Tree struct {
	*timetree.Arrays
	Harmonic  []float64 // by slot: H_{m−1} at a branch point of m leaves, 0 at a leaf
	Structure float64   // Σ S_v, the logarithm of the structure's own factors (math 2.3)
}

// Hyper holds the values or priors of σ² and c.
type Hyper struct {
	Sigma2, C       float64 // the values if they are fixed, else the initial ones
	FixSigma2, FixC bool
	// Priors 1/σ² ~ Ga(TauShape, TauRate) and c ~ Ga(CShape, CRate), shape and rate.
	TauShape, TauRate, CShape, CRate float64
}
