package partition

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
)

// Present implements inference.Replayed: the last draw or, of models that do not sample, the groups.
func (p *Partition) Present() inference.Part {
	if n := len(p.Draws); n > 0 && !p.Live {
		return &Partition{Name: p.Name, Labels: p.Draws[n-1]}
	}
	return &Partition{Name: p.Name, Labels: p.Labels}
}

// Change implements inference.Replayed: the share of rows in other groups, these being matched by the rows that they
// share.
func (p *Partition) Change(from inference.Part) float64 {
	was, ok := from.(*Partition)
	if !ok || len(was.Labels) != len(p.Labels) || len(p.Labels) == 0 {
		return 1
	}
	other := 0
	for i, k := range relabelled(was.Labels, p.Labels) {
		if k != p.Labels[i] {
			other++
		}
	}
	return float64(other) / float64(len(p.Labels))
}

// Toward implements inference.Replayed: a group has the number of that later group with which it shares most rows.
func (p *Partition) Toward(later inference.Part) inference.Part {
	next, ok := later.(*Partition)
	if !ok || len(next.Labels) != len(p.Labels) {
		return p
	}
	return &Partition{Name: p.Name, Labels: relabelled(p.Labels, next.Labels)}
}

// relabelled returns labels with the numbers of other groups of the same rows: the two that share most rows are
// matched first. Groups without a match have the least numbers that no other group has. Rows of no group stay so.
func relabelled(labels, as []int) []int {
	type pair struct{ from, to int }
	shared, taken := map[pair]int{}, map[int]bool{}
	for i, k := range labels {
		taken[as[i]] = true
		if k >= 0 && as[i] >= 0 {
			shared[pair{k, as[i]}]++
		}
	}
	pairs := make([]pair, 0, len(shared))
	for p := range shared {
		pairs = append(pairs, p)
	}
	stable.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(shared[b]-shared[a], a.from-b.from, a.to-b.to)
	})
	number, given := map[int]int{}, map[int]bool{}
	for _, p := range pairs {
		if _, has := number[p.from]; !has && !given[p.to] {
			number[p.from], given[p.to] = p.to, true
		}
	}
	free := 0
	out := make([]int, len(labels))
	for i, k := range labels {
		if k < 0 {
			out[i] = k
			continue
		}
		n, has := number[k]
		if !has {
			for taken[free] {
				free++
			}
			n, taken[free] = free, true
			number[k] = n
		}
		out[i] = n
	}
	return out
}
