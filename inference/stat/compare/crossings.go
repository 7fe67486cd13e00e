package compare

import (
	"math"
	"slices"

	"example.org/espalier/inference/tree"
)

// Crossings returns the number of pairs of lines that cross when two trees are drawn face to face
// and equal leaves are joined: the pairs of leaves that the two trees order differently. It panics
// unless both have equally many leaves. It takes O(N log N) time (merge sort).
func Crossings(a, b *tree.Tree) int { return inversions(places(a, b)) }

// places returns the position in b of each leaf of a, from top to bottom of a.
func places(a, b *tree.Tree) []int32 {
	if a.Leaves() != b.Leaves() {
		panic("compare: trees must have the same leaves")
	}
	at := placesOf(b)
	out := make([]int32, 0, len(at))
	for _, leaf := range a.LeafOrder() {
		out = append(out, at[leaf])
	}
	return out
}

// placesOf returns the position of each leaf in drawing order.
func placesOf(t *tree.Tree) []int32 {
	at := make([]int32, t.Leaves())
	for i, leaf := range t.LeafOrder() {
		at[leaf] = int32(i)
	}
	return at
}

// inversions counts the pairs i < j with x[i] > x[j], without changing x.
func inversions(x []int32) int {
	from, to := slices.Clone(x), make([]int32, len(x))
	count := 0
	for width := 1; width < len(x); width *= 2 {
		for low := 0; low < len(x); low += 2 * width {
			middle, high := min(low+width, len(x)), min(low+2*width, len(x))
			i, j := low, middle
			for k := low; k < high; k++ {
				if i < middle && (j == high || from[i] <= from[j]) {
					to[k] = from[i]
					i++
					continue
				}
				to[k] = from[j]
				j++
				count += middle - i
			}
		}
		from, to = to, from
	}
	return count
}

// Entanglement returns how far equal leaves are from facing each other, from 0 (all lines straight)
// to 1 (one tree upside down): the sum of |difference of positions|^1.5 as a share of the greatest
// possible (dendextend, Galili 2015).
func Entanglement(a, b *tree.Tree) float64 {
	const power = 1.5
	at := places(a, b)
	sum, worst := 0.0, 0.0
	for i, j := range at {
		sum += math.Pow(math.Abs(float64(i)-float64(j)), power)
		worst += math.Pow(math.Abs(float64(len(at)-1-2*i)), power)
	}
	if worst == 0 {
		return 0
	}
	return sum / worst
}

// Moved reports, for each leaf, whether it is out of order. The leaves in order are a largest set
// whose lines do not cross each other. Of several such sets it takes the one whose positions in b,
// read from the bottom of a, are lowest. It takes O(N log N) time (longest increasing subsequence).
func Moved(a, b *tree.Tree) []bool {
	order, at := a.LeafOrder(), places(a, b)
	// ends[k] is the index of the lowest position at which an increasing run of k+1 ends.
	var ends []int
	before := make([]int, len(at))
	for i, place := range at {
		k, _ := slices.BinarySearchFunc(ends, place, func(e int, p int32) int { return int(at[e]) - int(p) })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	moved := make([]bool, len(at))
	for i := range moved {
		moved[i] = true
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			moved[order[i]] = false
		}
	}
	return moved
}
