package compare

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/tree"
)

// A turner turns the branch points of one tree against a fixed order of the leaves.
//
// Whether two leaves cross depends only on the order of the two children of their common ancestor
// that hold them, so every branch point can be turned by itself. With two children the better of
// the two orders is optimal (Dwyer and Schreiber 2004). Up to mostExact children are ordered
// optimally. More are sorted by the mean position of their leaves; then neighbours are exchanged as
// long as that saves crossings.
type turner struct {
	t        *tree.Tree
	postOrd  []int     // children before parents
	children [][]int   // the order being changed; each list is owned by the turner
	below    [][]int32 // positions below a node, ascending, until its parent is done
	sum      []float64 // sum of the positions below each node
	cross    []int     // crossings of pairs of leaves that part at each node
	small    []int32
}

func newTurner(t *tree.Tree) *turner {
	r := &turner{t: t, postOrd: t.PreOrder(), children: make([][]int, t.Nodes()),
		below: make([][]int32, t.Nodes()), sum: make([]float64, t.Nodes()), cross: make([]int, t.Nodes())}
	slices.Reverse(r.postOrd)
	for v, c := range t.Children {
		r.children[v] = slices.Clone(c)
	}
	return r
}

// turn orders the children of every branch point against the positions of the leaves and returns
// the crossings that are left. An order that cannot be improved stays. Each branch point takes the
// sorted positions of its largest child and merges the others in: O(N log² N) comparisons, and
// block copies of at most N times the depth.
func (r *turner) turn(place []int32) int {
	total := 0
	for _, v := range r.postOrd {
		r.cross[v] = 0
		if r.t.IsLeaf(v) {
			r.below[v] = append(r.below[v][:0], place[v])
			r.sum[v] = float64(place[v])
			continue
		}
		switch c := r.children[v]; {
		case len(c) == 2:
			now := r.pairs(c[0], c[1])
			if other := len(r.below[c[0]])*len(r.below[c[1]]) - now; other < now {
				c[0], c[1] = c[1], c[0]
				now = other
			}
			r.cross[v] = now
		case len(c) <= mostExact:
			r.cross[v] = r.orderExactly(c)
		default:
			r.sortChildren(v)
		}
		r.merge(v)
		total += r.cross[v]
	}
	return total
}

// pairs counts the crossings between the leaves of nodes v and w when v is above w: the pairs with
// the greater position in v.
func (r *turner) pairs(v, w int) int {
	x, y := r.below[v], r.below[w]
	count := 0
	if len(x) <= len(y) {
		for _, p := range x {
			count += lower(y, p)
		}
		return count
	}
	for _, p := range y {
		count += len(x) - lower(x, p)
	}
	return count
}

// lower returns how many of the sorted positions are lower than p.
func lower(sorted []int32, p int32) int {
	from, to := 0, len(sorted)
	for from < to {
		if middle := int(uint(from+to) / 2); sorted[middle] < p {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// mostExact is the greatest number of children that are ordered optimally.
const mostExact = 7

// orderExactly puts few children in an order with the fewest crossings and returns their number.
// The best order of each set of children ends in one of them, after the best order of the others
// (Held and Karp 1962). It takes 2ᵏ·k² steps.
func (r *turner) orderExactly(c []int) int {
	k := len(c)
	var cost [mostExact][mostExact]int // of the first above the second
	now := 0
	for i := range k {
		for j := range k {
			if i != j {
				cost[i][j] = r.pairs(c[i], c[j])
			}
			if i < j {
				now += cost[i][j]
			}
		}
	}
	var best [1 << mostExact]int
	var last [1 << mostExact]int8
	for set := 1; set < 1<<k; set++ {
		best[set] = math.MaxInt
		for i := range k {
			rest := set &^ (1 << i)
			if rest == set {
				continue
			}
			total := best[rest]
			for j := range k {
				if rest>>j&1 == 1 {
					total += cost[j][i]
				}
			}
			if total <= best[set] {
				best[set], last[set] = total, int8(i)
			}
		}
	}
	all := 1<<k - 1
	if best[all] >= now { // no gain: keep the order
		return now
	}
	var order [mostExact]int
	for set, at := all, k-1; set != 0; at-- {
		order[at] = c[last[set]]
		set &^= 1 << last[set]
	}
	copy(c, order[:k])
	return best[all]
}

// sortChildren orders many children.
func (r *turner) sortChildren(v int) {
	c := r.children[v]
	mean := func(u int) float64 { return r.sum[u] / float64(len(r.below[u])) }
	kept := slices.Clone(c)
	stable.Sort(c, func(a, b int) int { return cmp.Compare(mean(a), mean(b)) })
	// Exchanging neighbours changes only the crossings between the two, so each pass that exchanges
	// any lowers the total.
	for again, passes := true, 0; again && passes < mostPasses; passes++ {
		again = false
		for i := 1; i < len(c); i++ {
			now := r.pairs(c[i-1], c[i])
			if 2*now > len(r.below[c[i-1]])*len(r.below[c[i]]) {
				c[i-1], c[i] = c[i], c[i-1]
				again = true
			}
		}
	}
	r.cross[v] = r.among(c)
	if old := r.among(kept); old <= r.cross[v] {
		copy(c, kept)
		r.cross[v] = old
	}
}

// among counts the crossings between children in the given order: the inversions of their joined
// positions, less those within each child.
func (r *turner) among(c []int) int {
	r.small = r.small[:0]
	for _, u := range c {
		r.small = append(r.small, r.below[u]...) // ascending: none within
	}
	return inversions(r.small)
}

// merge gives node v the sorted positions of all its children.
func (r *turner) merge(v int) {
	heavy := r.children[v][0]
	for _, u := range r.children[v] {
		if len(r.below[u]) > len(r.below[heavy]) {
			heavy = u
		}
	}
	r.small = r.small[:0]
	r.sum[v] = 0
	for _, u := range r.children[v] {
		r.sum[v] += r.sum[u]
		if u != heavy {
			r.small = append(r.small, r.below[u]...)
		}
	}
	slices.Sort(r.small)
	// From the end: the positions of the heavy child move at most once.
	n, m := len(r.below[heavy]), len(r.small)
	all := slices.Grow(r.below[heavy], m)[:n+m]
	for j := m - 1; j >= 0; j-- {
		i := lower(all[:n], r.small[j])
		copy(all[i+j+1:], all[i:n])
		all[i+j] = r.small[j]
		n = i
	}
	// The buffers swap, and a later turn needs no new memory.
	r.below[heavy], r.below[v] = r.below[v], all
}

// places returns the position of each leaf in the present order.
func (r *turner) places(place []int32) {
	next := int32(0)
	stack := []int{r.t.Top}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.t.IsLeaf(v) {
			place[v] = next
			next++
			continue
		}
		for i := len(r.children[v]) - 1; i >= 0; i-- {
			stack = append(stack, r.children[v][i])
		}
	}
}

// mostPasses limits the passes of neighbour exchanges at a branch point with many children.
const mostPasses = 30
