package predict

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// The mixture that the density view shows is the predictive density of the model, along
// one column and along two, with cells missing and branch points of several children.
func TestDiffusionPredictsAsTheModelDoes(t *testing.T) {
	for _, d := range []int{1, 2} {
		rng := rand.New(rand.NewPCG(11, uint64(d)))
		names := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
		h := hyper.Hyper{Prior: pitmanyor.NewPrior(1.3, 0.2, len(names)), C: 0.9, Sigma2: 1.4, Noise: 0.15}
		tr := h.Prior.Sample(h.C, names, rng)
		x := covary.SampleLocations(tr, d, h.Sigma2, h.Noise, rng)
		x.Set(3, 0, math.NaN())
		p := problem.New(x)
		s := posterior.NewState(p, hyper.New(p, h.Sigma2, h.C, 1.3, 0.2, h.Noise, true, true, true, true, true))
		s.Adopt(tr)
		s.Recompute()
		model := NewPredictor(s)

		directions := [][]float64{{1}}
		if d == 2 {
			directions = [][]float64{{1, 0}, {0, 1}}
		}
		m := diffusion.New(tr, x, nil, diffusion.Parameters{Sigma2: 1.4, Noise: 0.15, C: 0.9, Theta: 1.3, Alpha: 0.2},
			directions...).Predictive()
		for range 20 {
			y := mat.NewDense(1, d, nil)
			for j := range d {
				y.Set(0, j, 3*rng.NormFloat64())
			}
			want := model.LogDensity(p.Sorted(y), nil)
			got := m.LogDensity(y.At(0, 0), y.At(0, d-1))
			if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
				t.Errorf("%d columns: log density %.12g, the model says %.12g", d, got, want)
			}
		}
		// Of two columns the model leaves one out: the projection does the same.
		if d == 2 {
			one := diffusion.New(tr, x, nil, diffusion.Parameters{Sigma2: 1.4, Noise: 0.15, C: 0.9, Theta: 1.3, Alpha: 0.2},
				directions[1]).Predictive()
			y := mat.NewDense(1, 2, []float64{0, 0.7})
			observed := make([]bool, 2)
			for k, column := range p.Columns {
				observed[k] = column == 1
			}
			if got, want := one.LogDensity(0.7, 0), model.LogDensity(p.Sorted(y), observed); !(math.Abs(got-want) <= 1e-9) {
				t.Errorf("margin: log density %.12g, the model says %.12g", got, want)
			}
		}
	}
}
