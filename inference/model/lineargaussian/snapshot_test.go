package lineargaussian

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// Two draws by hand: what they say of cells, of the features, and of the parameters.
func TestDrawsByHand(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 7})
	c := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), nil).(*sampler)
	draws := []*draw{
		{Iteration: 1, IDs: []int{4, 9}, Owners: [][]int32{{0, 2}, {1}}, Values: [][]float32{{1, -0.5}, {2, 0.25}},
			Base: []float32{0.5, 3}, Alpha: 0.5, Noise: 0.3, Variance: 2},
		{Iteration: 2, Base: []float32{-1, 2}, Alpha: 2, Noise: 1.2, Variance: 1},
	}
	for _, d := range draws {
		d.share(3)
	}
	c.iteration, c.kept.all, c.now = 2, draws, draws[0]
	cells := []inference.Cell{{Row: 2, Column: 1}, {Row: 1, Column: 0}}
	values := []float64{2.2, 0.7}
	logs, means, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	normal := func(x, mean, variance float64) float64 {
		return math.Exp(-(x-mean)*(x-mean)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
	}
	for i, m := range [][2]float64{{3 - 0.5, 2}, {0.5 + 2, -1}} {
		inferencetest.Close(t, "mean", means[i], (m[0]+m[1])/2, 1e-6)
		inferencetest.Close(t, "log density", logs[i], math.Log((normal(values[i], m[0], 0.3)+normal(values[i], m[1],
			1.2))/2), 1e-6)
	}
	s := c.Snapshot()
	for _, q := range s.Scalars {
		want := map[string][2]float64{"features": {2, 0}, "alpha": {0.5, 2}, "noise": {0.3, 1.2},
			"feature_variance": {2, 1}}[q.Name]
		inferencetest.Close(t, q.Name, q.Mean, (want[0]+want[1])/2, 1e-12)
		inferencetest.Close(t, q.Name+", deviation", q.StandardDeviation, math.Abs(want[0]-want[1])/2, 1e-9)
	}
	f := draws[0].full(3, 2)
	for k, rows := range [][]float64{{1, 0, 1}, {0, 1, 0}} {
		for i, want := range rows {
			if f.Activities.At(i, k) != want || f.Loadings.At(0, k) != float64(draws[0].Values[k][0]) {
				t.Errorf("feature %d of row %d is %v", k, i, f.Activities.At(i, k))
			}
		}
	}
	if f.Offset[1] != 3 || f.Noise[0] != 0.3 || f.IDs[1] != 9 {
		t.Errorf("%+v", f)
	}
	// The feature of two of three rows becomes that of the third, its values move to the base, and all sums stay.
	k := draws[0].canonical(3)
	k.share(3)
	if len(k.Owners[0]) != 1 || k.Owners[0][0] != 1 || len(k.Owners[1]) != 1 {
		t.Errorf("owners %v", k.Owners)
	}
	for i := range 3 {
		for j := range 2 {
			sum := func(d *draw) float64 {
				v := d.Base[j]
				for f, a := range d.factors.Activities {
					v += a[i] * d.Values[f][j]
				}
				return float64(v)
			}
			inferencetest.Close(t, "sum", sum(k), sum(draws[0]), 1e-6)
		}
	}
	if got, want := draws[0].bytes(3), 2*(4*2+8*3); got != want {
		t.Errorf("a draw takes %d bytes, want %d", got, want)
	}
}
