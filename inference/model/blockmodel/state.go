package blockmodel

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/crp"
)

// A state holds the clusters of the nodes, the concentration and the hyperparameters. Between sweeps it is determined
// by z, alpha and the laws of the parts.
type state struct {
	parts []part
	z     []int // slot of each node, numbered by first appearance between sweeps; −1 for one that is in none
	alpha float64
	fixed bool // α is held
	usual bool // so are the hyperparameters of the laws

	crp.Slots[*cluster]
	room    int       // slots for which the parts have room
	weights []float64 // scratch
}

// A cluster is some nodes together.
type cluster struct{ size int }

// fresh returns a cluster without nodes.
func fresh() *cluster { return new(cluster) }

func (c *cluster) clear() { c.size = 0 }

// begin fills the clusters and the parts from the labels.
func (s *state) begin() {
	k := labels.Number(s.z)
	s.Slots = crp.Slots[*cluster]{}
	s.room = k + 2
	for range k {
		s.Open(fresh, (*cluster).clear)
	}
	for _, k := range s.z {
		s.Clusters[k].size++
	}
	for _, p := range s.parts {
		p.begin(s.z, s.room)
	}
}

// open returns a slot without nodes.
func (s *state) open() int {
	k := s.Open(fresh, (*cluster).clear)
	if k >= s.room {
		s.room += s.room/2 + 2
		for _, p := range s.parts {
			p.grow(s.room)
		}
	}
	return k
}

// gather makes a node that whose cells the parts sum.
func (s *state) gather(i int) {
	for _, p := range s.parts {
		p.gather(s.z, i)
	}
}

// gain returns by how much the log likelihood rises if the gathered node joins slot k, which may be empty.
func (s *state) gain(k int) (gain float64) {
	for _, p := range s.parts {
		gain += p.gain(k)
	}
	return gain
}

// alone returns the log likelihood of the gathered node in a cluster of its own.
func (s *state) alone() (log float64) {
	for _, p := range s.parts {
		log += p.alone()
	}
	return log
}

// join puts the gathered node into slot k.
func (s *state) join(i, k int) {
	for _, p := range s.parts {
		p.put(k)
	}
	s.z[i] = k
	s.Clusters[k].size++
}

// log is the log likelihood of all cells.
func (s *state) log() (log float64) {
	for _, p := range s.parts {
		log += p.log(s.Active)
	}
	return log
}

// learn draws α and the hyperparameters of the laws given the clusters.
func (s *state) learn(rng *rand.Rand) {
	if n := len(s.z); !s.fixed {
		s.alpha = crp.DrawConcentration(s.alpha, n, len(s.Active), 1, crp.ConcentrationRate(n), rng)
	}
	if s.usual {
		return
	}
	for _, p := range s.parts {
		p.learn(s.Active, rng)
	}
}

// logJoint returns log p(cells, clusters, α) under the present hyperparameters (equation 12.1).
func (s *state) logJoint() float64 {
	n := float64(len(s.z))
	sum := s.log() + special.LogGamma(s.alpha) - special.LogGamma(s.alpha+n)
	for _, k := range s.Active {
		sum += math.Log(s.alpha) + special.LogGamma(float64(s.Clusters[k].size))
	}
	if !s.fixed {
		rate := crp.ConcentrationRate(len(s.z))
		sum += math.Log(rate) - rate*s.alpha
	}
	return sum
}
