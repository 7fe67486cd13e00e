package spanning

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/categorical"
)

// Root is the parent of a root.
const Root = -1

// Sample draws a tree, or forest, with the probability that is its share of Z, and writes the
// parent of each node, [Root] for roots. The sum must be complete and above 0; parent is of length T.
func (s *Sum) Sample(rng *rand.Rand, parent []int) {
	d := &s.drawer
	if d.elimination == nil {
		*d = drawer{elimination: &s.core, column: func(v int) int { return 1 + v },
			node: func(column int) int { return column - 1 },
			own: func(i, v int) float64 {
				if v == Root {
					return s.core.number(s.rootWeight(i))
				}
				return s.core.number(s.edge(i, v))
			}}
	}
	d.rng, d.up, d.on = rng, parent, room(d.on, s.weights.T)
	clear(d.on)
	parent[0] = Root
	d.draw()
}

// Sample draws a tree, or forest, with the probability that is its share of Z, and writes the parent of each node,
// [Root] for roots. The sum must be complete and above 0.
func (s *BlockSum) Sample(rng *rand.Rand, parent []int) {
	for d := s.Draw(rng, parent); !d.Advance(); {
	}
}

// A BlockDraw is a tree that is drawn block by block.
type BlockDraw struct {
	sum    *BlockSum
	rng    *rand.Rand
	parent []int
	up     []int // of the hubs, which stand first, and the nodes
	on     []bool
	at     int
}

// Draw begins to draw a tree, as Sample does. Nothing else may be done with the sum, or with rng, until it is complete.
func (s *BlockSum) Draw(rng *rand.Rand, parent []int) *BlockDraw {
	n := len(s.members) + len(parent)
	return &BlockDraw{sum: s, rng: rng, parent: parent, up: make([]int, n), on: make([]bool, n)}
}

// Advance does one more block, and reports whether the tree is complete, and parent written.
func (d *BlockDraw) Advance() bool {
	s, k := d.sum, len(d.sum.members)
	switch b := d.at - 1; {
	case d.at == 0:
		d.hubs()
	case b < k:
		d.block(b)
	case b < 2*k:
		s.part(b-k, d.up, d.on, d.rng)
	default:
		for u := range d.parent {
			if d.parent[u] = d.up[k+u]; d.parent[u] != Root {
				d.parent[u] -= k
			}
		}
		return true
	}
	d.at++
	return false
}

func (d *BlockDraw) hubs() {
	k, h := len(d.sum.members), &d.sum.hubs
	w := drawer{elimination: &h.elimination, rng: d.rng, up: d.up, on: d.on,
		column: func(v int) int { return 1 + v }, node: func(column int) int { return column - 1 },
		own: func(i, v int) float64 { return h.weight[i*(1+k)+1+v] - h.scale(i, 1+v) }}
	d.up[0] = Root
	w.draw()
}

func (d *BlockDraw) block(b int) {
	s, k := d.sum, len(d.sum.members)
	m, e := s.members[b], &s.parts[b]
	w := drawer{elimination: e, rng: d.rng, up: d.up, on: d.on, ids: make([]int, e.t),
		column: func(v int) int {
			if v < k {
				return 1 + v
			}
			return e.exits + 1 + s.place[v-k]
		},
		node: func(column int) int {
			if column < e.exits {
				return column - 1
			}
			return k + m[column-e.exits-1]
		},
		own: func(i, v int) float64 { return e.number(s.single(b, i, v)) }}
	w.ids[0] = b
	for i, u := range m {
		w.ids[1+i] = k + u
	}
	w.draw()
}

// single is the scaled log weight of the edge from node i of block b to v, by the numbers of Sample.
func (s *BlockSum) single(b, i, v int) float64 {
	m, k := s.members[b], len(s.members)
	if i == 0 {
		if v >= k {
			return -math.Log(float64(len(m)))
		}
		return math.Inf(-1)
	}
	u := m[i-1]
	switch {
	case v == Root:
		return s.rootWeight(u)
	case v < k:
		return s.far[u*k+v] - s.row[u]
	}
	s.one.parent[0] = v - k
	s.weights.Parents(u, s.one.parent[:], s.one.log[:])
	return s.one.log[0] - s.row[u]
}

