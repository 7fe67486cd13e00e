package blockmodel

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/categorical"
)

// visit takes a node out and draws a cluster for it.
func (s *state) visit(i int, rng *rand.Rand) {
	own := s.gather(i)
	k := s.z[i]
	s.move(k, own, s.law.Part)
	s.z[i] = -1
	if s.Clusters[k].size--; s.Clusters[k].size == 0 {
		for b := range s.room { // what rounding leaves
			s.empty(k, b)
		}
		s.Close(k)
	}
	s.weights = s.weights[:0]
	for _, k := range s.Active {
		s.weights = append(s.weights, math.Log(float64(s.Clusters[k].size))+s.gain(k, own))
	}
	s.weights = append(s.weights, math.Log(s.alpha)+s.alone(own))
	at := categorical.DrawLogs(s.weights, rng)
	if at == len(s.Active) {
		k = s.open()
	} else {
		k = s.Active[at]
	}
	s.join(i, k, own)
}

// empty takes all cells out of the blocks of two slots.
func (s *state) empty(k, b int) {
	clear(s.block(s.to, k, b))
	clear(s.block(s.to, b, k))
	if s.t.directed {
		clear(s.block(s.from, k, b))
		clear(s.block(s.from, b, k))
	}
}

// kept is what a proposal changes.
type kept struct {
	z        []int
	size     [2]int
	room     int
	to, from []float64
}

func (s *state) keep(a, b int) kept {
	return kept{slices.Clone(s.z), [2]int{s.Clusters[a].size, s.Clusters[b].size}, s.room, slices.Clone(s.to),
		slices.Clone(s.from)}
}

func (s *state) restore(a, b int, k kept) {
	copy(s.z, k.z)
	s.Clusters[a].size, s.Clusters[b].size = k.size[0], k.size[1]
	copy(s.to, k.to)
	copy(s.from, k.from)
}

// splitMerge proposes to split the cluster of two random nodes, or to merge their clusters (Dahl 2003, equation
// 12.3). The other nodes of these are dealt out one after another in random order, with odds n_A e^{g_A} : n_B
// e^{g_B}, where g is the gain of the log likelihood of all blocks among the nodes placed so far. The reverse of a
// split is certain; that of a merge has the probability that this deal, in that order, would have given the present
// clusters. It reports whether the proposal was accepted.
func (s *state) splitMerge(rng *rand.Rand) bool {
	n := len(s.z)
	i, j := rng.IntN(n), rng.IntN(n-1)
	if j >= i {
		j++
	}
	a, b := s.z[i], s.z[j]
	split := a == b
	before := s.log()
	if split {
		b = s.open()
	}
	present := s.keep(a, b)
	var others []int
	for r, k := range s.z {
		if (k == a || k == b) && r != i && r != j {
			others = append(others, r)
		}
	}
	rng.Shuffle(len(others), func(x, y int) { others[x], others[y] = others[y], others[x] })
	logDeal := s.deal(i, j, a, b, others, split, present.z, rng)
	nl, nr := float64(s.Clusters[a].size), float64(s.Clusters[b].size)
	divided, whole := s.log(), before
	if !split {
		s.restore(a, b, present)
		divided = before
		s.merge(a, b)
		whole = s.log()
	}
	logRatio := math.Log(s.alpha) + special.LogGamma(nl) + special.LogGamma(nr) - special.LogGamma(nl+nr) +
		divided - whole - logDeal
	if !split {
		logRatio = -logRatio
	}
	accepted := math.Log(rng.Float64()) < logRatio
	if !accepted {
		s.restore(a, b, present)
	}
	if split != accepted {
		s.Close(b)
	}
	return accepted
}

// deal takes the nodes of slots a and b out of them, puts i into a and j into b and the others one after another into
// one of the two: at random, or where they are in z. It returns the log probability of these choices.
func (s *state) deal(i, j, a, b int, others []int, random bool, z []int, rng *rand.Rand) (log float64) {
	for _, r := range append(others, i, j) {
		s.z[r] = -1
	}
	s.Clusters[a].size, s.Clusters[b].size = 0, 0
	for k := range s.room {
		s.empty(a, k)
		s.empty(b, k)
	}
	s.join(i, a, s.gather(i))
	s.join(j, b, s.gather(j))
	for _, r := range others {
		own := s.gather(r)
		odds := math.Log(float64(s.Clusters[a].size)/float64(s.Clusters[b].size)) + s.gain(a, own) - s.gain(b, own)
		left := z[r] == a
		if random {
			left = rng.Float64() < 1/(1+math.Exp(-odds))
		}
		if left {
			log -= special.LogAdd(0, -odds)
			s.join(r, a, own)
		} else {
			log -= special.LogAdd(0, odds)
			s.join(r, b, own)
		}
	}
	return log
}

// merge moves all nodes of slot b into a. The slot b stays open.
func (s *state) merge(a, b int) {
	add := func(to, k, b, l int) { s.law.Merge(s.block(s.to, to, k), s.block(s.to, b, l)) }
	add(a, a, b, b)
	add(a, a, a, b)
	if s.t.directed {
		add(a, a, b, a)
	}
	for k := range s.room {
		if k == a || k == b {
			continue
		}
		add(a, k, b, k)
		add(k, a, k, b)
		if s.t.directed {
			copy(s.block(s.from, k, a), s.block(s.to, a, k))
			copy(s.block(s.from, a, k), s.block(s.to, k, a))
		}
	}
	for k := range s.room {
		s.empty(b, k)
	}
	for r, k := range s.z {
		if k == b {
			s.z[r] = a
		}
	}
	s.Clusters[a].size += s.Clusters[b].size
	s.Clusters[b].size = 0
}
