package outtree

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The regression begins at the identity, with the covariance (V₀⁻¹ + Σ zzᵀ)⁻¹ of every row as a parent once.
func TestRegressionBegins(t *testing.T) {
	f := newFit(five, priorOf(five), true, 2)
	r := f.part.(*regression)
	precision := mat.NewDense(3, 3, nil)
	for k := range 3 {
		precision.Set(k, k, 1/f.prior.slope)
	}
	for v := range 5 {
		z := []float64{five.At(v, 0), five.At(v, 1), 1}
		for k := range 3 {
			for l := range 3 {
				precision.Set(k, l, precision.At(k, l)+z[k]*z[l])
			}
		}
	}
	var v mat.Dense
	if err := v.Inverse(precision); err != nil {
		t.Fatal(err)
	}
	for k := range 3 {
		for l := range 3 {
			inferencetest.Near(t, "V", r.v.At(k, l), v.At(k, l), 1e-12)
		}
		for j := range 2 {
			want := 0.0
			if k == j {
				want = 1
			}
			inferencetest.Near(t, "m", r.m.At(k, j), want, 0)
		}
	}
	inferencetest.Near(t, "τ", r.a/r.b[1], 2, 1e-12)
}

// The density of a new row is the mean over its parents of a product of Student's t by column, with a column left out
// where its cell is missing.
func TestRegressionPredicts(t *testing.T) {
	x := clumps(30, 2, 0, rand.New(rand.NewPCG(3, 41)))
	f := inBlocks(x, priorOf(x), true, 1)
	run(t, f)
	r := f.part.(*regression)
	rows := mat.NewDense(2, 2, []float64{0.3, -1, 2, math.NaN()})
	got, err := f.LogDensity(context.Background(), rows)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		sum := 0.0
		for v := range 30 {
			z := mat.NewVecDense(3, []float64{x.At(v, 0), x.At(v, 1), 1})
			p := 1.0
			for j := range 2 {
				if c := rows.At(i, j); !math.IsNaN(c) {
					wide := r.b[j] / r.a * (1 + mat.Inner(z, r.v, z))
					p *= distuv.StudentsT{Mu: mat.Dot(r.m.ColView(j), z), Sigma: math.Sqrt(wide), Nu: 2 * r.a}.Prob(c)
				}
			}
			sum += p / 30
		}
		inferencetest.Near(t, "density", got[i], math.Log(sum), 1e-10)
	}
}
