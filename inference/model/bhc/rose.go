package bhc

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// How many children nodes have.
const (
	binaryTrees = "binary"
	roseTrees   = "rose"
)

// A rose is a node of a tree whose nodes have any number of children (Blundell, Teh and Heller 2010). A node of c
// children has the density
//
//	p = π_c·m + (1−π_c)·Π p(child),  1−π_c = (1−γ)^(c−1),
//
// and a leaf m. Two nodes become one by a join, whose children they are; one absorbs the other as one more child; or
// they collapse, into a node with the children of both. In a [hierarchy] all nodes are joins of two: those whose
// children are those of the node above are open, and no clusters.
type rose struct {
	children int     // 0 for a leaf
	inside   float64 // Σ log p of the children
	log      float64 // log p
}

// rosy is the node of the rows of two, with log m of them together, and by how much its log p is greater than the sum
// of theirs. first and last say whether the two nodes are open in it.
func rosy(x, y *rose, together, mixing float64) (best rose, gain float64, first, last bool) {
	gain = math.Inf(-1)
	apart := x.log + y.log
	try := func(children int, inside float64, opens, others bool) {
		stay := float64(children-1) * math.Log1p(-mixing)
		log := special.LogAdd(math.Log(-math.Expm1(stay))+together, stay+inside)
		if g := log - apart; g > gain {
			best, gain, first, last = rose{children, inside, log}, g, opens, others
		}
	}
	try(2, apart, false, false)
	if x.children > 0 {
		try(x.children+1, x.inside+y.log, true, false)
	}
	if y.children > 0 {
		try(y.children+1, x.log+y.inside, false, true)
	}
	if x.children > 0 && y.children > 0 {
		try(x.children+y.children, x.inside+y.inside, true, true)
	}
	return best, gain, first, last
}

// rosy returns log p of the rows of the tree, and how many children nodes have at most. Open nodes are no nodes.
func (h *hierarchy) rosy(mixing float64) (log float64, most int) {
	all := make([]rose, len(h.nodes))
	for k := range h.nodes {
		v := &h.nodes[k]
		if v.left < 0 {
			m := h.base.alone(&v.cluster)
			all[k] = rose{log: m}
			continue
		}
		r := rose{}
		for _, child := range []int{v.left, v.right} {
			if c := all[child]; h.nodes[child].open {
				r.children, r.inside = r.children+c.children, r.inside+c.inside
			} else {
				r.children, r.inside = r.children+1, r.inside+c.log
			}
		}
		if !v.open {
			stay := float64(r.children-1) * math.Log1p(-mixing)
			r.log = special.LogAdd(math.Log(-math.Expm1(stay))+h.base.alone(&v.cluster), stay+r.inside)
			most = max(most, r.children)
		}
		all[k] = r
	}
	return all[len(all)-1].log, most
}

// weigh returns the gain of a join of two nodes: the odds of a binary tree, or the log likelihood ratio of the best way
// to make one rose of them.
func (b *builder) weigh(first, last int) float64 {
	x, y := &b.nodes[first], &b.nodes[last]
	if b.mixing == 0 {
		return odds(x, y, b.base, b.logAlpha, b.logGamma)
	}
	_, gain, _, _ := rosy(&x.rose, &y.rose, b.base.pair(&x.cluster, &y.cluster), b.mixing)
	return gain
}

// join is the node above two, which may become open.
func (b *builder) join(first, last int) node {
	x, y := &b.nodes[first], &b.nodes[last]
	if b.mixing == 0 {
		return join(first, last, x, y, b.odds[last])
	}
	k := node{left: first, right: last, parent: -1, cluster: joined(x.cluster, y.cluster)}
	k.rose, _, x.open, y.open = rosy(&x.rose, &y.rose, b.base.pair(&x.cluster, &y.cluster), b.mixing)
	return k
}
