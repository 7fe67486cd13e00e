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
//
// In BFRM each table g of n items has a ρ_gk of its own for factor k, with the prior that a table of n items alone has
// (West 2003): Beta(a, n−a), a the lesser of 5 and n/2.

// setGroups takes the groups of the items that the state has from the options.
func setGroups(s *State) {
	if s.o.groups == nil || s.o.support != Finite && s.o.support != Regulars {
		return
	}
	s.group = make([]int, s.obs.d)
	for d := range s.group {
		s.group[d] = max(0, s.o.groups[s.obs.inTable(d)])
	}
	s.o.tilt, s.o.splitMerge = false, false
	if s.o.support == Regulars {
		for range groupsOf(s) - 1 {
			s.rhos = append(s.rhos, make([]float64, s.size))
		}
	}
}

// rhoOf returns ρ of each factor in a group of items.
func rhoOf(s *State, group int) []float64 {
	if group == 0 {
		return s.rho
	}
	return s.rhos[group-1]
}

// regularPrior returns the parameters of the beta distribution of ρ in a group of n items.
func regularPrior(s *State, n float64) (a, b float64) {
	average, strength := s.o.sparsityAverage, s.o.sparsity
	if s.group != nil {
		n = max(n, 1) // all items of a table may be left out
		average, strength = min(0.5, 5/n), n
	}
	return strength * average, strength * (1 - average)
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
	if s.rows.table = 0; s.group == nil {
		return
	}
	if s.rows.table = s.group[d]; s.o.support == Regulars {
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
	if s.group != nil && s.o.support != Regulars {
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

// logRegulars is log p(Z, ρ) of BFRM, each group of items with its own ρ.
func logRegulars(s *State) (sum float64) {
	size, counts := inGroups(s)
	for g, n := range size {
		a, b := regularPrior(s, n)
		constant := special.LogGamma(a+b) - special.LogGamma(a) - special.LogGamma(b)
		for _, k := range s.live {
			m, r := float64(counts[g][k]), rhoOf(s, g)[k]
			sum += m*math.Log(s.o.regularMean*r) + (n-m)*math.Log1p(-s.o.regularMean*r)
			sum += constant + (a-1)*math.Log(r) + (b-1)*math.Log1p(-r)
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
	for d := range s.obs.d {
		g := 0
		if s.group != nil {
			g = s.group[d]
		}
		size[g]++
		for _, k := range s.live {
			if s.z[d*s.size+int(k)] {
				counts[g][k]++
			}
		}
	}
	return size, counts
}
