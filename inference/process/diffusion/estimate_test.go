package diffusion

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Estimate finds the σ² and noise of highest likelihood: the evidence of the dense
// Gaussian falls on all sides of it.
func TestEstimate(t *testing.T) {
	tr := small(t)
	rng := rand.New(rand.NewPCG(5, 6))
	const columns = 40
	x := mat.NewDense(6, columns, nil)
	for j := range columns {
		at := make([]float64, tr.Nodes())
		for _, v := range tr.PreOrder() {
			from := 0.0
			if p := tr.Parent[v]; p >= 0 {
				from = at[p]
			}
			at[v] = from + math.Sqrt(2.5*tr.Length(v))*rng.NormFloat64()
			if tr.IsLeaf(v) {
				x.Set(v, j, at[v]+math.Sqrt(0.2)*rng.NormFloat64())
			}
		}
	}
	x.Set(2, 5, math.NaN())
	x.Set(0, 0, math.NaN())
	likelihood := func(sigma2, noise float64) float64 {
		sum := 0.0
		for j := range columns {
			var seen []int
			for i := range 6 {
				if !math.IsNaN(x.At(i, j)) {
					seen = append(seen, i)
				}
			}
			k, y := mat.NewSymDense(len(seen), nil), mat.NewVecDense(len(seen), nil)
			for a, i := range seen {
				y.SetVec(a, x.At(i, j))
				for b, l := range seen {
					v := sigma2 * tr.Time(tr.CommonAncestor(i, l))
					if a == b {
						v += noise
					}
					k.SetSym(a, b, v)
				}
			}
			var chol mat.Cholesky
			chol.Factorize(k)
			var s mat.VecDense
			chol.SolveVecTo(&s, y)
			sum -= 0.5 * (chol.LogDet() + mat.Dot(y, &s))
		}
		return sum
	}
	p := Estimate(tr, x)
	best := likelihood(p.Sigma2, p.Noise)
	for _, f := range []float64{0.99, 1.01} {
		if l := likelihood(p.Sigma2*f, p.Noise); l >= best {
			t.Errorf("σ² × %g is likelier by %g", f, l-best)
		}
		if l := likelihood(p.Sigma2, p.Noise*f); l >= best {
			t.Errorf("noise × %g is likelier by %g", f, l-best)
		}
	}
	if p.Sigma2 < 1.5 || p.Sigma2 > 4 || p.Noise < 0.02 || p.Noise > 0.6 {
		t.Errorf("estimates %+v for σ² 2.5 and noise 0.2", p)
	}
}
