package viewstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Random returns a random binary tree and data of that size.
func Random(tb testing.TB, leaves, columns int) (*inference.Dataset, *tree.Tree) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	parent, log := make([]int, leaves, 2*leaves), make([]float64, leaves, 2*leaves)
	live := make([]int, leaves)
	data := &inference.Dataset{X: mat.NewDense(leaves, columns, nil), Centre: make([]float64, columns),
		Scale: make([]float64, columns)}
	for i := range leaves {
		live[i], log[i] = i, math.Inf(1)
		data.Rows = append(data.Rows, fmt.Sprintf("row %d", i))
	}
	for j := range columns {
		data.Columns = append(data.Columns, fmt.Sprintf("column %d", j))
		data.Scale[j] = 1
		for i := range leaves {
			data.X.Set(i, j, rng.NormFloat64())
		}
	}
	data.Preprocessing.Centre, data.Preprocessing.Scale = true, true
	for len(live) > 1 {
		v := len(parent)
		parent, log = append(parent, -1), append(log, 5*float64(len(live))/float64(leaves)+0.01)
		for range 2 {
			i := rng.IntN(len(live))
			parent[live[i]] = v
			live = slices.Delete(live, i, i+1)
		}
		live = append(live, v)
	}
	t, err := tree.New(data.Rows, parent, log)
	if err != nil {
		tb.Fatal(err)
	}
	return data, t
}
