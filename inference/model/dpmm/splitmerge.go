package dpmm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/conjugate"
)

// splitMerge proposes to split the cluster of two random rows, or to merge their clusters (Dahl
// 2003). The other rows are dealt out one after another in random order, with probability
// proportional to n·p(row | rows dealt so far). The reverse of a split is certain; that of a merge
// has the probability that this deal, in that order, would have given the present clusters. It
// reports whether the proposal was accepted. O(n·D) for n rows concerned, O(n·D²) with full
// covariances.
func (s *state) splitMerge(rng *rand.Rand) bool {
	if len(s.z) < 2 {
		return false
	}
	i := rng.IntN(len(s.z))
	j := rng.IntN(len(s.z) - 1)
	if j >= i {
		j++
	}
	a, b := s.z[i], s.z[j]
	var others []int
	for r, k := range s.z {
		if (k == a || k == b) && r != i && r != j {
			others = append(others, r)
		}
	}
	rng.Shuffle(len(others), func(x, y int) { others[x], others[y] = others[y], others[x] })
	for len(s.spare) < 2 {
		s.spare = append(s.spare, s.fresh())
	}
	left, right := s.spare[0], s.spare[1]
	left.Fill(s.rows[i : i+1])
	right.Fill(s.rows[j : j+1])
	split := a == b
	dealt := make([]bool, len(others)) // to the left
	logDeal := 0.0
	for k, r := range others {
		x := s.rows[r]
		odds := math.Log(float64(left.Size())) + left.LogPredictive(x) - math.Log(float64(right.Size())) -
			right.LogPredictive(x)
		if split {
			dealt[k] = rng.Float64() < 1/(1+math.Exp(-odds))
		} else {
			dealt[k] = s.z[r] == a
		}
		if dealt[k] {
			logDeal -= special.LogAdd(0, -odds)
			left.Add(x)
		} else {
			logDeal -= special.LogAdd(0, odds)
			right.Add(x)
		}
	}
	whole := s.Clusters[a]
	if !split {
		whole = s.fresh()
		whole.Fill(s.union(a, b))
	}
	nl, nr := float64(left.Size()), float64(right.Size())
	logRatio := math.Log(s.hyper.alpha) + special.LogGamma(nl) + special.LogGamma(nr) - special.LogGamma(nl+nr) +
		left.LogMarginal() + right.LogMarginal() - whole.LogMarginal() - logDeal
	if !split {
		logRatio = -logRatio
	}
	if !(math.Log(rng.Float64()) < logRatio) {
		return false
	}
	if split {
		s.part(i, j, others, dealt)
	} else {
		s.merge(a, b, whole)
	}
	return true
}

// part splits the cluster of rows i and j: i stays, with the others dealt to it.
func (s *state) part(i, j int, others []int, dealt []bool) {
	a, b := s.z[i], s.open()
	s.z[j] = b
	for k, r := range others {
		if !dealt[k] {
			s.z[r] = b
		}
	}
	s.Clusters[a], s.Clusters[b], s.spare[0], s.spare[1] = s.spare[0], s.spare[1], s.Clusters[a], s.Clusters[b]
}

// merge merges the clusters in slots a and b.
func (s *state) merge(a, b int, whole conjugate.Component) {
	for r, k := range s.z {
		if k == b {
			s.z[r] = a
		}
	}
	s.Clusters[a] = whole
	s.Close(b)
}

func (s *state) union(a, b int) (rows [][]float64) {
	for i, k := range s.z {
		if k == a || k == b {
			rows = append(rows, s.rows[i])
		}
	}
	return rows
}
