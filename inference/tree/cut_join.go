package tree

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
)

// CutExactly returns the groups of [Tree.CutInto] where these are k. Where they are fewer, because the next branch
// point has more children than there are groups missing, it splits that branch point too and joins its children into as
// many groups as are missing: again and again the two whose union adds least to the sum of squared distances from the
// means, as in Ward's linkage. The tree says nothing about the order in which these children diverged, so every such
// union is as much a clade as any other. row returns the values of a leaf, all of one length; NaN marks a missing cell.
//
// logTime is the time of the cut, or NaN if children were joined, because no one time gives these
// groups. There are fewer than k groups only where there are fewer leaves. Groups and their leaves
// are in drawing order. Of more than 1,000 children the largest are joined so, and each of the others
// joins the group to which it adds least. It takes O((N + m²)D) time for m children, and O((N + mk)D)
// above 1,000.
func (t *Tree) CutExactly(k int, row func(leaf int) []float64) (groups [][]int, logTime float64) {
	groups, logTime = t.CutInto(k)
	missing := k - len(groups)
	if missing <= 0 || math.IsInf(logTime, 1) {
		return groups, logTime
	}
	groups = nil
	for _, v := range t.cladesAt(logTime) {
		if missing == 0 || t.IsLeaf(v) || t.LogTime[v] > logTime {
			groups = append(groups, t.LeavesBelow(v))
			continue
		}
		family := t.partedBy(v, logTime)
		parts := min(missing+1, len(family))
		missing -= parts - 1
		for _, members := range gathered(t.scatters(family, row), parts) {
			var leaves []int
			for _, i := range members {
				leaves = append(leaves, t.LeavesBelow(family[i])...)
			}
			groups = append(groups, leaves)
		}
	}
	return groups, math.NaN()
}

// partedBy returns the clades into which a branch point has split just after a time.
func (t *Tree) partedBy(v int, logTime float64) (clades []int) {
	for _, c := range t.Children[v] {
		if t.IsLeaf(c) || t.LogTime[c] > logTime {
			clades = append(clades, c)
		} else {
			clades = append(clades, t.partedBy(c, logTime)...)
		}
	}
	return clades
}

func (t *Tree) scatters(clades []int, row func(leaf int) []float64) []*scatter {
	sums := make([]*scatter, len(clades))
	for i, v := range clades {
		leaves := t.LeavesBelow(v)
		sums[i] = newScatter(row(leaves[0]))
		for _, leaf := range leaves[1:] {
			sums[i].add(newScatter(row(leaf)))
		}
	}
	return sums
}

// mostJoined is how many children are joined pair by pair.
const mostJoined = 1000

// gathered is [joined] of the largest, which the others follow. The sums are used up.
func gathered(sums []*scatter, parts int) [][]int {
	if len(sums) <= mostJoined {
		return joined(sums, parts)
	}
	order := make([]int, len(sums))
	for i := range order {
		order[i] = i
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(sums[b].size(), sums[a].size()) })
	large := order[:max(mostJoined, parts)]
	slices.Sort(large)
	chosen := make([]*scatter, len(large))
	for i, k := range large {
		chosen[i] = sums[k]
	}
	groups := joined(chosen, parts)
	whole := make([]*scatter, len(groups))
	for g, members := range groups {
		for j, i := range members {
			members[j] = large[i]
		}
		whole[g] = chosen[slices.Index(large, members[0])]
	}
	for _, k := range order[len(large):] {
		nearest, least := 0, math.Inf(1)
		for g, sum := range whole {
			if c := sum.costOf(sums[k]); c < least {
				nearest, least = g, c
			}
		}
		groups[nearest] = append(groups[nearest], k)
	}
	for _, members := range groups {
		slices.Sort(members)
	}
	stable.SortFunc(groups, func(a, b []int) int { return a[0] - b[0] })
	return groups
}

// joined joins the groups of the sums into a number of parts, and returns the indices in each. The sums are used up.
func joined(sums []*scatter, parts int) [][]int {
	members := make([][]int, len(sums))
	for i := range members {
		members[i] = []int{i}
	}
	join(sums, parts, func(a, b int) {
		members[a] = append(members[a], members[b]...)
		members[b] = nil
	})
	members = slices.DeleteFunc(members, func(m []int) bool { return m == nil })
	for _, m := range members {
		slices.Sort(m)
	}
	return members
}

// join joins the groups of the sums, again and again the two whose union costs least, until a number of parts are left.
// It calls union for each pair a < b: the sum of a becomes that of both, and b has none any more. Sums may be nil from
// the start.
func join(sums []*scatter, parts int, union func(a, b int)) {
	left := 0
	for _, s := range sums {
		if s != nil {
			left++
		}
	}
	if left <= parts {
		return
	}
	nearest, cost := make([]int, len(sums)), make([]float64, len(sums))
	look := func(i int) { // for the nearest of those after i
		nearest[i], cost[i] = -1, math.Inf(1)
		for j := i + 1; j < len(sums); j++ {
			if sums[j] == nil {
				continue
			}
			if c := sums[i].costOf(sums[j]); nearest[i] < 0 || c < cost[i] {
				nearest[i], cost[i] = j, c
			}
		}
	}
	for i, s := range sums {
		if s != nil {
			look(i)
		}
	}
	for ; left > parts; left-- {
		a := -1
		for i, j := range nearest {
			if sums[i] != nil && j >= 0 && (a < 0 || cost[i] < cost[a]) {
				a = i
			}
		}
		b := nearest[a]
		sums[a].add(sums[b])
		sums[b] = nil
		union(a, b)
		for i := range a {
			switch {
			case sums[i] == nil:
			case nearest[i] == a || nearest[i] == b:
				look(i)
			default:
				if c := sums[i].costOf(sums[a]); c < cost[i] {
					nearest[i], cost[i] = a, c
				}
			}
		}
		for i := a; i < b; i++ {
			if sums[i] != nil && (i == a || nearest[i] == b) {
				look(i)
			}
		}
	}
}

// size returns the number of cells.
func (s *scatter) size() (cells float64) {
	for _, n := range s.n {
		cells += n
	}
	return cells
}

// costOf returns the increase of the sums of squared distances from the means by a union. Columns that one
// side lacks count as the mean of the others; without any other the cost is infinite.
func (s *scatter) costOf(o *scatter) (cost float64) {
	if s.rows > 0 && o.rows > 0 && len(s.sum) > 0 {
		a, b := 1/s.rows, 1/o.rows
		other := o.sum[:len(s.sum)]
		for j, x := range s.sum {
			d := x*a - other[j]*b
			cost += d * d
		}
		return cost / (a + b)
	}
	shared := 0
	for j, n := range s.n {
		if m := o.n[j]; n > 0 && m > 0 {
			d := s.sum[j]/n - o.sum[j]/m
			cost += d * d * n * m / (n + m)
			shared++
		}
	}
	if shared == 0 {
		return math.Inf(1)
	}
	return cost * float64(len(s.n)) / float64(shared)
}
