package pydt

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// gradient returns the derivatives of the objective with respect to z_v =
// log(ℓ_v − ℓ_pa(v)) of every branch point, by slot, at fixed hyperparameters: by
// Fisher's identity from one upward and one downward pass (math 3.3). Messages must
// be current.
func (s *state) gradient() []float64 {
	s.cavities()
	order := s.order
	along := make([]float64, len(s.parent)) // ∂ log p(y)/∂Δ of the branch above each node
	for _, b := range order {
		delta := s.parentRem(b) - s.rem[b]
		along[b] = s.branchMoment(b)/(2*s.hyper.sigma2*delta*delta) - float64(s.d)/(2*delta)
	}
	g := make([]float64, len(s.parent))
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if s.isLeaf(v) {
			continue
		}
		j := s.hyper.prior.Harmonic(int(s.size[v]) - 1)
		byTime, below := along[v], 0.0
		for _, k := range s.kids[v] {
			byTime -= along[k]
			j -= s.hyper.prior.Harmonic(int(s.size[k]) - 1)
			below += g[k]
		}
		// Here g holds Σ ∂/∂ℓ over the branch point and those below it.
		g[v] = s.rem[v]*byTime - s.hyper.c*j + below
	}
	for _, v := range order {
		if !s.isLeaf(v) {
			g[v] = g[v]*(s.ell[v]-s.parentEll(v)) + 1
		}
	}
	return g
}

// shiftWaiting multiplies the waiting time above v by e^step: everything below v
// moves with it. Messages are left to recompute.
func (s *state) shiftWaiting(v int32, step float64) {
	shift := (s.ell[v] - s.parentEll(v)) * math.Expm1(step)
	stack := []int32{v}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !s.isLeaf(u) {
			s.setTime(u, s.ell[u]+shift)
			stack = append(stack, s.kids[u]...)
		}
	}
}

// laplace returns the evidence of the tree's structure with the times integrated
// out by Laplace's method in z (math 5.4), and whether the objective's curvature
// there is that of a maximum. Unlike the objective it does not divide by the number
// of resolutions of a branch point. O(N²·D + N³).
func (s *state) laplace() (evidence float64, maximum bool) {
	var points []int32
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			points = append(points, v)
		}
	}
	const step = 1e-4
	n := len(points)
	hessian := mat.NewSymDense(n, nil)
	keep := s.capture()
	at := func(v int32, by float64) []float64 {
		s.load(keep)
		s.shiftWaiting(v, by)
		s.recompute()
		return s.gradient()
	}
	rows := make([][]float64, n)
	for i, v := range points {
		up, down := at(v, step), at(v, -step)
		rows[i] = make([]float64, n)
		for j, u := range points {
			rows[i][j] = -(up[u] - down[u]) / (2 * step)
		}
	}
	s.load(keep)
	s.recompute()
	for i := range n {
		for j := range i + 1 {
			hessian.SetSym(i, j, (rows[i][j]+rows[j][i])/2)
		}
	}
	evidence = s.objective()
	for _, v := range points {
		evidence = s.hyper.prior.AddResolutions(evidence, len(s.kids[v]))
	}
	var chol mat.Cholesky
	if !chol.Factorize(hessian) {
		return evidence, false
	}
	return evidence + 0.5*float64(n)*ln2Pi - 0.5*chol.LogDet(), true
}
