package linkage

import (
	"math"
	"slices"
)

// spanning is Prim's algorithm: the minimum spanning tree holds the merges of single linkage (Gower and
// Ross 1969).
type spanning struct {
	measure func(from int, to []int, out []float64) // fills out with distances
	cost    int64                                   // multiply-adds of a distance
	outside []int                                   // rows not yet in the tree, ascending
	near    []int                                   // nearest row in the tree, by row
	least   []float64
	last    int // row added last
	scratch []float64
	result  []joining
}

func newSpanning(n int, cost int64, measure func(from int, to []int, out []float64)) *spanning {
	p := &spanning{measure: measure, cost: cost, near: make([]int, n), least: make([]float64, n),
		scratch: make([]float64, n)}
	for i := 1; i < n; i++ {
		p.outside = append(p.outside, i)
		p.least[i] = math.Inf(1)
	}
	p.result = make([]joining, 0, max(0, n-1))
	return p
}

func (p *spanning) joins() []joining { return p.result }

func (p *spanning) step() (int64, bool) {
	if len(p.outside) == 0 {
		return 0, true
	}
	best := 0
	p.measure(p.last, p.outside, p.scratch)
	for k, j := range p.outside {
		if s := p.scratch[k]; s < p.least[j] {
			p.least[j], p.near[j] = s, p.last
		}
		if p.least[j] < p.least[p.outside[best]] {
			best = k
		}
	}
	work := int64(len(p.outside)) * p.cost
	j := p.outside[best]
	p.outside = slices.Delete(p.outside, best, best+1)
	p.result = append(p.result, joining{p.near[j], j, p.least[j]})
	p.last = j
	return work, len(p.outside) == 0
}
