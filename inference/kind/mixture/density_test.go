package mixture_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/mixture"

	"gonum.org/v1/gonum/mat"
)

// The density of a component is that of its covariance written out, also over the columns
// that a row has.
func TestMixtureLogJoint(t *testing.T) {
	c := mixture.Component{Weight: 0.3, Mean: []float64{1, -2, 0.5},
		Loadings: mat.NewDense(3, 2, []float64{1, 0.2, -0.4, 2, 0.7, -1})}
	m := &mixture.Mixture{Components: []mixture.Component{c,
		{Weight: 0.7, Mean: make([]float64, 3), Noise: []float64{2, 3, 4}}}, Noise: []float64{0.5, 0.2, 1.5}}
	x := mat.NewDense(2, 3, []float64{0.3, 1, -1, 0.3, math.NaN(), -1})
	got := m.LogJoint(x)
	for i, columns := range [][]int{{0, 1, 2}, {0, 2}} {
		for s, k := range m.Components {
			all := k.Covariance(m.NoiseOf(k))
			part, d := mat.NewSymDense(len(columns), nil), mat.NewVecDense(len(columns), nil)
			for a, p := range columns {
				d.SetVec(a, x.At(i, p)-k.Mean[p])
				for b, q := range columns[:a+1] {
					part.SetSym(a, b, all.At(p, q))
				}
			}
			var chol mat.Cholesky
			chol.Factorize(part)
			var z mat.VecDense
			if err := chol.SolveVecTo(&z, d); err != nil {
				t.Fatal(err)
			}
			want := math.Log(k.Weight) - 0.5*(mat.Dot(d, &z)+chol.LogDet()+float64(len(columns))*math.Log(2*math.Pi))
			if !(math.Abs(got.At(i, s)-want) <= 1e-12) {
				t.Errorf("row %d, component %d: %v, want %v", i, s, got.At(i, s), want)
			}
		}
	}
}
