package teach

import (
	"cmp"
	"slices"

	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/mat"
)

// pairs pairs the parts of two states, those with most in common first: common[j][k] is the size of the overlap of j of
// one with k of the other. It returns the partner of each j, or −1.
func pairs(common [][]int, others int) []int {
	type pair struct{ j, k int }
	var all []pair
	partner := make([]int, len(common))
	for j := range common {
		partner[j] = -1
		for k := range others {
			if common[j][k] > 0 {
				all = append(all, pair{j, k})
			}
		}
	}
	stable.Sort(all, func(a, b pair) int { return cmp.Compare(common[b.j][b.k], common[a.j][a.k]) })
	taken := make([]bool, others)
	for _, p := range all {
		if partner[p.j] < 0 && !taken[p.k] {
			partner[p.j], taken[p.k] = p.k, true
		}
	}
	return partner
}

// beside returns the state with its clusters numbered, or its factors ordered, like the most
// similar ones of another state, which gives similar parts the same colour or place in pictures
// side by side. Parts without a partner come after those of a fixed state; if the other is only the
// previous state, they take free numbers. other may be nil.
func (b *belief) beside(other *belief, fixed bool) *belief {
	switch {
	case other == nil || b.tree != nil || b.mixture != nil:
		return b
	case b.labels != nil && len(other.labels) == len(b.labels):
		out := *b
		out.labels = alignedLabels(b.labels, other.labels, fixed)
		return &out
	case b.links != nil && other.links != nil && b.items == other.items:
		return b.ordered(other)
	}
	return b
}

// alignedLabels renames labels by those of another partition of the same rows; with after, labels
// without a partner follow all of the other's.
func alignedLabels(labels, other []int, after bool) []int {
	n, m := slices.Max(labels)+1, slices.Max(other)+1
	common := make([][]int, n)
	for j := range common {
		common[j] = make([]int, m)
	}
	for i, j := range labels {
		common[j][other[i]]++
	}
	name := pairs(common, m)
	free := 0
	if after {
		free = m
	}
	for j := range name {
		if name[j] < 0 {
			for slices.Contains(name, free) {
				free++
			}
			name[j] = free
		}
	}
	out := make([]int, len(labels))
	for i, j := range labels {
		out[i] = name[j]
	}
	return out
}

// ordered puts the factors in the order of those of another state.
func (b *belief) ordered(other *belief) *belief {
	_, n := b.links.Dims()
	_, m := other.links.Dims()
	partner := pairs(commonLinks(b.links, other.links), m)
	order := make([]int, n)
	for j := range order {
		order[j] = j
		if partner[j] < 0 {
			partner[j] = m + j
		}
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(partner[x], partner[y]) })
	out := *b
	out.links, out.ids = mat.NewDense(b.items, n, nil), make([]int, n)
	for to, from := range order {
		out.links.SetCol(to, mat.Col(nil, from, b.links))
		out.ids[to] = b.ids[from]
	}
	return &out
}
