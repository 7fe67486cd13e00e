package posterior

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/pitmanyor"
)

// RandomPairing joins random pairs of subtrees, at evenly spaced times, until one is left.
func RandomPairing(n int, rng *rand.Rand) *Sketch {
	s := NewState(&problem.Problem{N: n}, hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1})
	roots := make([]int32, n)
	for i := range roots {
		roots[i] = int32(i)
	}
	for i := 1; i < n; i++ {
		u := s.Take()
		s.Kids[u] = s.Kids[u][:0]
		for range 2 {
			k := rng.IntN(len(roots))
			v := roots[k]
			roots[k] = roots[len(roots)-1]
			roots = roots[:len(roots)-1]
			s.Parent[v] = u
			s.Kids[u] = append(s.Kids[u], v)
		}
		s.SetTime(u, -math.Log(float64(i)/float64(n)))
		roots = append(roots, u)
	}
	s.Top = roots[0]
	s.Parent[s.Top] = -1
	return s.Capture()
}
