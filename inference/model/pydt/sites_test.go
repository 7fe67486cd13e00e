package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// binaryProblem returns the problem of a table of zeros and ones.
func binaryProblem(x *mat.Dense) *posterior.Problem {
	p := posterior.NewProblem(x)
	p.TakeSigns()
	p.SeparateColumns()
	return p
}

// binaryState builds a random tree over random zeros and ones, with its sites settled.
func binaryState(rng *rand.Rand, n, d int, missing, sigma2 float64) (*posterior.State, *posterior.Problem) {
	x := pydttest.RandomData(rng, n, d, missing)
	x.Apply(func(_, _ int, v float64) float64 {
		switch {
		case math.IsNaN(v):
			return v
		case v > 0:
			return 1
		}
		return 0
	}, x)
	p := binaryProblem(x)
	s := posterior.NewState(p, posterior.NewHyper(p, sigma2, 0.8, 1, 0.3, 1, true, true, true, true, true))
	order := rng.Perm(n)
	s.Begin(int32(order[0]), int32(order[1]))
	for _, v := range order[2:] {
		pydttest.AttachAtRandom(s, rng, int32(v))
	}
	s.Recompute()
	return s, p
}

// orthant is the exact log probability of the signs of two or three latent numbers:
// P = 1/4 + asin ρ/2π and P = 1/8 + Σ asin ρ/4π, a sign turning ρ over.
func orthant(s *posterior.State, column int) float64 {
	shared := pydttest.SharedTimesOf(s)
	angle := 0.0
	for i := range s.N {
		for j := range i {
			y := s.Sites.Sign[i*s.D+column] * s.Sites.Sign[j*s.D+column]
			angle += math.Asin(y * s.Hyper.Sigma2 * shared.At(i, j) / (s.Hyper.Sigma2 + 1))
		}
	}
	if s.N == 2 {
		return math.Log(0.25 + angle/(2*math.Pi))
	}
	return math.Log(0.125 + angle/(4*math.Pi))
}

// The evidence of expectation propagation is close to the exact orthant probability:
// within 2e-3 nats a column for three leaves, for every pattern of signs, tree and σ² = 1.
func TestEvidenceIsAnOrthantProbability(t *testing.T) {
	worst, wide := map[int]float64{}, 0.0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 51))
		for _, n := range []int{2, 3} {
			s, _ := binaryState(rng, n, 4, 0, 0.3+0.7*rng.Float64())
			t := s.NewSettler(100, 1e-12)
			for !t.Advance(1 << 30) {
			}
			want := 0.0
			for j := range s.D {
				want += orthant(s, j)
			}
			worst[n] = math.Max(worst[n], math.Abs(s.LogEvidence()-want)/float64(s.D))
		}
		s, _ := binaryState(rng, 3, 4, 0, 16)
		s.Settle()
		want := 0.0
		for j := range s.D {
			want += orthant(s, j)
		}
		wide = math.Max(wide, math.Abs(s.LogEvidence()-want)/float64(s.D))
	}
	t.Logf("largest difference a column, nats: %v; with σ² = 16 and three leaves %.2g", worst, wide)
	if worst[2] > 1e-3 || worst[3] > 2e-3 || wide > 0.03 {
		t.Errorf("largest difference a column, nats: %v", worst)
	}
}

// The sites converge on random trees with branch points of any degree, for any σ² and any start, and
// the evidence at convergence does not depend on the start.
func TestSitesSettle(t *testing.T) {
	most := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 52))
		s, _ := binaryState(rng, 3+rng.IntN(60), 3, 0.2*float64(seed%2), math.Exp(6*rng.Float64()-1))
		sweeps := func() int {
			w := s.NewSettler(200, 1e-8)
			for !w.Advance(7) {
			}
			return 200 - w.Left
		}
		n := 0
		value := math.NaN()
		for ; n < 200; n++ {
			s.SettleBelow(s.Top, 1)
			s.CavityOfTop()
			if v := s.Objective(); math.Abs(v-value) < 1e-8 {
				break
			} else {
				value = v
			}
		}
		most = max(most, n)
		if n == 200 {
			t.Errorf("seed %d, σ² %.3g: still moving after 200 sweeps", seed, s.Hyper.Sigma2)
		}
		for v := range int32(s.N) {
			for j := range s.D {
				if s.Sites.Sign[int(v)*s.D+j] != 0 {
					s.MeanOf(v)[j], s.VariOf(v)[j] = 3*rng.NormFloat64(), 0.5+5*rng.Float64()
				}
			}
			s.Lik[v] = 0
		}
		s.Recompute()
		sweeps()
		pydttest.Close(t, "objective from other sites", s.Objective(), value, 1e-6)
	}
	t.Logf("at most %d sweeps", most)
}

// At converged sites, the gradient with the sites held fixed equals that of the evidence of expectation
// propagation. So times can be optimised with the sites fixed.
func TestGradientAtSettledSites(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 53))
		s, _ := binaryState(rng, 4+rng.IntN(12), 4, 0, 2)
		settle := func() {
			w := s.NewSettler(300, 1e-12)
			for !w.Advance(1 << 30) {
			}
		}
		settle()
		g := s.Gradient()
		keep := s.Capture()
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) {
				continue
			}
			value := func(step float64) float64 {
				s.Load(keep)
				s.ShiftWaiting(v, step)
				s.Recompute()
				settle()
				return s.Objective()
			}
			const h = 1e-3
			pydttest.Close(t, "derivative", g[v], (value(h)-value(-h))/(2*h), 1e-4)
		}
	}
}

// binaryData draws zeros and ones from the prior.
func binaryData(n, d int, seed uint64) *inference.Dataset {
	h := posterior.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 4, Noise: 1}
	x := posterior.SamplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 54))).X
	x.Apply(func(_, _ int, v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}, x)
	data := pydttest.DatasetOf(x)
	data.Kind = inference.Binary
	return data
}

// A fit of zeros and ones goes through all its stages. Its objective never falls, and equals that of
// fully converged sites for its best tree.
func TestBinaryFit(t *testing.T) {
	for _, c := range []struct{ n, d int }{{2, 3}, {3, 2}, {33, 20}} {
		data := binaryData(c.n, c.d, 3)
		for _, m := range []inference.Model{DDT{}, Model{}} {
			f, trace := runFit(t, m, data, nil, 1, 60, 2)
			for i := 1; i < len(trace); i++ {
				if trace[i] < trace[i-1]-1e-9*(1+math.Abs(trace[i])) {
					t.Errorf("%s %v: the objective fell at iteration %d: %v after %v", m.Info().Name, c, i, trace[i], trace[i-1])
				}
			}
			s := posterior.NewState(f.problem, f.learned)
			s.Load(f.current)
			s.Recompute()
			pydttest.Close(t, "score of the best tree", f.scoreOf(s), f.current.Objective, 1e-9)
			w := s.NewSettler(300, 1e-10)
			for !w.Advance(1 << 30) {
			}
			t.Logf("%s %v: %.3f to %.3f, settled %.4f, σ² %.3f", m.Info().Name, c, trace[0], trace[len(trace)-1], s.Objective(),
				f.learned.Sigma2)
			if !(math.Abs(f.scoreOf(s)-f.current.Objective) <= 0.05) {
				t.Errorf("%s %v: score %.4f, with settled sites %.4f", m.Info().Name, c, f.current.Objective, f.scoreOf(s))
			}
		}
	}
}
