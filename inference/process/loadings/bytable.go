package loadings

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/special"
)

// Sparsity by table: in the finite model the share of the items that have factor k is one of each table g,
//
//	π_gk ~ Beta(α/K, 1) ,   P(z_dk = 1 | the other items) = (m_gk + α/K) / (n_g + α/K) ,
//
// where m_gk counts the others of the n_g items of the table of d. A table has a factor of α/K = a on none of its
// items with probability Γ(n_g+1)Γ(a+1)/Γ(n_g+a+1), about n_g^−a, whatever the others have: sparsity is by table
// first, then by item, and a table of many items has no say in the share of a small one. With one table it is the
// finite model of the Indian buffet process (Griffiths and Ghahramani 2011, section 3). Moves that change the factors
// of items of several tables at once are left out.

// setGroups takes the groups of the items that the state has from the options.
func setGroups(s *State) {
	if s.o.groups == nil || s.o.support != Finite {
		return
	}
	s.group = make([]int, s.obs.d)
	for d := range s.group {
		s.group[d] = max(0, s.o.groups[s.obs.inTable(d)])
	}
	s.o.tilt, s.o.splitMerge = false, false
}

// groupsOf returns how many groups of items there are.
func groupsOf(s *State) int {
	if s.group == nil {
		return 1
	}
	return slices.Max(s.group) + 1
}

// leaveGroup counts the items of the group of d that have each factor, without d. Items are visited in their order, so
// that the counts of the visit before serve where it was of the same group. O(nK) for the first of a group
func leaveGroup(s *State, d int) {
	if s.group == nil {
		return
	}
	if d == 0 || s.group[d] != s.group[d-1] || len(s.rows.ahead) != s.size {
		s.rows.ahead, s.rows.visited = append(s.rows.ahead[:0], make([]int, s.size)...), 0
		for i, g := range s.group {
			if g == s.group[d] {
				s.rows.visited++
				countItem(s, i, 1)
			}
		}
	}
	countItem(s, d, -1)
}

// joinGroup counts item d again after its visit.
func joinGroup(s *State, d int) {
	if s.group != nil {
		countItem(s, d, 1)
	}
}

// countItem counts the factors of item d in or out of its group.
func countItem(s *State, d, by int) {
	for _, k := range s.live {
		if s.z[d*s.size+int(k)] {
			s.rows.ahead[k] += by
		}
	}
}

// oddsInGroup returns the prior odds of entry k of the item that is visited.
func oddsInGroup(s *State, k int) float64 {
	a, m := s.hyper.alpha/float64(s.o.factors), float64(s.rows.ahead[k])
	return (m + a) / (float64(s.rows.visited) - m)
}

// logFiniteByTable is logFinite where each group has its own shares, of α/K = a.
func logFiniteByTable(s *State, a float64) float64 {
	size, counts := inGroups(s)
	sum := 0.0
	for g, n := range size {
		for _, k := range s.live {
			m := float64(counts[g][k])
			sum += math.Log(a) + special.LogGamma(m+a) + special.LogGamma(n-m+1) - special.LogGamma(n+1+a)
		}
	}
	return sum
}

// inGroups counts the items of each group, and those of them that have each factor.
func inGroups(s *State) (size []float64, counts [][]int) {
	size, counts = make([]float64, groupsOf(s)), make([][]int, groupsOf(s))
	for g := range counts {
		counts[g] = make([]int, s.size)
	}
	for d, g := range s.group {
		size[g]++
		for _, k := range s.live {
			if s.z[d*s.size+int(k)] {
				counts[g][k]++
			}
		}
	}
	return size, counts
}
