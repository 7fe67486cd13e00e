package consensus

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/tree"
)

// Majority returns the tree of all clades that more than half of the draws have, and at least the
// given share of them, in [0.5,1]. Such clades are always compatible (Margush and McMorris 1981).
// Each clade diverges at its mean time over the draws that have it; see
// [Set.MaximumCladeCredibility] for those that would precede their parent. Children are ordered by
// the mean number of their rows. It returns nil without draws and takes O(SN) time for S draws of N
// leaves, beside the sum of the sizes of the clades.
func (s *Set) Majority(least float64) *tree.Tree {
	if len(s.draws) == 0 {
		return nil
	}
	n := len(s.names)
	type member struct {
		clade int32
		rows  []int
	}
	var chosen []member
	for c, k := range s.count {
		if 2*int(k) > len(s.draws) && float64(k) >= least*float64(len(s.draws))-1e-9 {
			chosen = append(chosen, member{int32(c), s.where[c].tree.LeavesBelow(s.where[c].node)})
		}
	}
	stable.Sort(chosen, func(a, b member) int { return len(b.rows) - len(a.rows) })
	t := &tree.Tree{Names: s.names, Top: n, Parent: make([]int, n, n+len(chosen))}
	clades := make([]int32, 0, len(chosen))
	for v := range t.Parent {
		t.Parent[v] = -1
	}
	// From the largest clade down: the parent is the clade that holds the first of its rows so far.
	for i, m := range chosen {
		t.Parent = append(t.Parent, t.Parent[m.rows[0]])
		for _, r := range m.rows {
			t.Parent[r] = n + i
		}
		clades = append(clades, m.clade)
	}
	if n == 1 {
		t.Top = 0
	}
	t.Children = children(t)
	s.finish(t, clades)
	return t.OrderByPosition(inference.UpTo(n))
}

func children(t *tree.Tree) [][]int {
	lists := make([][]int, len(t.Parent))
	for v, p := range t.Parent {
		if p >= 0 {
			lists[p] = append(lists[p], v)
		}
	}
	return lists
}

// MaximumCladeCredibility returns the draw with the greatest product of clade frequencies, the
// first on a tie. Each clade diverges at its mean time over the draws that have it. Where that
// precedes its parent, the more frequent of the two keeps its time and the other moves next to it.
// It returns nil without draws and takes O(SN) time.
func (s *Set) MaximumCladeCredibility() *tree.Tree {
	logs := make([]float64, len(s.count))
	for c, n := range s.count {
		logs[c] = math.Log(float64(n))
	}
	least := math.Log(float64(len(s.draws)))
	i := s.best(func(d draw) float64 {
		sum := 0.0
		for _, c := range d.clades {
			sum += logs[c] - least
		}
		return sum
	})
	if i < 0 {
		return nil
	}
	from := s.draws[i]
	t := &tree.Tree{Names: s.names, Top: from.Tree.Top, Parent: from.Tree.Parent, Children: from.Tree.Children}
	s.finish(t, from.clades)
	return t
}

// Medoid returns the number of the draw with the least mean Robinson-Foulds distance to all draws,
// the first on a tie, and that mean; −1 without draws. The distance of two trees is the number of
// clades that only one of them has, so the mean over all draws is a sum of clade frequencies: O(SN)
// time, not O(S²N).
func (s *Set) Medoid() (i int, distance float64) {
	mean := 0.0
	for _, d := range s.draws {
		mean += float64(len(d.clades)) / float64(len(s.draws))
	}
	i = s.best(func(d draw) float64 { return -s.distance(d, mean) })
	if i < 0 {
		return -1, math.NaN()
	}
	return i, s.distance(s.draws[i], mean)
}

// distance returns the mean distance of a draw to all draws, given the mean number of clades.
func (s *Set) distance(d draw, mean float64) float64 {
	x := float64(len(d.clades)) + mean
	for _, c := range d.clades {
		x -= 2 * s.frequency(c)
	}
	return x
}

// Distances returns the Robinson-Foulds distance of each draw to draw i, in O(SN) time.
func (s *Set) Distances(i int) []int {
	of := make([]bool, len(s.keys))
	for _, c := range s.draws[i].clades {
		of[c] = true
	}
	out := make([]int, len(s.draws))
	for k, d := range s.draws {
		out[k] = len(s.draws[i].clades) + len(d.clades)
		for _, c := range d.clades {
			if of[c] {
				out[k] -= 2
			}
		}
	}
	return out
}

// Best returns the number of the draw with the highest objective, −1 without draws.
func (s *Set) Best() int { return s.best(func(d draw) float64 { return d.Objective }) }

// best returns the first draw with the highest score; −1 without draws. NaN counts as the lowest
// score.
func (s *Set) best(score func(d draw) float64) int {
	at, most := -1, math.Inf(-1)
	for i, d := range s.draws {
		x := score(d)
		if math.IsNaN(x) {
			x = math.Inf(-1)
		}
		// Sums in another order differ in their last digits; treat them as equal.
		if at < 0 || math.IsInf(most, -1) && x > most || x > most+1e-9*(1+math.Abs(most)) {
			at, most = i, x
		}
	}
	return at
}

// finish adds supports and times to a tree of known clades.
func (s *Set) finish(t *tree.Tree, clades []int32) {
	n := len(t.Names)
	t.Support = make([]float64, len(t.Parent))
	left := make([]float64, len(t.Parent)) // mean of 1−t
	for v := range n {
		t.Support[v] = math.NaN()
		for _, d := range s.draws {
			left[v] += remaining(d.Tree.LogTime[v]) / float64(len(s.draws))
		}
	}
	for k, c := range clades {
		t.Support[n+k] = s.frequency(c)
		left[n+k] = s.left[c] / float64(s.count[c])
	}
	if t.LogTime = monotone(t, left); s.back != nil {
		t.Support = s.back.Exact(t)
	}
}
