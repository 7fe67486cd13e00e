package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// binaryProblem returns the problem of a table of zeros and ones.
func binaryProblem(x *mat.Dense) *problem {
	p := newProblem(x)
	p.takeSigns()
	p.separateColumns()
	return p
}

// binaryState builds a random tree over random zeros and ones, with its sites settled.
func binaryState(rng *rand.Rand, n, d int, missing, sigma2 float64) (*state, *problem) {
	x := randomData(rng, n, d, missing)
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
	s := newState(p, newHyper(p, sigma2, 0.8, 1, 0.3, 1, true, true, true, true, true))
	order := rng.Perm(n)
	s.begin(int32(order[0]), int32(order[1]))
	for _, v := range order[2:] {
		attachAtRandom(s, rng, int32(v))
	}
	s.recompute()
	return s, p
}

// orthant is the exact log probability of the signs of two or three latent numbers:
// P = 1/4 + asin ρ/2π and P = 1/8 + Σ asin ρ/4π, a sign turning ρ over.
func orthant(s *state, column int) float64 {
	shared := sharedTimesOf(s)
	angle := 0.0
	for i := range s.n {
		for j := range i {
			y := s.sites.sign[i*s.d+column] * s.sites.sign[j*s.d+column]
			angle += math.Asin(y * s.hyper.sigma2 * shared.At(i, j) / (s.hyper.sigma2 + 1))
		}
	}
	if s.n == 2 {
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
			t := s.newSettler(100, 1e-12)
			for !t.advance(1 << 30) {
			}
			want := 0.0
			for j := range s.d {
				want += orthant(s, j)
			}
			worst[n] = math.Max(worst[n], math.Abs(s.logEvidence()-want)/float64(s.d))
		}
		s, _ := binaryState(rng, 3, 4, 0, 16)
		s.settle()
		want := 0.0
		for j := range s.d {
			want += orthant(s, j)
		}
		wide = math.Max(wide, math.Abs(s.logEvidence()-want)/float64(s.d))
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
			w := s.newSettler(200, 1e-8)
			for !w.advance(7) {
			}
			return 200 - w.left
		}
		n := 0
		value := math.NaN()
		for ; n < 200; n++ {
			s.settleBelow(s.top, 1)
			s.cavityOfTop()
			if v := s.objective(); math.Abs(v-value) < 1e-8 {
				break
			} else {
				value = v
			}
		}
		most = max(most, n)
		if n == 200 {
			t.Errorf("seed %d, σ² %.3g: still moving after 200 sweeps", seed, s.hyper.sigma2)
		}
		for v := range int32(s.n) {
			for j := range s.d {
				if s.sites.sign[int(v)*s.d+j] != 0 {
					s.meanOf(v)[j], s.variOf(v)[j] = 3*rng.NormFloat64(), 0.5+5*rng.Float64()
				}
			}
			s.lik[v] = 0
		}
		s.recompute()
		sweeps()
		close(t, "objective from other sites", s.objective(), value, 1e-6)
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
			w := s.newSettler(300, 1e-12)
			for !w.advance(1 << 30) {
			}
		}
		settle()
		g := s.gradient()
		keep := s.capture()
		for _, v := range append([]int32(nil), s.preorder()...) {
			if s.isLeaf(v) {
				continue
			}
			value := func(step float64) float64 {
				s.load(keep)
				s.shiftWaiting(v, step)
				s.recompute()
				settle()
				return s.objective()
			}
			const h = 1e-3
			close(t, "derivative", g[v], (value(h)-value(-h))/(2*h), 1e-4)
		}
	}
}

// binaryData draws zeros and ones from the prior.
func binaryData(n, d int, seed uint64) *inference.Dataset {
	h := hyper{prior: pitmanyor.NewPrior(0, 0, n), c: 1, sigma2: 4, noise: 1}
	x := samplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 54))).X
	x.Apply(func(_, _ int, v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}, x)
	data := datasetOf(x)
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
			s := newState(f.problem, f.learned)
			s.load(f.current)
			s.recompute()
			close(t, "score of the best tree", f.scoreOf(s), f.current.Objective, 1e-9)
			w := s.newSettler(300, 1e-10)
			for !w.advance(1 << 30) {
			}
			t.Logf("%s %v: %.3f to %.3f, settled %.4f, σ² %.3f", m.Info().Name, c, trace[0], trace[len(trace)-1], s.objective(), f.learned.sigma2)
			if !(math.Abs(f.scoreOf(s)-f.current.Objective) <= 0.05) {
				t.Errorf("%s %v: score %.4f, with settled sites %.4f", m.Info().Name, c, f.current.Objective, f.scoreOf(s))
			}
		}
	}
}
