package observation

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// The nodes and weights are gonum's, to the last bit.
func TestNodes(t *testing.T) {
	x, w := make([]float64, 20), make([]float64, 20)
	quad.Legendre{}.FixedLocations(x, w, 0, 1)
	for i, n := range legendre {
		if n != (node{x[i], w[i]}) {
			t.Errorf("node %d of Legendre's %d is %v, want %v, %v", i, len(legendre), n, x[i], w[i])
		}
	}
	for _, half := range [][]node{hermite20, hermite32} {
		at, log := hermite(half)
		x, w := make([]float64, len(at)), make([]float64, len(at))
		quad.Hermite{}.FixedLocations(x, w, math.Inf(-1), math.Inf(1))
		for i := range x {
			if at[i] != math.Sqrt2*x[i] || log[i] != math.Log(w[i])+x[i]*x[i]+0.5*math.Ln2 {
				t.Errorf("node %d of Hermite's %d is %v, %v, want %v, %v", i, len(at), at[i], log[i], x[i], w[i])
			}
		}
	}
	if len(legendre) != 20 || len(hermite20) != 10 || len(hermite32) != 16 {
		t.Errorf("%d, %d and %d nodes", len(legendre), len(hermite20), len(hermite32))
	}
}
