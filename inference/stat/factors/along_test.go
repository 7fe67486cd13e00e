package factors

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// Components that are eigenvectors explain the shares of their eigenvalues, whatever the noise and however the
// activities are shrunk; sparse ones explain the squares of the data's projections, counted once.
func TestSharesAlongFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, d = 50, 4
	x, turn := mat.NewDense(n, d, nil), mat.NewDense(d, d, nil)
	turn.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, turn)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	x.Mul(x, turn)
	offset := make([]float64, d)
	for j := range d {
		offset[j] = mat.Sum(x.ColView(j)) / n
	}
	cov := mat.NewSymDense(d, nil)
	for i := range n {
		for a := range d {
			for b := a; b < d; b++ {
				cov.SetSym(a, b, cov.At(a, b)+(x.At(i, a)-offset[a])*(x.At(i, b)-offset[b])/n)
			}
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(cov, true)
	values := eigen.Values(nil) // ascending
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	whole := mat.Trace(cov)
	loadings := mat.NewDense(d, 2, nil)
	for i := range d {
		loadings.Set(i, 0, 0.7*vectors.At(i, 2)) // the weaker one first
		loadings.Set(i, 1, 0.9*vectors.At(i, 3))
	}
	noise := []float64{0.3, 0.3, 0.3, 0.3}
	estimate := func(g *mat.Dense, data *inference.Dataset) *Summary {
		_, k := g.Dims()
		f := &factor.State{IDs: inference.UpTo(k), Loadings: g, Activities: mat.NewDense(n, k, nil), Offset: offset,
			Noise: noise}
		s, err := Summarise(context.Background(), data,
			&inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := estimate(loadings, &inference.Dataset{X: x})
	for j, want := range []float64{values[3] / whole, values[2] / whole} {
		if !(math.Abs(s.Explained[j].Mean-want) <= 1e-12) {
			t.Errorf("component %d explains %v, its eigenvalue is %v of all", j+1, s.Explained[j].Mean, want)
		}
	}
	if want := (values[0] + values[1]) / whole; !(math.Abs(s.Noise.Mean-want) <= 1e-12) {
		t.Errorf("noise %v, want %v", s.Noise.Mean, want)
	}
	// (2, 0, 0, 0) and (1, 1, 0, 0) span the first two columns: the longer counts column 1, the other column 2 alone.
	s = estimate(mat.NewDense(d, 2, []float64{2, 1, 0, 1, 0, 0, 0, 0}), &inference.Dataset{X: x})
	first, second := cov.At(0, 0)/whole, cov.At(1, 1)/whole
	if !(math.Abs(s.Explained[0].Mean+s.Explained[1].Mean-first-second) <= 1e-12) ||
		!(math.Abs(max(first, second)-s.Explained[0].Mean) <= 1e-12) {
		t.Errorf("oblique components explain %v and %v, want %v and %v", s.Explained[0].Mean, s.Explained[1].Mean, first,
			second)
	}
	// With a gap the variance is that of the model: of (2, 0, 0, 0) and (1, 1, 0, 0), trace 6 + 4·0.3; along the
	// first axis 4 + 1 + 0.3, along the second 1 + 0.3.
	gap := mat.DenseCopyOf(x)
	gap.Set(3, 2, math.NaN())
	s = estimate(mat.NewDense(d, 2, []float64{2, 1, 0, 1, 0, 0, 0, 0}), &inference.Dataset{X: gap})
	if !(math.Abs(s.Explained[0].Mean-5.3/7.2) <= 1e-12) || !(math.Abs(s.Explained[1].Mean-1.3/7.2) <= 1e-12) {
		t.Errorf("with a gap %v and %v", s.Explained[0].Mean, s.Explained[1].Mean)
	}
}
