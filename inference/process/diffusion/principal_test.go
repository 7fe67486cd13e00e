package diffusion

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
)

// Principal components are the singular vectors, also where the subspace is small.
func TestPrincipal(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range [][2]int{{30, 4}, {5, 40}, {80, 60}} {
		n, d := size[0], size[1]
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, rng.NormFloat64()*math.Pow(1.5, -float64(j%12))+3)
			}
		}
		directions, shares := Principal(x, 3)
		c := mat.DenseCopyOf(x)
		vector.Centre(c)
		var svd mat.SVD
		svd.Factorize(c, mat.SVDThin)
		var v mat.Dense
		svd.VTo(&v)
		values, total := svd.Values(nil), 0.0
		for _, s := range values {
			total += s * s
		}
		for k, direction := range directions {
			dot := 0.0
			for j := range d {
				dot += direction[j] * v.At(j, k)
			}
			inferencetest.Close(t, fmt.Sprintf("%v: component %d along the singular vector", size, k), math.Abs(dot), 1, 1e-6)
			inferencetest.Close(t, "share", shares[k], values[k]*values[k]/total, 1e-6)
		}
		if len(directions) != 3 {
			t.Errorf("%d components", len(directions))
		}
	}
	if directions, _ := Principal(mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2}), 2); directions != nil {
		t.Error("equal rows have principal components")
	}
}
