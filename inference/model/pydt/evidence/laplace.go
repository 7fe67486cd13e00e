package evidence

import (
	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
)

// Laplace returns the evidence of the tree's structure with the times integrated
// out by Laplace's method in z (math 5.4), and whether the objective's curvature
// there is that of a maximum. Unlike the objective it does not divide by the number
// of resolutions of a branch point. O(N²·D + N³).
func Laplace(s *posterior.State) (evidence float64, maximum bool) {
	var points []int32
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			points = append(points, v)
		}
	}
	const step = 1e-4
	n := len(points)
	hessian := mat.NewSymDense(n, nil)
	keep := s.Capture()
	at := func(v int32, by float64) []float64 {
		s.Load(keep)
		s.ShiftWaiting(v, by)
		s.Recompute()
		return s.Gradient()
	}
	rows := make([][]float64, n)
	for i, v := range points {
		up, down := at(v, step), at(v, -step)
		rows[i] = make([]float64, n)
		for j, u := range points {
			rows[i][j] = -(up[u] - down[u]) / (2 * step)
		}
	}
	s.Load(keep)
	s.Recompute()
	for i := range n {
		for j := range i + 1 {
			hessian.SetSym(i, j, (rows[i][j]+rows[j][i])/2)
		}
	}
	evidence = s.Objective()
	for _, v := range points {
		evidence = s.Hyper.Prior.AddResolutions(evidence, len(s.Kids[v]))
	}
	var chol mat.Cholesky
	if !chol.Factorize(hessian) {
		return evidence, false
	}
	return evidence + 0.5*float64(n)*pruning.Ln2Pi - 0.5*chol.LogDet(), true
}
