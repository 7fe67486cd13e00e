package posterior

import (
	"math"
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
