package gap

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

// Groups that lie farther apart have deeper gaps, one cloud has none, and units do not matter.
func TestDepth(t *testing.T) {
	last := 0.0
	for _, apart := range []float64{0, 5, 8, 20} {
		rng := rand.New(rand.NewPCG(3, 9))
		x := mat.NewDense(90, 3, nil)
		for i := range 90 {
			for j := range 3 {
				x.Set(i, j, rng.NormFloat64())
			}
			x.Set(i, 0, x.At(i, 0)+apart*float64(i%2))
		}
		tree := linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, 90))
		depth := Depth(tree, x.RawRowView)
		if number := NumberOf(tree, x.RawRowView).Groups; (depth > 0) != (number > 1) || (depth > 0) != (apart > 0) {
			t.Errorf("%g apart: depth %g with %d groups", apart, depth, number)
		}
		if apart > 0 && !(depth > last) {
			t.Errorf("%g apart: depth %g, nearer ones %g", apart, depth, last)
		}
		last = depth
		x.Scale(1000, x)
		if d := Depth(tree, x.RawRowView); !(math.Abs(d-depth) <= 1e-9) {
			t.Errorf("%g apart: depth %g in other units, not %g", apart, d, depth)
		}
	}
	if d := Depth(linkage.Tree(linkage.Cluster(mat.NewDense(5, 1, nil), linkage.Ward), make([]string, 5)),
		mat.NewDense(5, 1, nil).RawRowView); d != 0 {
		t.Errorf("five equal rows: %g", d)
	}
}
