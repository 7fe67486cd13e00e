package bicluster

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
)

// A state holds the two partitions, the concentrations and the hyperparameters.
type state struct {
	t     *table
	z     [2][]int // cluster of each row and of each column, numbered by first appearance
	alpha [2]float64
	laws  []block.Law // with tables

	fixed  [2]bool // the concentrations are held
	usual  bool    // so are the hyperparameters of the laws
	moving *side   // the side that moves now; nil between
}

// count returns the number of clusters of a side.
func (s *state) count(which int) int { return clusters(s.z[which]) }

// clusters returns the number of clusters of labels that are numbered from 0.
func clusters(z []int) (count int) {
	for _, k := range z {
		count = max(count, k+1)
	}
	return count
}

// begin makes a side ready to move, but for its cells.
func (s *state) begin(which int) {
	s.moving = newSide(s.t, which, s.laws, s.alpha[which], s.z[which], s.count(1-which))
}

// end numbers the clusters of the moving side by first appearance.
func (s *state) end() {
	labels.Number(s.z[s.moving.which])
	s.moving = nil
}

// ready makes a side ready to move at once.
func (s *state) ready(which int) {
	s.begin(which)
	for i := range s.t.n {
		s.moving.gather(i, s.z[1-which])
	}
	s.moving.Settle(0, len(s.z[which]))
}

// learn draws the concentrations and the hyperparameters of the laws given the partitions. The columns are moving.
func (s *state) learn(rng *rand.Rand) {
	rows := [2]int{s.count(ofRows), len(s.moving.Active)}
	for which := range s.alpha {
		if n := len(s.z[which]); !s.fixed[which] && n > 0 {
			s.alpha[which] = crp.DrawConcentration(s.alpha[which], n, rows[which], 1, crp.ConcentrationRate(n), rng)
		}
	}
	if s.usual {
		return
	}
	laws := make([]block.Law, len(s.laws))
	for p, l := range s.laws {
		laws[p] = block.Learn(l, s.moving.Blocks(p), rng)
	}
	s.laws = s.t.tabulated(laws)
}

// logJoint returns log p(cells, partitions, concentrations) under the present hyperparameters. The columns are moving.
func (s *state) logJoint() float64 {
	sum := s.moving.LogLikelihood()
	for which, z := range s.z {
		n, a := float64(len(z)), s.alpha[which]
		sum += special.LogGamma(a) - special.LogGamma(a+n)
		sizes := map[int]int{}
		for _, k := range z {
			sizes[k]++
		}
		for _, k := range z { // in the order of the items, so that the sum has the same bits
			if size, ok := sizes[k]; ok {
				sum += math.Log(a) + special.LogGamma(float64(size))
				delete(sizes, k)
			}
		}
		if !s.fixed[which] {
			rate := crp.ConcentrationRate(len(z))
			sum += math.Log(rate) - rate*a
		}
	}
	return sum
}
