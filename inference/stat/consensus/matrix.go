package consensus

import (
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// SharedTimes returns the mean over draws of T_ij, the time in [0,1] at which the paths to leaves i
// and j part, as an N×N symmetric matrix with the mean times of the leaves on its diagonal. It also
// returns the number of draws used: at most most, evenly spaced, or all if most is 0. It returns
// nil without draws and takes O(N²) time per draw.
func (s *Set) SharedTimes(most int) (*mat.Dense, int) {
	return s.pairs(most, func(t *tree.Tree, sum []float64) {
		n := t.Leaves()
		order := t.LeafOrder()
		gaps := partings(t, order)
		for i, a := range order {
			row := sum[a*n : (a+1)*n]
			row[a] += t.Time(a)
			shared := 1.0
			for j := i + 1; j < n; j++ {
				shared = min(shared, gaps[j-1])
				row[order[j]] += shared
			}
		}
	})
}

// partings returns the times at which the paths to neighbours in drawing order part. It climbs past
// each branch point once, in O(N) time.
func partings(t *tree.Tree, order []int) []float64 {
	gaps := make([]float64, len(order)-1)
	for i, v := range order[1:] {
		for t.Children[t.Parent[v]][0] == v {
			v = t.Parent[v]
		}
		gaps[i] = t.Time(t.Parent[v])
	}
	return gaps
}

// CoClustering returns the share of draws in which leaves i and j are in the same group when the
// tree is cut at the latest time that gives at most k groups, as an N×N symmetric matrix with ones
// on its diagonal. It also returns the number of draws used; see [Set.SharedTimes] for most and for
// the cost.
func (s *Set) CoClustering(k, most int) (*mat.Dense, int) {
	return s.pairs(most, func(t *tree.Tree, sum []float64) {
		n := t.Leaves()
		groups, _ := t.CutInto(k)
		for _, rows := range groups {
			for i, a := range rows {
				row := sum[a*n : (a+1)*n]
				for _, b := range rows[i:] {
					row[b]++
				}
			}
		}
	})
}

// pairs returns the mean over draws of the terms that add adds for each pair of leaves; add handles each pair once, in
// either order.
func (s *Set) pairs(most int, add func(t *tree.Tree, sum []float64)) (*mat.Dense, int) {
	draws := s.spaced(most)
	if len(draws) == 0 {
		return nil, 0
	}
	n := len(s.names)
	sum := make([]float64, n*n)
	for _, d := range draws {
		add(d.Tree, sum)
	}
	share := 1 / float64(len(draws))
	for i := range n {
		sum[i*n+i] *= share
		for j := range i {
			x := (sum[i*n+j] + sum[j*n+i]) * share
			sum[i*n+j], sum[j*n+i] = x, x
		}
	}
	return mat.NewDense(n, n, sum), len(draws)
}

// spaced returns at most most draws, evenly spaced; all if most is 0.
func (s *Set) spaced(most int) []draw {
	n := len(s.draws)
	if most <= 0 || n <= most {
		return s.draws
	}
	some := make([]draw, most)
	for i := range some {
		some[i] = s.draws[(2*i+1)*n/(2*most)]
	}
	return some
}
