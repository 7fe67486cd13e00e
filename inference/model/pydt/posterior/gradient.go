package posterior

import (
	"math"

	"example.org/espalier/inference/process/pruning"

	"gonum.org/v1/gonum/mat"
)

// Gradient returns the derivatives of the objective with respect to z_v =
// log(ℓ_v − ℓ_pa(v)) of every branch point, by slot, at fixed hyperparameters: by
// Fisher's identity from one upward and one downward pass (math 3.3). Messages must
// be current.
func (s *State) Gradient() []float64 {
	s.Cavities()
	order := s.Order
	along := make([]float64, len(s.Parent)) // ∂ log p(y)/∂Δ of the branch above each node
	for _, b := range order {
		delta := s.ParentRem(b) - s.Rem[b]
		along[b] = s.BranchMoment(b)/(2*s.Hyper.Sigma2*delta*delta) - float64(s.D)/(2*delta)
	}
	g := make([]float64, len(s.Parent))
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if s.IsLeaf(v) {
			continue
		}
		j := s.Hyper.Prior.Harmonic(int(s.Size[v]) - 1)
		byTime, below := along[v], 0.0
		for _, k := range s.Kids[v] {
			byTime -= along[k]
			j -= s.Hyper.Prior.Harmonic(int(s.Size[k]) - 1)
			below += g[k]
		}
		// Here g holds Σ ∂/∂ℓ over the branch point and those below it.
		g[v] = s.Rem[v]*byTime - s.Hyper.C*j + below
	}
	for _, v := range order {
		if !s.IsLeaf(v) {
			g[v] = g[v]*(s.Ell[v]-s.ParentEll(v)) + 1
		}
	}
	return g
}

// ShiftWaiting multiplies the waiting time above v by e^step: everything below v
// moves with it. Messages are left to recompute.
func (s *State) ShiftWaiting(v int32, step float64) {
	shift := (s.Ell[v] - s.ParentEll(v)) * math.Expm1(step)
	stack := []int32{v}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !s.IsLeaf(u) {
			s.SetTime(u, s.Ell[u]+shift)
			stack = append(stack, s.Kids[u]...)
		}
	}
}

// Laplace returns the evidence of the tree's structure with the times integrated
// out by Laplace's method in z (math 5.4), and whether the objective's curvature
// there is that of a maximum. Unlike the objective it does not divide by the number
// of resolutions of a branch point. O(N²·D + N³).
func (s *State) Laplace() (evidence float64, maximum bool) {
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
