package spanning

import (
	"fmt"
	"math"
)

// Weights are those of the edges and roots, as natural logarithms.
type Weights struct {
	T int // number of nodes, at least 1
	// Edge is T×T by child: Edge[u*T+v] is the log weight of v as the parent of u, −Inf where it
	// cannot be. The diagonal is not looked at.
	Edge []float64
	// Root holds the log weight of each node as a root, −Inf where it cannot be one.
	Root []float64
	// Forest allows any number of roots; otherwise there is exactly one.
	Forest bool
}

// check panics for shapes that do not agree, and for weights that are no weights.
func (w Weights) check() {
	if w.T < 1 || len(w.Edge) != w.T*w.T || len(w.Root) != w.T {
		panic(fmt.Sprintf("spanning: the weights of %d edges and %d roots do not fit %d nodes", len(w.Edge), len(w.Root), w.T))
	}
	for u := range w.T {
		for v, x := range w.Edge[u*w.T : (u+1)*w.T] {
			if u != v && !(x < math.Inf(1)) {
				panic(fmt.Sprintf("spanning: the log weight %v of node %d under node %d is not allowed", x, u, v))
			}
		}
		if x := w.Root[u]; !(x < math.Inf(1)) {
			panic(fmt.Sprintf("spanning: the log weight %v of node %d as a root is not allowed", x, u))
		}
	}
}

// Log returns the log weight of one tree or forest, given the parent of each node, −1 for a root.
func (w Weights) Log(parent []int) float64 {
	sum := 0.0
	for u, v := range parent {
		if v < 0 {
			sum += w.Root[u]
		} else {
			sum += w.Edge[u*w.T+v]
		}
	}
	return sum
}

// scales returns for each node what is taken out of its row, so that the largest weight of the
// row is 1, and what is then taken out of all roots. Every tree takes one entry of each row, and a
// tree that has one root takes one root.
func (w Weights) scales() (row []float64, root float64) {
	row = make([]float64, w.T)
	for u := range row {
		most := math.Inf(-1)
		for v, x := range w.Edge[u*w.T : (u+1)*w.T] {
			if v != u {
				most = max(most, x)
			}
		}
		if w.Forest || math.IsInf(most, -1) {
			most = max(most, w.Root[u])
		}
		if !math.IsInf(most, -1) {
			row[u] = most
		}
	}
	if w.Forest {
		return row, 0
	}
	root = math.Inf(-1)
	for u, x := range w.Root {
		root = max(root, x-row[u])
	}
	if math.IsInf(root, -1) {
		root = 0
	}
	return row, root
}
