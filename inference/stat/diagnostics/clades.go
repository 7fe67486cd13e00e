package diagnostics

import "example.org/espalier/inference/tree"

// middle returns the most typical leaf below a node: the one that on average shares the most
// diffusion time with the others.
func middle(t *tree.Tree, node int) int {
	best, most := -1, 0.0
	count := countBelow(t, node)
	type place struct {
		node   int
		shared float64 // time shared with the leaves that diverge above
	}
	stack := []place{{node, 0}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.IsLeaf(p.node) {
			if best < 0 || p.shared > most || p.shared == most && p.node < best {
				best, most = p.node, p.shared
			}
			continue
		}
		time := t.Time(p.node)
		for _, child := range t.Children[p.node] {
			stack = append(stack, place{child, p.shared + time*float64(count[p.node]-count[child])})
		}
	}
	return best
}

// countBelow returns the number of leaves below each node at or below v.
func countBelow(t *tree.Tree, v int) map[int]int {
	order := []int{v}
	for i := 0; i < len(order); i++ {
		order = append(order, t.Children[order[i]]...)
	}
	count := map[int]int{}
	for i := len(order) - 1; i >= 0; i-- {
		u := order[i]
		if t.IsLeaf(u) {
			count[u] = 1
		}
		if u != v {
			count[t.Parent[u]] += count[u]
		}
	}
	return count
}
