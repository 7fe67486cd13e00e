package pca

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// descents is how often an M-step goes through the loadings of an item.
const descents = 5

// descend lowers the expected squared error of item d by coordinate descent on ½wᵀSw − wᵀt + ψρ
// Σ|g|, w = (g, b), without a penalty on the offset, and returns the error. Each coordinate is the
// soft threshold of its regression.
func (s *sums) descend(p *parameters, t *table, d int, penalty float64) float64 {
	k := p.k
	if t.seen[d] == 0 {
		clear(p.row(d))
		p.offset[d] = 0
		return 0
	}
	second := s.of(d)
	cross := s.cross[d*(k+1) : (d+1)*(k+1)]
	w := append(append(make([]float64, 0, k+1), p.row(d)...), p.offset[d])
	for range descents {
		for a := range w {
			own := second[a*(k+1)+a]
			pull := cross[a] - floats.Dot(second[a*(k+1):(a+1)*(k+1)], w) + own*w[a]
			if a < k {
				pull = math.Copysign(max(0, math.Abs(pull)-penalty*p.psi), pull)
			}
			w[a] = pull / own
		}
	}
	copy(p.row(d), w[:k])
	p.offset[d] = w[k]
	return s.rest(p, d, second)
}

// size returns Σ|g| and the number of loadings that are not 0.
func (p *parameters) size() (sum float64, links int) {
	for _, g := range p.g {
		if g != 0 {
			sum += math.Abs(g)
			links++
		}
	}
	return sum, links
}

// steps are the penalties of the path, as multiples of a loading's standard error √(ψ/N) at the
// noise of pca that give its threshold.
var steps = []float64{0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}
