package spanning

import "math/rand/v2"

// part takes the hub of block b out of a tree, so that each node below it has a parent in the block of its own. The
// edges through a hub stand for such edges, of which a tree with the hub keeps one: that of the first node, by number,
// whose path to the root does not come back to the hub. Given the tree, the others are what they are in a tree over
// the parts below the hub and the rest, in which each part is a parent with weight as the number of nodes of the block
// in it. Such trees have Prüfer codes of independent entries.
func (s *BlockSum) part(b int, up []int, on []bool, rng *rand.Rand) {
	k, m := len(s.members), s.members[b]
	var below []int
	for u := k; u < len(up); u++ {
		if up[u] == b {
			below = append(below, u)
			on[u] = true
		}
	}
	if len(below) < 2 {
		for _, u := range below {
			up[u], on[u] = up[b], false
		}
		return
	}
	number := make(map[int]int, len(below)) // of each part, from 1; the rest is 0
	for i, u := range below {
		number[u] = i + 1
	}
	in := make([][]int, len(below)+1) // the nodes of the block in each part
	of := make([]int, len(m))
	for j, v := range m {
		at := k + v
		for at != Root && !on[at] {
			at = up[at]
		}
		if at != Root {
			of[j] = number[at]
		}
		in[of[j]] = append(in[of[j]], k+v)
	}
	first := up[b]
	for i, part := range decode(len(below)+1, func() int { return of[rng.IntN(len(m))] }) {
		if i == 0 {
			continue
		}
		u := below[i-1]
		on[u] = false
		if part == 0 && first != Root {
			up[u], first = first, Root
		} else {
			up[u] = in[part][rng.IntN(len(in[part]))]
		}
	}
}

// decode returns the parents of the tree of n nodes with root 0 whose Prüfer code has the entries given. Entry 0 is 0.
func decode(n int, entry func() int) []int {
	code, left := make([]int, n-1), make([]int, n)
	for k := range n - 2 {
		code[k] = entry()
		left[code[k]]++
	}
	parent := make([]int, n) // leaves are cut in order, 0 last: the neighbour that is left is the parent
	leaf, next := -1, 1
	free := func() int {
		for ; left[next] != 0; next++ {
		}
		next++
		return next - 1
	}
	leaf = free()
	for k, c := range code {
		if parent[leaf] = c; k == n-2 {
			break
		}
		if left[c]--; left[c] == 0 && c != 0 && c < next {
			leaf = c
		} else {
			leaf = free()
		}
	}
	return parent
}
