package spanning

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/categorical"
)

// Root is the parent of a root.
const Root = -1

// Sample draws a tree, or forest, with the probability that is its share of Z, and writes the
// parent of each node, [Root] for roots. The sum must be complete and above 0; parent is of length T.
//
// Nodes come back in the reverse order of their elimination. When node n was eliminated, its
// paths became edges: an edge i→j that is among nodes 0 to m may stand for i→k→j with k > m, with
// weight β_ik β_kj/σ_k, or for itself. Each edge draws once for which k it stands, when it is made.
// When k comes back, its edges part there. A random walk would need about eˣ steps to leave a
// group of nodes whose edges to others are lighter by x nats; here the weights do not matter.
func (s *Sum) Sample(rng *rand.Rand, parent []int) {
	t := s.weights.T
	d := drawer{s, rng, make([]float64, t+1)}
	parts := make([]int, t) // the node at which the edge of each node parts, −1 for never
	on := make([]bool, t)   // whether it parts at the present node
	parent[0], parts[0] = Root, d.part(0, Root, 1)
	for n := 1; n < t; n++ {
		var here []int
		for i := range n {
			if parts[i] == n {
				here, on[i] = append(here, i), true
			}
		}
		if here == nil {
			parent[n] = d.onward(n)
		} else {
			parent[n] = parent[last(here, on, parent)]
			for _, i := range here {
				parent[i], on[i] = n, false
			}
		}
		parts[n] = d.part(n, parent[n], n+1)
		for _, i := range here {
			parts[i] = d.part(i, n, n+1)
		}
	}
}

// last returns the first of the nodes here whose path to its root meets no other of them.
func last(here []int, on []bool, parent []int) int {
	for _, i := range here {
		v := parent[i]
		for v != Root && !on[v] {
			v = parent[v]
		}
		if v == Root {
			return i
		}
	}
	panic("spanning: the drawn parents form a cycle")
}

type drawer struct {
	*Sum
	rng    *rand.Rand
	weight []float64
}

// onward draws the parent of node n among the nodes before it.
func (d drawer) onward(n int) int {
	t := d.weights.T
	w := d.weight[:n+1]
	copy(w, d.b[n*t:n*t+n])
	w[n] = d.number(math.Inf(-1))
	if d.weights.Forest {
		w[n] = d.w[n]
	}
	if j := d.pick(w); j < n {
		return j
	}
	return Root
}

// part draws the node, from first on, at which the edge from i to its parent parts; −1 for none.
func (d drawer) part(i, parent, first int) int {
	t := d.weights.T
	w := d.weight[:t-first+1]
	for k := first; k < t; k++ {
		onward := d.w[k]
		if parent != Root {
			onward = d.b[k*t+parent]
		}
		if d.logs {
			w[k-first] = d.b[i*t+k] + onward - d.sigma[k]
		} else {
			w[k-first] = d.b[i*t+k] * onward / d.sigma[k]
		}
	}
	own := d.rootWeight(i)
	if parent != Root {
		own = d.edge(i, parent)
	}
	w[t-first] = d.number(own)
	if k := d.pick(w); k < t-first {
		return first + k
	}
	return -1
}

// pick draws an index with probability proportional to its weight, which it overwrites.
func (d drawer) pick(w []float64) int {
	if d.logs {
		total := logSum(w)
		for i, x := range w {
			w[i] = math.Exp(x - total)
		}
	}
	return categorical.Draw(w, d.rng)
}
