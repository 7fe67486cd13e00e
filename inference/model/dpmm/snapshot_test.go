package dpmm

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// What a snapshot says of draws, by hand: means and deviations of the parameters, the share of draws that have two
// rows together, and the draw nearest to it. The density of a new row is the mean over the draws of the restaurant's.
func TestSnapshotOfDraws(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0.3, 1, 0.5, -1, 2, 3, 2.5, 3.5})
	c := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x),
		map[string]string{"covariance": "diagonal"}).(*sampler)
	c.iteration, c.draws.Draws = 3, []*draw{
		{Iteration: 1, LogJoint: 5, Z: []int{0, 0, 0, 0}, Alpha: 0.5, Scale: 1, Kappa: 2},
		{Iteration: 2, LogJoint: -1, Z: []int{0, 0, 1, 1}, Alpha: 1.5, Scale: 0.5, Kappa: 1},
		{Iteration: 3, LogJoint: -2, Z: []int{0, 0, 1, 2}, Alpha: 4, Scale: 2, Kappa: 0.25},
	}
	s := c.Snapshot()
	for _, q := range s.Scalars {
		want := map[string][]float64{"clusters": {1, 2, 3}, "concentration": {0.5, 1.5, 4}, "scale": {1, 0.5, 2},
			"kappa": {2, 1, 0.25}}[q.Name]
		mean, square := 0.0, 0.0
		for _, v := range want {
			mean += v / 3
		}
		for _, v := range want {
			square += (v - mean) * (v - mean) / 3
		}
		inferencetest.Close(t, q.Name, q.Mean, mean, 1e-12)
		inferencetest.Close(t, q.Name+", deviation", q.StandardDeviation, math.Sqrt(square), 1e-9)
	}
	p := partition.Of(s)
	for i := range 4 {
		for j := range 4 {
			want := 1.0
			switch {
			case i/2 != j/2:
				want = 1.0 / 3
			case i != j && i/2 == 1:
				want = 2.0 / 3
			}
			inferencetest.Close(t, "together", p.Together.At(i, j), want, 1e-12)
		}
	}
	for i, want := range []int{0, 0, 1, 1} { // Σ(1 − 2p) of the pairs together is −1 + 4·⅓ − ⅓, −1 − ⅓ and −1
		if p.Labels[i] != want {
			t.Errorf("labels %v", p.Labels)
		}
	}

	row := []float64{1, 0.7}
	got, err := c.LogDensity(context.Background(), mat.NewDense(1, 2, row))
	if err != nil {
		t.Fatal(err)
	}
	mean, v, _ := conjugate.Moments(x)
	sum := 0.0
	for _, k := range c.draws.Draws {
		prior := conjugate.NewDiagonalPrior(mean, v, k.Kappa, c.settings.Real("freedom"), k.Scale)
		density := k.Alpha * math.Exp(conjugate.NewDiagonal(prior).LogPredictive(row))
		for _, m := range labels.Members(k.Z) {
			cluster := conjugate.NewDiagonal(prior)
			for _, i := range m {
				cluster.Add(x.RawRowView(i))
			}
			density += float64(len(m)) * math.Exp(cluster.LogPredictive(row))
		}
		sum += density / (4 + k.Alpha) / 3
	}
	inferencetest.Close(t, "density of a new row", got[0], math.Log(sum), 1e-10)
}
