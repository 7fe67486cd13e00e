// Package leaves says what the rows of a table send up a tree where their cells are not all numbers: the sites of
// expectation propagation, a Gaussian times a constant for the factor of every cell (math 4.3). Searches, evidence and
// predictions see these messages alone, and know nothing of what a cell is.
//
// Source: T. P. Minka (2001), Expectation propagation for approximate Bayesian inference, UAI.
package leaves

// Cells are the cells of a table, by row. What belongs to a column is in the order of the problem.
type Cells interface {
	// Own returns cells for the use of one goroutine, which may share all that does not change.
	Own() Cells
	// Site sets the mean and the variance of the Gaussian that stands for each cell of a row, +Inf for one that says
	// nothing, and returns the log of the product of their constants. It keeps mean and variance as they are where it
	// returns an error, which tells the cell.
	Site(row int, at Cavity, mean, variance []float64) (constant float64, err error)
	// Noisy reports whether sites are of the row's location plus noise. If not, the factors have the noise in them.
	Noisy() bool
	// Root returns the variance of the location at the root of the tree, of each column; nil where it is 0.
	Root() []float64
}

// A Cavity is what all other rows say of the location of a row: in each column a normal distribution with this mean,
// and this variance plus Length. The noise of the row comes on top.
type Cavity struct {
	Mean, Variance []float64
	Length, Noise  float64
}

// weakest is the variance from which a site carries no information.
const weakest = 1e12
