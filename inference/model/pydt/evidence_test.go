package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/pitmanyor"
)

// fitted draws rows and a tree from the prior, optimises the times of the tree, and hides a share of
// the cells.
func fitted(rng *rand.Rand, n, d int, missing, noise float64) (*state, *problem) {
	draw := samplePrior(n, d, make([]string, n), hyper{prior: pitmanyor.NewPrior(1, 0.3, n), c: 0.8, sigma2: 1.3, noise: noise}, rng)
	for i := range n {
		for j := range d {
			if rng.Float64() < missing {
				draw.X.Set(i, j, math.NaN())
			}
		}
	}
	p := newProblem(draw.X)
	s := newState(p, newHyper(p, 1.3, 0.8, 1, 0.3, noise, true, true, true, true, true))
	s.adopt(draw.Tree)
	for range 300 {
		var w sweeper
		w.sweep(s)
	}
	return s, p
}

// Own and mixed curvatures are those of the objective, by differences.
func TestCurvatureIsThatOfTheObjective(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 93))
		s, _ := randomState(rng, 9, 1+int(seed%3), 0.2*float64(seed%2), 0.1*float64(seed/2%2))
		s.cavities()
		b := newBender(s)
		own, mixed := map[int32]float64{}, map[int32]float64{}
		for _, v := range s.preorder() {
			if s.isLeaf(v) {
				continue
			}
			own[v] = b.own(v)
			if v != s.top {
				mixed[v] = b.withParent(v)
			}
		}
		at := func(moves map[int32]float64) float64 {
			keep := s.capture()
			for v, by := range moves {
				s.setTime(v, s.ell[v]+by)
			}
			s.recompute()
			f := s.objective()
			s.load(keep)
			s.recompute()
			return f
		}
		for v, want := range own {
			h := 1e-3 * (s.ell[v] - s.parentEll(v))
			for _, k := range s.kids[v] {
				if !s.isLeaf(k) {
					h = math.Min(h, 1e-3*(s.ell[k]-s.ell[v]))
				}
			}
			bend := -(at(map[int32]float64{v: h}) - 2*at(nil) + at(map[int32]float64{v: -h})) / (h * h)
			close(t, "own curvature", want, bend, 1e-3)
			if v == s.top {
				continue
			}
			p := s.parent[v]
			cross := func(a, b float64) float64 { return at(map[int32]float64{v: a * h, p: b * h}) }
			h = math.Min(h, 1e-3*(s.ell[p]-s.parentEll(p)))
			for _, k := range s.kids[p] {
				if !s.isLeaf(k) {
					h = math.Min(h, 1e-3*(s.ell[k]-s.ell[p]))
				}
			}
			bend = -(cross(1, 1) - cross(1, -1) - cross(-1, 1) + cross(-1, -1)) / (4 * h * h)
			close(t, "mixed curvature", mixed[v], bend, 2e-3)
		}
	}
}

// Without data the evidence of a structure is its prior probability, whatever its shape: waiting times
// then have gamma densities, so the method is exact.
func TestEvidenceWithoutDataIsThePrior(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 94))
		s, _ := fitted(rng, 8, 2, 1, 0)
		got, maximum := s.structureEvidence()
		want := 0.0
		for _, v := range s.preorder() {
			if s.isLeaf(v) {
				continue
			}
			var sizes []int
			for _, k := range s.kids[v] {
				sizes = append(sizes, leavesBelow(s, k))
			}
			want += s.hyper.prior.LogSplit(sizes) - math.Log(s.hyper.prior.Harmonic(leavesBelow(s, v)-1))
		}
		if close(t, "log probability", got, want, 1e-6); !maximum {
			t.Error("no maximum")
		}
	}
}

// The determinant is close to that of the dense curvature, for trees of many branch points in few
// dimensions and in many.
func TestEvidenceIsNearThatOfTheDenseCurvature(t *testing.T) {
	worst := 0.0
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 95))
		s, _ := fitted(rng, 20, []int{1, 2, 5, 20}[seed%4], 0.1*float64(seed/4), 0.01)
		got, maximum := s.structureEvidence()
		want, positive := s.laplace()
		for _, v := range s.preorder() { // what the dense one lacks
			if !s.isLeaf(v) {
				b := newBender(s)
				s.cavities()
				shape := b.own(v) * math.Pow(s.ell[v]-s.parentEll(v), 2)
				want += 1 / (12 * shape)
			}
		}
		worst = math.Max(worst, math.Abs(got-want))
		if !maximum || !positive {
			t.Errorf("seed %d: a maximum by the one %v, by the other %v", seed, maximum, positive)
		}
	}
	t.Logf("%.3f nats off at most, of some 12 branch points", worst)
	if worst > 0.1 {
		t.Errorf("%.3f nats off", worst)
	}
}

// For three rows the evidences of star and binary trees agree with dense quadrature over their times,
// better than Laplace's method alone does.
func TestEvidenceOfThreeLeaves(t *testing.T) {
	sum, plain, count := 0.0, 0.0, 0.0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 96))
		s, _ := fitted(rng, 3, 1+int(seed%3), 0, 0.05)
		got, _ := s.structureEvidence()
		dense, _ := s.laplace()
		var exact logSum
		const points, step = 60, 0.3
		place := func(high float64, i int) (rem, jacobian float64) {
			share := 1 / (1 + math.Exp(-step*(float64(i)-points/2+0.5)))
			return high * (1 - share), share * step
		}
		inner := int32(-1)
		for _, k := range s.kids[s.top] {
			if !s.isLeaf(k) {
				inner = k
			}
		}
		for i := range points {
			rem, a := place(1, i)
			s.setRem(s.top, rem)
			if inner < 0 {
				exact.add(denseJoint(s) + math.Log(a))
				continue
			}
			for j := range points {
				low, b := place(rem, j)
				s.setRem(inner, low)
				exact.add(denseJoint(s) + math.Log(a*b))
			}
		}
		sum += math.Abs(got - exact.value())
		plain += math.Abs(dense - exact.value())
		count++
		if !(math.Abs(got-exact.value()) <= 0.35) {
			t.Errorf("seed %d: %.4f, by quadrature %.4f", seed, got, exact.value())
		}
	}
	t.Logf("%.3f nats off on average, without the gamma correction %.3f", sum/count, plain/count)
	if sum/count > 0.2 || sum > plain {
		t.Errorf("%.3f nats off on average, without the gamma correction %.3f", sum/count, plain/count)
	}
}
