package shrinkage

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestDensities(t *testing.T) {
	for _, g := range []float64{0.01, 0.3, 1, 4} {
		near(t, "Laplace", Laplace(1.5).Density(g), math.Exp(-g*math.Sqrt2/1.5)*math.Sqrt2/1.5/2, 1e-8)
		for _, nu := range []float64{0.5, 1, 7} {
			near(t, "Student-t", StudentT(2, nu).Density(g), distuv.StudentsT{Sigma: 2, Nu: nu}.Prob(g), 1e-6)
			near(t, "Student-t within", StudentT(2, nu).Within(g), 2*distuv.StudentsT{Sigma: 2, Nu: nu}.CDF(g)-1, 1e-6)
		}
		// The bounds of Carvalho, Polson and Scott (2009), theorem 1, for scale 1.
		k := 1 / math.Sqrt(2*math.Pi*math.Pi*math.Pi)
		if d := Horseshoe(1).Density(g); d < k/2*math.Log(1+4/(g*g)) || d > k*math.Log(1+2/(g*g)) {
			t.Errorf("the horseshoe is %v at %v, outside its bounds", d, g)
		}
	}
}

// The posterior is prior times likelihood, by plain quadrature over g.
func TestPosteriors(t *testing.T) {
	for _, p := range []Prior{Normal(1.3), Laplace(1.3), StudentT(1.3, 3), SpikeAndSlab(1.3, 0.3), StudentT(1, 1)} {
		for _, y := range []float64{0, 0.7, 3} {
			const variance, h = 0.6, 0.01
			evidence, mean, square := p.Spike()*normal(y, variance), 0.0, 0.0
			for g := -14 + h/2; g < 14; g += h {
				w := h * p.Density(g) * normal(y-g, variance)
				evidence += w
				mean += w * g
				square += w * g * g
			}
			q := p.Posterior(y, variance)
			near(t, p.Name+": evidence", q.Evidence, evidence, 1e-5)
			near(t, p.Name+": mean", q.Mean, mean/evidence, 1e-5)
			near(t, p.Name+": deviation", q.Deviation, math.Sqrt(square/evidence-mean*mean/(evidence*evidence)), 1e-5)
			near(t, p.Name+": zero", q.Zero, p.Spike()*normal(y, variance)/evidence, 1e-5)
			near(t, p.Name+": density", q.Density(0.4), p.Density(0.4)*normal(y-0.4, variance)/evidence, 1e-5)
		}
	}
	for _, y := range []float64{-2, 0, 0.5, 6} {
		for _, v := range []float64{0.01, 1, 9} {
			near(t, "Laplace mean", Laplace(0.8).Posterior(y, v).Mean, LaplaceMean(y, v, 0.8), 1e-8)
			near(t, "normal mean", Normal(0.8).Posterior(y, v).Mean, NormalMean(y, v, 0.8), 1e-12)
			near(t, "spike-and-slab mean", SpikeAndSlab(0.8, 0.2).Posterior(y, v).Mean, SpikeAndSlabMean(y, v, 0.8, 0.2), 1e-12)
		}
	}
}

func TestDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range []Prior{Normal(2), Laplace(2), StudentT(2, 1.5), Horseshoe(2), SpikeAndSlab(2, 0.4)} {
		const n = 8000
		for _, x := range []float64{0.1, 1, 5} {
			in, above, below := 0, 0, 0
			for range n {
				g := p.Draw(rng)
				if math.Abs(g) <= x {
					in++
				}
				if g > 0 {
					above++
				} else if g < 0 {
					below++
				}
			}
			near(t, p.Name+", draws above 0", float64(above)/float64(above+below), 0.5, 4.5*0.5/math.Sqrt(float64(above+below)))
			want := p.Within(x)
			near(t, p.Name, float64(in)/n, want, 4.5*math.Sqrt(want*(1-want)/n)+1e-9)
		}
	}
}
