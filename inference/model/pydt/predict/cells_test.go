package predict_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// sharedTimes returns the shared times of the leaves, with noise on the diagonal.
func sharedTimes(t *tree.Tree, noise float64) *mat.SymDense {
	k := mat.NewSymDense(t.Leaves(), nil)
	for i := range t.Leaves() {
		for j := i; j < t.Leaves(); j++ {
			k.SetSym(i, j, t.SharedTime(i, j))
		}
		k.SetSym(i, i, 1+noise)
	}
	return k
}

// conditionalOf returns the mean and variance of element i of a normal vector of mean 0, given the
// elements of y that are not NaN.
func conditionalOf(t *testing.T, y []float64, i int, covariance mat.Symmetric) (mean, variance float64) {
	t.Helper()
	var seen []int
	for j, v := range y {
		if !math.IsNaN(v) {
			seen = append(seen, j)
		}
	}
	c, across, values := mat.NewSymDense(len(seen), nil), mat.NewVecDense(len(seen), nil), mat.NewVecDense(len(seen), nil)
	for a, j := range seen {
		for b, k := range seen[:a+1] {
			c.SetSym(a, b, covariance.At(j, k))
		}
		across.SetVec(a, covariance.At(i, j))
		values.SetVec(a, y[j])
	}
	var weights mat.VecDense
	if err := weights.SolveVec(c, across); err != nil {
		t.Fatal(err)
	}
	return mat.Dot(&weights, values), covariance.At(i, i) - mat.Dot(&weights, across)
}

// Missing cells of independent columns have the distribution that the dense normal gives them.
func TestCellsOfATree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 47))
	for range 5 {
		s, p := pydttest.RandomState(rng, 9, 3, 0.3, 0.2)
		x := mat.NewDense(9, 3, nil)
		var cells []inference.Cell
		var values []float64
		for j, column := range p.Columns {
			for i := range 9 {
				x.Set(i, column, p.X[i*3+j])
				for _, c := range p.Classes {
					if j >= c.Low && j < c.High && c.Observed != nil && !c.Observed[i] {
						x.Set(i, column, math.NaN())
						cells, values = append(cells, inference.Cell{Row: i, Column: column}), append(values, rng.NormFloat64())
					}
				}
			}
		}
		if len(cells) == 0 {
			t.Fatal("no cell is missing")
		}
		s.Recompute()
		s.Cavities()
		out := cellwise.NewMixture(len(cells))
		predict.LogCells(s, p, cells, values, 0, out)
		density, mean := out.Values()
		k := sharedTimes(s.Capture().Publish(pydttest.RowNames(9)), s.Hyper.Noise/s.Hyper.Sigma2)
		k.ScaleSym(s.Hyper.Sigma2, k)
		for i, at := range cells {
			m, v := conditionalOf(t, mat.Col(nil, at.Column, x), at.Row, k)
			pydttest.Close(t, "mean", mean[i], m, 1e-8)
			pydttest.Close(t, "log density", density[i], -0.5*(math.Log(2*math.Pi*v)+(values[i]-m)*(values[i]-m)/v), 1e-8)
		}
	}
}
