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
	// Parents, where Edge is nil, writes the log weights of the given parents of u; of all T where parents is nil. It
	// saves the memory of Edge, and must return the same numbers each time.
	Parents func(u int, parents []int, to []float64)
	// Root holds the log weight of each node as a root, −Inf where it cannot be one.
	Root []float64
	// Forest allows any number of roots; otherwise there is exactly one.
	Forest bool
}

// check panics for shapes that do not agree, and for weights that are no weights.
func (w Weights) check() {
	if w.T < 1 || w.Parents == nil && len(w.Edge) != w.T*w.T || len(w.Root) != w.T {
		panic(fmt.Sprintf("spanning: %d edges and %d roots of %d nodes", len(w.Edge), len(w.Root), w.T))
	}
	for u, x := range w.Root {
		if !(x < math.Inf(1)) {
			panic(fmt.Sprintf("spanning: the log weight %v of node %d as a root", x, u))
		}
	}
}

// parents returns the log weights of all parents of u, in line where they must be made.
func (w Weights) parents(u int, line []float64) []float64 {
	if w.Parents == nil {
		line = w.Edge[u*w.T : (u+1)*w.T]
	} else {
		w.Parents(u, nil, line)
	}
	for v, x := range line {
		if u != v && !(x < math.Inf(1)) {
			panic(fmt.Sprintf("spanning: the log weight %v of node %d under node %d", x, u, v))
		}
	}
	return line
}

// A lookup asks for one weight at a time, without memory of its own for each.
type lookup struct {
	parent [1]int
	log    [1]float64
}

// at returns the log weight of v as the parent of u.
func (w Weights) at(u, v int, one *lookup) float64 {
	if w.Parents == nil {
		return w.Edge[u*w.T+v]
	}
	one.parent[0] = v
	w.Parents(u, one.parent[:], one.log[:])
	return one.log[0]
}

// Log returns the log weight of one tree or forest, given the parent of each node, −1 for a root.
func (w Weights) Log(parent []int) float64 {
	sum, one := 0.0, new(lookup)
	for u, v := range parent {
		if v < 0 {
			sum += w.Root[u]
		} else {
			sum += w.at(u, v, one)
		}
	}
	return sum
}
