package covary

import (
	"math"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// ColumnTree returns the covariance of columns that are the leaves of a tree: scale times their
// shared times, of which each column has noise more with itself. Each branch point is a factor
// of the columns below it.
func ColumnTree(t *tree.Tree, scale, noise float64) *Sigma {
	d := t.Leaves()
	s := &Sigma{Psi: make([]float64, d)}
	for j := range d {
		s.Psi[j] = scale * math.Max(length(t, j)+noise, leastSpecific)
	}
	if t.Nodes() == d {
		return s
	}
	s.Lambda = mat.NewDense(d, t.Nodes()-d, nil)
	for v := d; v < t.Nodes(); v++ {
		root := math.Sqrt(scale * length(t, v))
		for _, j := range t.LeavesBelow(v) {
			s.Lambda.Set(j, v-d, root)
		}
	}
	return s
}

// leastSpecific keeps Σ positive definite where two columns part at time 1 without noise.
const leastSpecific = 1e-9
