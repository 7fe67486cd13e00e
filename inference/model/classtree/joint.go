package classtree

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// drawPrior draws all but the tree and the cells from the prior: the locations given the tree.
func (s *state) drawPrior() {
	for g := range s.sigma2 {
		s.sigma2[g] = s.inverse(diffusionShape, diffusionRate)
		if s.scaled[g] {
			s.noise[g] = s.inverse(noiseShape, noiseRate)
		}
	}
	for j := range s.t.columns {
		c := &s.t.columns[j]
		for a := c.low; a < c.high; a++ {
			s.base[a] = math.Sqrt(c.intercept()) * s.rng.NormFloat64()
		}
	}
	s.forget()
	s.hang()
	s.mover.Locations(s.x, make([]float64, s.t.width))
	total := 0.0
	for k := range s.share {
		s.share[k] = special.GammaDraw(s.rng, s.alpha/float64(s.k))
		total += s.share[k]
	}
	for k := range s.share {
		s.share[k] = max(s.share[k]/total, 1e-300)
	}
	for i := range s.z {
		u, k := s.rng.Float64(), 0
		for ; k < s.k-1; k++ {
			if u -= s.share[k]; u < 0 {
				break
			}
		}
		s.z[i] = int32(k)
	}
}
