package bicluster

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// splitMerge proposes to split the cluster of two random items, or to merge their clusters (Dahl 2003). The other
// items are dealt out one after another in random order, with odds n_A e^{m(A+k)−m(A)} : n_B e^{m(B+k)−m(B)}. The
// reverse of a split is certain; that of a merge has the probability that this deal, in that order, would have given
// the present clusters. It reports whether the proposal was accepted.
func (s *side) splitMerge(rng *rand.Rand) bool {
	n := len(s.z)
	if n < 2 {
		return false
	}
	i, j := rng.IntN(n), rng.IntN(n-1)
	if j >= i {
		j++
	}
	a, b := s.z[i], s.z[j]
	split := a == b
	var others []int
	for r, k := range s.z {
		if (k == a || k == b) && r != i && r != j {
			others = append(others, r)
		}
	}
	rng.Shuffle(len(others), func(x, y int) { others[x], others[y] = others[y], others[x] })
	left, right := s.fresh(), s.fresh()
	s.add(left, i)
	s.add(right, j)
	var moved []int // to the right
	logDeal := 0.0
	for _, r := range others {
		s.joined = s.joined[:0]
		odds := math.Log(float64(left.size)) + s.with(left, r)
		middle := len(s.joined)
		odds -= math.Log(float64(right.size)) + s.with(right, r)
		goes := s.z[r] == a
		if split {
			goes = rng.Float64() < 1/(1+math.Exp(-odds))
		}
		if goes {
			logDeal -= special.LogAdd(0, -odds)
			s.join(left, r, s.joined)
			continue
		}
		logDeal -= special.LogAdd(0, odds)
		s.join(right, r, s.joined[middle:])
		moved = append(moved, r)
	}
	whole := s.Clusters[a]
	if !split {
		whole = s.fresh()
		for p, l := range s.laws {
			l.Merge(whole.stats[p], left.stats[p])
			l.Merge(whole.stats[p], right.stats[p])
			whole.logs[p] = l.LogTogether(whole.stats[p], s.none[p])
		}
		whole.size = left.size + right.size
	}
	nl, nr := float64(left.size), float64(right.size)
	logRatio := math.Log(s.alpha) + special.LogGamma(nl) + special.LogGamma(nr) - special.LogGamma(nl+nr) +
		left.log() + right.log() - whole.log() - logDeal
	if !split {
		logRatio = -logRatio
	}
	if !(math.Log(rng.Float64()) < logRatio) {
		return false
	}
	if split {
		b = s.open()
		s.Clusters[a], s.Clusters[b] = left, right
		for _, r := range append(moved, j) {
			s.z[r] = b
		}
		return true
	}
	s.Clusters[a] = whole
	for r, k := range s.z {
		if k == b {
			s.z[r] = a
		}
	}
	s.Close(b)
	return true
}
