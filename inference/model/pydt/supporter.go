package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// A supporter finds the probability of each branch of a tree against its collapse. It can stop
// after any branch and continue later.
type supporter struct {
	s        *state
	weighing weighing
	rivals   bool // branches are weighed against other clades, not against their collapse
	order    []int32
	at       int
	present  []float64 // by slot; NaN for leaves and free ones; nil until begun
	// known holds probabilities found earlier for branches with the same ends as some here. Other
	// branches and the times have changed too little since to find them again.
	known map[uint64]float64
}

// ends returns a hash of a branch: of the clades of both ends and the children of the lower one.
func ends(s *state, v int32) uint64 {
	p := s.parent[v]
	key := special.Mix64(s.clad[v]+special.Golden64) ^ special.Mix64(s.clad[p]+uint64(len(s.kids[p]))+special.Golden64)
	for _, k := range s.kids[v] {
		key += special.Mix64(s.clad[k] + special.Golden64)
	}
	return key
}

// weighed returns the known probabilities of the branches of the state.
func weighed(s *state, present []float64) map[uint64]float64 {
	known := map[uint64]float64{}
	for v := s.n; v < len(s.parent); v++ {
		if s.parent[v] >= 0 && !math.IsNaN(present[v]) {
			known[ends(s, int32(v))] = present[v]
		}
	}
	return known
}

// branchNodes is how many nodes of other work a branch is worth.
const branchNodes = 40

// advance does about `most` nodes of work and reports whether all branches are done.
func (p *supporter) advance(most int) bool {
	s := p.s
	if p.present == nil {
		s.cavities()
		p.order = append(p.order, s.order...)
		p.present = make([]float64, len(s.parent))
		for v := range p.present {
			p.present[v] = math.NaN()
		}
		most -= 4 * len(p.order)
	}
	var unknown []int32
	for ; p.at < len(p.order) && most > 0; p.at++ {
		v := p.order[p.at]
		if s.isLeaf(v) {
			continue
		}
		p.present[v] = 1 // the top branch has nothing above to be joined with
		if s.parent[v] >= 0 {
			old, ok := p.known[ends(s, v)]
			if ok {
				p.present[v] = old
				most--
				continue
			}
			unknown = append(unknown, v)
			most -= branchNodes + (len(s.kids[v])+len(s.kids[s.parent[v]]))*8
		}
	}
	p.weighing.do(s, len(unknown), func(c *collapser, i int) {
		if v := unknown[i]; p.rivals {
			p.present[v] = c.among(v)
		} else {
			p.present[v] = c.present(v)
		}
	})
	return p.at == len(p.order)
}
