package bhc

import (
	"math"
	"slices"

	"example.org/espalier/inference"
)

// A builder joins the nodes of greatest odds until one is left. It keeps for each node the best of those before it:
// memory O(n·d), time O(n²d) as long as a join leaves few nodes without their best.
type builder struct {
	*hierarchy
	t        *table
	n        int // rows
	logAlpha float64
	logGamma []float64
	active   []int     // nodes without a parent, ascending
	best     []int     // of the active nodes before it, by node; −1 before it is known
	odds     []float64 // of that
	stale    []int     // nodes whose best is to be found
	pairs    int       // weighed so far
	mixing   float64   // γ of rose trees, 0 for binary ones
}

func newBuilder(t *table, h hyper, l law) *builder {
	return newBuilderOf(t, inference.UpTo(t.n), h, l)
}

// newBuilderOf is newBuilder for some of the rows, which are the leaves of its nodes in this order.
func newBuilderOf(t *table, rows []int, h hyper, l law) *builder {
	g, n := t.tables(l.freedom), len(rows)
	b := &builder{hierarchy: &hierarchy{hyper: h, base: newBase(g, h), nodes: make([]node, 0, 2*n-1)}, t: t, n: n,
		mixing: l.mixing, logAlpha: math.Log(h.Alpha), logGamma: g.rows,
		best: make([]int, 2*n-1), odds: make([]float64, 2*n-1)}
	for k, i := range rows {
		b.nodes = append(b.nodes, t.leaf(i, b.base, h.Alpha))
		b.add(k)
	}
	return b
}

// add makes node k active.
func (b *builder) add(k int) {
	b.active = append(b.active, k)
	b.best[k], b.odds[k] = -1, math.Inf(-1)
	b.stale = append(b.stale, k)
}

// step finds the best of one node, or joins two. It returns the multiplications, and whether there is one node left.
func (b *builder) step() (work int, finished bool) {
	if len(b.stale) > 0 {
		k := b.stale[len(b.stale)-1]
		b.stale = b.stale[:len(b.stale)-1]
		b.best[k], b.odds[k] = -1, math.Inf(-1)
		weighed := 0
		for _, o := range b.active {
			if o >= k {
				break
			}
			// Of equals the last, so that not all rows that are alike have the same best, which a join would make stale.
			if v := b.weigh(o, k); v >= b.odds[k] || b.best[k] < 0 {
				b.best[k], b.odds[k] = o, v
			}
			weighed++
		}
		b.pairs += weighed
		return weighed * b.t.d, len(b.active) < 2
	}
	if len(b.active) < 2 {
		return 0, true
	}
	last := b.active[1]
	for _, k := range b.active[2:] {
		if b.odds[k] > b.odds[last] {
			last = k
		}
	}
	first := b.best[last]
	b.nodes = append(b.nodes, b.join(first, last))
	b.active = slices.DeleteFunc(b.active, func(k int) bool { return k == first || k == last })
	for _, k := range b.active {
		if b.best[k] == first || b.best[k] == last {
			b.stale = append(b.stale, k)
		}
	}
	b.add(len(b.nodes) - 1)
	return len(b.active) + b.t.d, false
}

// fraction is the share of the joins that are made, by the pairs that are still to be weighed at least.
func (b *builder) fraction() float64 {
	left := float64(len(b.active)) / float64(b.n)
	if len(b.nodes) == b.n { // the first bests are not all known
		return min(0.5, float64(b.pairs)/float64(b.n)/float64(b.n))
	}
	return 0.5 + 0.5*(1-left*left)
}

// whole is the tree of all rows.
func (b *builder) whole() *hierarchy { return b.hierarchy }
