package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The correlation of two columns is shrunk by Var(r)/r², where r is the mean of n products and Var(r) their variance
// over n (Schäfer and Strimmer 2005).
func TestShrinkageOfOneCorrelation(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	const n = 9
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		a := rng.NormFloat64()
		x.SetRow(i, []float64{a, a + rng.NormFloat64()})
	}
	var columns [2][]float64
	var mean, v [2]float64
	for j := range 2 {
		columns[j] = mat.Col(nil, j, x)
		mean[j] = stat.Mean(columns[j], nil)
		v[j] = stat.PopVariance(columns[j], nil)
	}
	products := make([]float64, n)
	for i := range products {
		products[i] = (columns[0][i] - mean[0]) * (columns[1][i] - mean[1]) / math.Sqrt(v[0]*v[1])
	}
	r, variance := stat.MeanVariance(products, nil)
	want := (1 - variance/n/(r*r)) * r * math.Sqrt(v[0]*v[1])
	got := shrunk(x, mean[:], v[:])
	if !(math.Abs(got[1]-want) <= 1e-12) || got[1] != got[2] || !(math.Abs(got[0]-v[0]) <= 1e-12) {
		t.Errorf("covariance %v, want %v beside %v", got, want, v)
	}
}
