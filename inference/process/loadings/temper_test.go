package loadings

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// temperedStatistics are what the test compares: the number of factors, the mean log precision of the noise, the log
// rate of its prior, and ln|GGᵀ + Ψ|.
func temperedStatistics(s *State) []float64 {
	psi, g := s.Covariance()
	noise := 0.0
	for _, v := range psi {
		noise -= math.Log(v) / float64(len(psi))
	}
	v, _ := mat.LogDet(covarianceOf(psi, g, 1))
	return []float64{float64(s.k()), noise, math.Log(s.hyper.bPsi), v}
}

func covarianceOf(psi []float64, g *mat.Dense, power float64) *mat.Dense {
	out := mat.NewDense(len(psi), len(psi), nil)
	if g != nil {
		out.Mul(g, g.T())
		out.Scale(power, out)
	}
	for j, v := range psi {
		out.Set(j, j, out.At(j, j)+v)
	}
	return out
}

// At a power of the density of the cases, sweeps leave the tempered posterior, as weighted draws from the prior have
// it; with the prior of the noise that belongs to the whole density they do not.
func TestTemperedSweeps(t *testing.T) {
	const n, d, power = 6, 3, 0.4
	rng := rand.New(rand.NewPCG(4, 12))
	u := mat.NewDense(n, d, nil)
	for i := range n {
		f := rng.NormFloat64()
		for j := range d {
			u.Set(i, j, 1.5*f+0.6*rng.NormFloat64())
		}
	}
	// ∫ N(y; Gx, Ψ)^β N(x; 0, I) dx for all cases, less what does not depend on the state
	density := func(psi []float64, g *mat.Dense) float64 {
		s := covarianceOf(psi, g, power)
		logS, _ := mat.LogDet(s)
		var inverse, z mat.Dense
		if inverse.Inverse(s) != nil {
			return math.Inf(-1)
		}
		z.Mul(u, &inverse)
		sum := 0.0
		for i := range n {
			sum -= 0.5 * (logS + power*mat.Dot(z.RowView(i), u.RowView(i)))
			for _, v := range psi {
				sum += 0.5 * (1 - power) * math.Log(v)
			}
		}
		return sum
	}
	draws := 12_000
	var logs []float64
	var values [][]float64
	for range draws {
		s := NewOfCases(Nonparametric(), u, 1)
		s.Bound(1)
		s.DrawPrior(rng)
		logs, values = append(logs, density(s.Covariance())), append(values, temperedStatistics(s))
	}
	top := math.Inf(-1)
	for _, v := range logs {
		top = math.Max(top, v)
	}
	want, wantError := make([]float64, 4), make([]float64, 4)
	total := 0.0
	for i := range logs {
		logs[i] = math.Exp(logs[i] - top)
		total += logs[i]
		for q, v := range values[i] {
			want[q] += logs[i] * v
		}
	}
	for q := range want {
		want[q] /= total
		for i, w := range logs {
			wantError[q] += math.Pow(w/total*(values[i][q]-want[q]), 2)
		}
		wantError[q] = math.Sqrt(wantError[q])
	}
	sample := func(temper func(s *State)) (worst float64) {
		s := NewOfCases(Nonparametric(), u, 1)
		s.Bound(1)
		s.Begin(rng)
		temper(s)
		const batches, each = 40, 120
		mean, square := make([]float64, 4), make([]float64, 4)
		for b := range batches + 2 {
			batch := make([]float64, 4)
			for range each {
				s.Sweep(rng)
				for q, v := range temperedStatistics(s) {
					batch[q] += v / each
				}
			}
			for q := range batch {
				if b >= 2 {
					mean[q] += batch[q] / batches
					square[q] += batch[q] * batch[q] / batches
				}
			}
		}
		for q := range mean {
			z := (mean[q] - want[q]) / math.Sqrt(wantError[q]*wantError[q]+(square[q]-mean[q]*mean[q])/(batches-1))
			t.Logf("statistic %d: %.3f, wanted %.3f ± %.3f, %.1f standard errors off", q, mean[q], want[q], wantError[q], z)
			worst = math.Max(worst, math.Abs(z))
		}
		return worst
	}
	if z := sample(func(s *State) { s.Temper(power) }); !(z <= 4) {
		t.Errorf("tempered draws are %.1f standard errors off", z)
	}
	if z := sample(func(s *State) { // the noise as if it were that of the whole density
		s.Temper(power)
		s.cooled = 0
	}); z < 6 {
		t.Errorf("without the prior of tempered noise they are only %.1f off", z)
	}
}
