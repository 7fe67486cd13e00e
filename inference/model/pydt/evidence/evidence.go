package evidence

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
)

// Structure returns the evidence of the tree's structure with the times integrated out, in
// O(N·D). It uses Laplace's method in the logarithms of the waiting times, with only the entries of
// the curvature between parents and children, and corrects it for a gamma density of each waiting
// time (math 5.4, equation 5c). The times must be those of highest objective; false means that the curvature
// there is not that of a maximum. Like [Laplace] it does not divide by the number of resolutions of a
// branch point.
func Structure(s *posterior.State) (evidence float64, maximum bool) {
	evidence = s.Objective()
	if s.IsLeaf(s.Top) {
		return evidence, true
	}
	times, maximum := integrated(s, leastShape)
	return evidence + times + resolutions(s), maximum
}

// resolutions returns the logarithm of the number of ways to resolve all branch points into
// ones of two children, by which the objective divides.
func resolutions(s *posterior.State) float64 {
	sum := 0.0
	for _, v := range s.Preorder() {
		sum = s.Hyper.Prior.AddResolutions(sum, len(s.Kids[v]))
	}
	return sum
}

// Score returns the number by which a search compares structures, and which it shows as its
// objective: the evidence of the structure, divided by the square root of the number of its
// resolutions, with the weights of its branch points: equation 6a. O(N·D).
func Score(s *posterior.State) float64 {
	f := s.Objective()
	if s.IsLeaf(s.Top) {
		return f
	}
	times, _ := integrated(s, scoreShape)
	if s.Hyper.Typical == 0 {
		f += (1 - hyper.Resolutions) * resolutions(s)
	}
	return f + times
}

// scoreShape replaces lower shapes in a score. If the density of a waiting time is not like a gamma
// density, the approximation must not favour a tree.
const scoreShape = 0.5

// integrated returns by how much the integral over the times exceeds the density at the present
// times, in logarithms, and whether these are a maximum. Shapes below least are raised to it: equation 5b.
func integrated(s *posterior.State, least float64) (sum float64, maximum bool) {
	maximum = true
	s.CavitiesOfPoints()
	b := NewBender(s)
	below := make([]float64, len(s.Parent)) // Σ over children of A_vk²/d_k
	order := s.Order
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if s.IsLeaf(v) {
			continue
		}
		wait := s.Ell[v] - s.ParentEll(v)
		d := b.Own(v) - below[v]
		shape := d * wait * wait
		if !(shape > least) {
			shape, maximum = least, false
		}
		sum += 0.5*(pruning.Ln2Pi-math.Log(shape)) + special.GammaExcess(shape)
		if p := s.Parent[v]; p >= 0 {
			mixed := b.WithParent(v)
			below[p] += mixed * mixed * wait * wait / shape
		}
	}
	return sum, maximum
}

// leastShape stands for curvatures that are not those of a maximum.
const leastShape = 1e-3
