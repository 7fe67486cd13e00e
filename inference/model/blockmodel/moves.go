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
	s.gather(i)
	k := s.z[i]
	for _, p := range s.parts {
		p.take(k)
	}
	s.z[i] = -1
	if s.Clusters[k].size--; s.Clusters[k].size == 0 {
		s.empty(k) // remove rounding errors
		s.Close(k)
	}
	s.weights = s.weights[:0]
	for _, k := range s.Active {
		s.weights = append(s.weights, math.Log(float64(s.Clusters[k].size))+s.gain(k))
	}
	s.weights = append(s.weights, math.Log(s.alpha)+s.alone())
	at := categorical.DrawLogs(s.weights, rng)
	if at == len(s.Active) {
		k = s.open()
	} else {
		k = s.Active[at]
	}
	s.join(i, k)
}

// empty takes all cells out of a slot.
func (s *state) empty(k int) {
	for _, p := range s.parts {
		p.empty(k)
	}
}

// kept holds the parts of the state that a proposal changes.
type kept struct {
	z     []int
	size  [2]int
	parts [][][]float64
}

func (s *state) keep(a, b int) kept {
	k := kept{z: slices.Clone(s.z), size: [2]int{s.Clusters[a].size, s.Clusters[b].size}}
	for _, p := range s.parts {
		k.parts = append(k.parts, p.keep())
	}
	return k
}

func (s *state) restore(a, b int, k kept) {
	copy(s.z, k.z)
	s.Clusters[a].size, s.Clusters[b].size = k.size[0], k.size[1]
	for at, p := range s.parts {
		p.restore(k.parts[at])
	}
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
	s.empty(a)
	s.empty(b)
	s.gather(i)
	s.join(i, a)
	s.gather(j)
	s.join(j, b)
	for _, r := range others {
		s.gather(r)
		odds := math.Log(float64(s.Clusters[a].size)/float64(s.Clusters[b].size)) + s.gain(a) - s.gain(b)
		left := z[r] == a
		if random {
			left = rng.Float64() < 1/(1+math.Exp(-odds))
		}
		if left {
			log -= special.LogAdd(0, -odds)
			s.join(r, a)
		} else {
			log -= special.LogAdd(0, odds)
			s.join(r, b)
		}
	}
	return log
}

// merge moves all nodes of slot b into a. The slot b stays open.
func (s *state) merge(a, b int) {
	for _, p := range s.parts {
		p.merge(a, b)
	}
	for r, k := range s.z {
		if k == b {
			s.z[r] = a
		}
	}
	s.Clusters[a].size += s.Clusters[b].size
	s.Clusters[b].size = 0
}
