package posterior

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/pruning"
)

// A State is a tree under construction with its messages. Slots 0..n−1 are the rows of the data;
// the others are branch points or free. Everything that flows up (mean, variance, likelihood,
// prior, hash) is a pure function of the children, computed by update alone: after any number of
// moves the numbers equal those of a full recomputation bit for bit.
type State struct {
	pruning.UpDown
	Hyper hyper.Hyper // the messages read its σ²
	// Sites are those of cells that are not all numbers; nil if the leaves hold the measured values.
	Sites *sites

	Size  []int32   // leaves below
	Count []int32   // nodes below, the node included
	Lik   []float64 // sum of the constants of equation 3.1 below the node
	Pri   []float64 // sum of the prior terms of the branch points below and here, see Objective
	Clad  []uint64  // hash of the set of leaves below
	Hash  []uint64  // sum over branch points below and here of the mixed clade hashes
}

func NewState(p *problem.Problem, h hyper.Hyper) *State {
	slots := 2 * p.N
	s := &State{Hyper: h, Size: make([]int32, slots), Count: make([]int32, slots),
		Lik: make([]float64, slots), Pri: make([]float64, slots), Clad: make([]uint64, slots), Hash: make([]uint64, slots)}
	s.UpDown = pruning.NewUpDown(p.N, p.D, p.Classes, p.Columnwise, &s.Hyper.Sigma2)
	copy(s.Mean, p.X)
	for v := range p.N {
		s.Size[v], s.Count[v], s.Clad[v] = 1, 1, special.Mix64(uint64(v)+1+special.Golden64)
	}
	if p.Leaves != nil {
		s.newSites(p)
	}
	s.SetNoise()
	return s
}

// Large reports whether the tree is searched by narrow passes. Sites follow a subtree all over the tree, which narrow
// passes do not see.
func (s *State) Large() bool { return s.N > problem.LargeRows && s.Sites == nil }

// SetNoise gives every leaf the variance of the observation noise.
func (s *State) SetNoise() {
	if s.Sites != nil {
		for v := range int32(s.N) {
			if s.Sites.spare != nil { // else each cell's own
				s.addNoise(v)
			}
		}
		return
	}
	c := len(s.Classes)
	for k, cl := range s.Classes {
		for v := range s.N {
			if cl.Observed == nil || cl.Observed[v] {
				s.Vari[v*c+k] = s.Hyper.Noise
			} else {
				s.Vari[v*c+k] = math.Inf(1)
			}
		}
	}
}

// Update recomputes everything that flows up into branch point v from its
// children: equation 3.1 with any number of children, and (2b). Cost O(K·D).
func (s *State) Update(v int32) {
	kids := s.Kids[v]
	s.updateCounts(v, kids)
	lik := 0.0
	for _, k := range kids {
		lik += s.Lik[k]
	}
	s.Lik[v] = lik + s.Join(v, kids)
}

// updateCounts does the part of update that does not touch the columns.
func (s *State) updateCounts(v int32, kids []int32) {
	p := s.Hyper.Prior
	var size, count int32
	var clade, hash uint64
	below, split, j, waiting := 0.0, 0.0, 0.0, 1.0
	for i, k := range kids {
		n := s.Size[k]
		size += n
		count += s.Count[k]
		clade += s.Clad[k]
		hash += s.Hash[k]
		below += s.Pri[k]
		split = p.AddCounted(split, i+1, int(n))
		j -= p.Harmonic(int(n) - 1)
		if !s.IsLeaf(k) {
			// One logarithm serves several children while the product stays in range.
			if waiting *= s.Ell[k] - s.Ell[v]; waiting < 1e-200 || waiting > 1e200 {
				split, waiting = split+math.Log(waiting), 1
			}
		}
	}
	if waiting != 1 {
		split += math.Log(waiting)
	}
	split = p.AddBranchPoint(split, len(kids), int(size))
	j += p.Harmonic(int(size) - 1)
	s.Size[v], s.Count[v], s.Clad[v], s.Hash[v] = size, count+1, clade, hash+special.Mix64(clade+special.Golden64)
	s.Pri[v] = below + split + s.Hyper.LnC - s.Hyper.C*j*s.Ell[v]
}

// WaitingPrior returns the log prior of a branch point where rem time remains, below one at −log(1−t) = above, and its
// first two derivatives in ℓ.
func (s *State) WaitingPrior(rem, above, exponent float64, below []int32) (value, slope, bend float64) {
	ell := -math.Log(rem)
	wait := ell - above
	product := wait
	slope, bend = 1/wait-exponent, -1/(wait*wait)
	for _, k := range below {
		if s.IsLeaf(k) {
			continue
		}
		w := s.Ell[k] - ell
		product *= w
		slope -= 1 / w
		bend -= 1 / (w * w)
	}
	return math.Log(product) - exponent*ell, slope, bend
}

// Climb updates v and all its ancestors.
func (s *State) Climb(v int32) {
	for ; v >= 0; v = s.Parent[v] {
		s.Update(v)
	}
}

// Recompute does the whole upward pass: O(N·D).
func (s *State) Recompute() {
	order := s.Preorder()
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !s.IsLeaf(v) {
			s.Update(v)
		}
	}
}

// LogEvidence returns log p(y | T, t, σ²) with σ² = 1/⟨τ⟩: the top node's message under the origin at 0.
func (s *State) LogEvidence() float64 {
	s.CavityOfTop()
	return s.Lik[s.Top] + s.AgainstCavity(s.Top, s.Hyper.Sigma2*(1-s.Rem[s.Top]))
}

// Points returns the number of branch points at and below v.
func (s *State) Points(v int32) float64 { return float64(s.Count[v] - s.Size[v]) }

// Objective returns the bound F of equation 5a: evidence, expected prior of structure and times,
// and the terms of the hyperparameters.
//
// The times' prior is a density with respect to z_v = log(ℓ_v − ℓ_pa(v)), the logarithms of the
// waiting times, and not with respect to t as in the papers. In t the joint maximum does not exist
// or means nothing: if cJ_v < 1, the density (1−t)^(cJ_v−1) has a pole at t = 1, and in few
// dimensions σ², c and all times diverge together (σ² passed 10⁶ on 63 points drawn from the prior
// in the plane). A density in ℓ has its mode at waiting times of 0 and drives c up instead. In z
// each waiting time has its mode at its mean 1/(c·H), so that c is estimated without bias. The
// units do not depend on the number of branch points, so that trees with different numbers can be
// compared.
//
// A branch point of K children competes with the (2K−3)!! ways to resolve it into branch points of
// two. Each of them has little probability, even if together they have nearly all of it, so that
// the single most probable tree of many points in few dimensions is a star. So the objective
// divides the probability of a branch point by that number: the mass of all resolutions decides
// whether to resolve it, and the best one decides how.
func (s *State) Objective() float64 {
	branches := float64(s.Count[s.Top])
	f := s.LogEvidence() + s.Pri[s.Top] + branches*float64(s.D)/2*s.Hyper.Kappa + s.Hyper.Constant +
		s.Hyper.Tally(s.Points(s.Top))
	if !s.IsLeaf(s.Top) {
		f += math.Log(s.Ell[s.Top])
	}
	return f
}

// Extent returns the number of branch points and the mean number of them above a leaf.
func (s *State) Extent() (points, depth float64) {
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			points++
			depth += float64(s.Size[v])
		}
	}
	return points, depth / float64(s.Size[s.Top])
}