// A drawer brings the nodes of an elimination back into a tree.
//
// They come in the reverse order of their elimination. When node n was eliminated, its
// paths became edges: an edge i→j that is among nodes 0 to m may stand for i→k→j with k > m, with
// weight β_ik β_kj/σ_k, or for itself. Each edge draws once for which k it stands, when it is made.
// When k comes back, its edges part there. A random walk would need about eˣ steps to leave a
// group of nodes whose edges to others are lighter by x nats; here the weights do not matter.
type drawer struct {
	*elimination
	rng    *rand.Rand
	up     []int                // the tree: the parent of each node, by its number there
	on     []bool               // whether the edge of a node of the tree parts at the present node
	ids    []int                // the numbers in the tree; nil where they are those of the elimination
	column func(v int) int      // of a node of the tree
	node   func(column int) int // its inverse
	own    func(i, v int) float64
	// Buffers of a draw, kept for the next one.
	weight      []float64
	parts, here []int
}

func (d *drawer) id(i int) int {
	if d.ids == nil {
		return i
	}
	return d.ids[i]
}

// draw brings all nodes back. Node 0 has a parent already.
func (d *drawer) draw() {
	d.weight, d.parts = room(d.weight, d.exits+d.t+1), room(d.parts, d.t)
	parts := d.parts // the node at which the edge of each node parts, −1 for never
	parts[0] = d.part(0, 1)
	for n := 1; n < d.t; n++ {
		here := d.here[:0]
		for i := range n {
			if parts[i] == n {
				here, d.on[d.id(i)] = append(here, i), true
			}
		}
		d.here = here
		if len(here) == 0 {
			d.up[d.id(n)] = d.onward(n)
		} else {
			d.up[d.id(n)] = d.up[d.id(d.last(here))]
			for _, i := range here {
				d.up[d.id(i)], d.on[d.id(i)] = d.id(n), false
			}
		}
		parts[n] = d.part(n, n+1)
		for _, i := range here {
			parts[i] = d.part(i, n+1)
		}
	}
}

// last returns the first of the nodes here whose path to its root meets no other of them.
func (d *drawer) last(here []int) int {
	for _, i := range here {
		v := d.up[d.id(i)]
		for v != Root && !d.on[v] {
			v = d.up[v]
		}
		if v == Root {
			return i
		}
	}
	panic("spanning: the drawn parents form a cycle")
}

// onward draws the parent of node n among the nodes before it and the ways out.
func (d *drawer) onward(n int) int {
	row := d.row(n, n)
	w := d.weight[:len(row)]
	copy(w, row)
	if !d.forest {
		w[0] = d.number(math.Inf(-1))
	}
	return d.node(d.pick(w))
}

// part draws the node, from first on, at which the edge from node i to its parent parts; −1 for none.
func (d *drawer) part(i, first int) int {
	w, width, column := d.weight[:d.t-first+1], d.exits+d.t, d.column(d.up[d.id(i)])
	for k := first; k < d.t; k++ {
		if b, onward := d.b[i*width+d.exits+k], d.b[k*width+column]; d.logs {
			w[k-first] = b + onward - d.sigma[k]
		} else {
			w[k-first] = b * onward / d.sigma[k]
		}
	}
	w[d.t-first] = d.own(i, d.up[d.id(i)])
	if k := d.pick(w); k < d.t-first {
		return first + k
	}
	return -1
}

// pick draws an index with probability proportional to its weight, which it overwrites.
func (d *drawer) pick(w []float64) int {
	if d.logs {
		total := special.SumLogs(w)
		for i, x := range w {
			w[i] = math.Exp(x - total)
		}
	}
	return categorical.Draw(w, d.rng)
}
