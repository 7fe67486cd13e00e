package outtree

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/spanning"
)

// trees are the sum over all trees of the rows: of each pair by itself, or in blocks.
type trees interface {
	reset(w weights)
	// advance does this many multiply-adds and reports whether log Z and, if they are wanted, the probabilities are known.
	advance(work int, edges bool) bool
	fraction() float64
	log() float64
	root(u int) float64
	edges(u int, to []float64) // of all parents of u
	// draw begins to draw a tree into parent. Each call of done does a slice of the work; it returns true once the tree
	// is complete.
	draw(rng *rand.Rand, parent []int) (done func() bool)
	// best does a part of the search for the heaviest tree; nil before it is found. No tree is drawn after it.
	best() []int
}

// weights are those of all pairs and roots, as logarithms.
type weights struct {
	parents func(u int, parents []int, to []float64)
	root    []float64
	forest  bool
}

// pairs is the sum over all pairs.
type pairs struct{ spanning.Sum }

func (p *pairs) reset(w weights) {
	p.Reset(spanning.Weights{T: len(w.root), Parents: w.parents, Root: w.root, Forest: w.forest})
}

func (p *pairs) advance(work int, edges bool) bool { return p.Advance(work, edges) }
func (p *pairs) fraction() float64                 { return p.Fraction(true) }
func (p *pairs) log() float64                      { return p.Log() }
func (p *pairs) root(u int) float64                { return p.Root(u) }
func (p *pairs) edges(u int, to []float64)         { copy(to, p.Edges(u)) }
func (p *pairs) draw(rng *rand.Rand, parent []int) func() bool {
	return func() bool { p.Sample(rng, parent); return true }
}
func (p *pairs) best() []int { parent, _ := p.Best(); return parent }

// likeliest is how many of the likeliest parents of a row are looked at for the best tree, besides the likeliest of
// each block.
const likeliest = 10

// blocks is the sum in blocks.
type blocks struct {
	block   []int
	weights weights
	sum     *spanning.BlockSum
	edge    []spanning.Candidate // those looked at for the best tree
	search  *spanning.Among
	line    []float64
}

func newBlocks(block []int) *blocks { return &blocks{block: block, line: make([]float64, len(block))} }

func (b *blocks) reset(w weights) {
	b.weights, b.search, b.edge = w, nil, b.edge[:0]
	all := spanning.Blocks{Block: b.block, Parents: w.parents, Root: w.root, Forest: w.forest, See: b.see}
	if b.sum == nil {
		b.sum = spanning.NewBlocks(all)
	} else {
		b.sum.Reset(all)
	}
}

func (b *blocks) advance(work int, _ bool) bool { return b.sum.Advance(work) }
func (b *blocks) fraction() float64             { return b.sum.Fraction() }
func (b *blocks) log() float64                  { return b.sum.Log() }
func (b *blocks) root(u int) float64            { return b.sum.Root(u) }
func (b *blocks) edges(u int, to []float64)     { b.sum.Edges(u, to) }

// see keeps the edges of a row that the best tree may have: those to its likeliest parents, to the likeliest of each
// block, and to the first row of its own, by which every row can be reached.
func (b *blocks) see(u int, all []float64) {
	members := b.sum.Members()
	var top [likeliest]int
	n := 0
	first := make([]int, len(members)) // the likeliest of each block
	for k := range first {
		first[k] = -1
	}
	for v, x := range all {
		if v == u {
			continue
		}
		if k := b.block[v]; first[k] < 0 || x > all[first[k]] {
			first[k] = v
		}
		if n == likeliest && x <= all[top[n-1]] {
			continue
		}
		if n < likeliest {
			n++
		}
		at := n - 1
		for ; at > 0 && x > all[top[at-1]]; at-- {
			top[at] = top[at-1]
		}
		top[at] = v
	}
	add := func(v int) { b.edge = append(b.edge, spanning.Candidate{Child: u, Parent: v, Log: all[v]}) }
	for _, v := range top[:n] {
		add(v)
	}
	for k, v := range first {
		if v >= 0 && !has(top[:n], v) {
			add(v)
		}
		if w := members[k][0]; k == b.block[u] && w != u && w != v && !has(top[:n], w) {
			add(w)
		}
	}
	b.edge = append(b.edge, spanning.Candidate{Child: u, Parent: spanning.Root, Log: b.weights.root[u]})
}

func has(list []int, v int) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// best does not look at all edges: a tree may be heavier by one that is not among the likeliest of its row.
func (b *blocks) best() []int {
	if b.search == nil {
		b.search = spanning.NewAmong(len(b.block), b.weights.forest, b.edge)
		return nil
	}
	if !b.search.Advance(100) {
		return nil
	}
	return b.search.Parents()
}

// draw draws a tree by the weights with the mean of each block, and mends it.
func (b *blocks) draw(rng *rand.Rand, parent []int) func() bool {
	d, drawn, next := b.sum.Draw(rng, parent), false, 0
	return func() bool {
		if !drawn {
			drawn = d.Advance()
			return false
		}
		next = b.mend(rng, parent, next)
		return next == len(parent)
	}
}

// mendWork is how many weights are looked at in a slice.
const mendWork = 200_000

// mend lets each row whose parent is in another block draw its parent in that block again by the weights themselves,
// among those that are not below it: a step that keeps the distribution of the trees of all pairs. It begins at row
// from and returns the row that is next.
func (b *blocks) mend(rng *rand.Rand, parent []int, from int) (next int) {
	members := b.sum.Members()
	u := from
	for work := 0; u < len(parent) && work < mendWork; u++ {
		v := parent[u]
		if v == spanning.Root || b.block[v] == b.block[u] {
			work++
			continue
		}
		m := members[b.block[v]]
		work += len(m)
		line := b.line[:len(m)]
		b.weights.parents(u, m, line)
		most := math.Inf(-1)
		for _, x := range line {
			most = max(most, x)
		}
		left := 0.0
		for j, x := range line {
			line[j] = math.Exp(x - most)
			left += line[j]
		}
		for left > faint {
			j := categorical.Draw(line, rng)
			if !below(parent, m[j], u) {
				parent[u] = m[j]
				break
			}
			left, line[j] = left-line[j], 0
		}
	}
	return u
}

// faint is how little may be left of the weights of a block before a row keeps the parent that it has.
const faint = 1e-12

// below reports whether v is u or below it.
func below(parent []int, v, u int) bool {
	for ; v != spanning.Root; v = parent[v] {
		if v == u {
			return true
		}
	}
	return false
}
