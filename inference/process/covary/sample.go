package covary

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// SampleLocations draws Brownian locations down the tree and returns those of the
// leaves, n×d, with observation noise of the given variance added.
func SampleLocations(t *tree.Tree, d int, sigma2, noise float64, rng *rand.Rand) *mat.Dense {
	locations := make([][]float64, t.Nodes())
	x := mat.NewDense(t.Leaves(), d, nil)
	stack := []int{t.Top}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		above, rem := make([]float64, d), 1.0
		if p := t.Parent[v]; p >= 0 {
			above, rem = locations[p], math.Exp(-t.LogTime[p])
		}
		sd := math.Sqrt(sigma2 * (rem - math.Exp(-t.LogTime[v])))
		at := make([]float64, d)
		for j := range at {
			at[j] = above[j] + sd*rng.NormFloat64()
		}
		locations[v] = at
		if t.IsLeaf(v) {
			for j := range at {
				x.Set(v, j, at[j]+math.Sqrt(noise)*rng.NormFloat64())
			}
		}
		stack = append(stack, t.Children[v]...)
	}
	return x
}

// Sample draws a table on a tree whose columns have the covariance Σ, the noise a share of it.
// Activities are those of the columns of Λ in the rows; nil if there are none.
func Sample(t *tree.Tree, sigma *Sigma, noise float64, rng *rand.Rand) (x, activities *mat.Dense) {
	x = SampleLocations(t, sigma.Columns(), 1, noise, rng)
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] *= math.Sqrt(sigma.Psi[j])
		}
	}
	if k := sigma.Rank(); k > 0 {
		activities = SampleLocations(t, k, 1, noise, rng)
		var explained mat.Dense
		explained.Mul(activities, sigma.Lambda.T())
		x.Add(x, &explained)
	}
	return x, activities
}
