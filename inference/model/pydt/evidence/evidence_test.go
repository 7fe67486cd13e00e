package evidence_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// Own and mixed curvatures are those of the objective, by differences.
func TestCurvatureIsThatOfTheObjective(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 93))
		s, _ := pydttest.RandomState(rng, 9, 1+int(seed%3), 0.2*float64(seed%2), 0.1*float64(seed/2%2))
		s.Cavities()
		b := evidence.NewBender(s)
		own, mixed := map[int32]float64{}, map[int32]float64{}
		for _, v := range s.Preorder() {
			if s.IsLeaf(v) {
				continue
			}
			own[v] = b.Own(v)
			if v != s.Top {
				mixed[v] = b.WithParent(v)
			}
		}
		at := func(moves map[int32]float64) float64 {
			keep := s.Capture()
			for v, by := range moves {
				s.SetTime(v, s.Ell[v]+by)
			}
			s.Recompute()
			f := s.Objective()
			s.Load(keep)
			s.Recompute()
			return f
		}
		for v, want := range own {
			h := 1e-3 * (s.Ell[v] - s.ParentEll(v))
			for _, k := range s.Kids[v] {
				if !s.IsLeaf(k) {
					h = math.Min(h, 1e-3*(s.Ell[k]-s.Ell[v]))
				}
			}
			bend := -(at(map[int32]float64{v: h}) - 2*at(nil) + at(map[int32]float64{v: -h})) / (h * h)
			pydttest.Close(t, "own curvature", want, bend, 1e-3)
			if v == s.Top {
				continue
			}
			p := s.Parent[v]
			cross := func(a, b float64) float64 { return at(map[int32]float64{v: a * h, p: b * h}) }
			h = math.Min(h, 1e-3*(s.Ell[p]-s.ParentEll(p)))
			for _, k := range s.Kids[p] {
				if !s.IsLeaf(k) {
					h = math.Min(h, 1e-3*(s.Ell[k]-s.Ell[p]))
				}
			}
			bend = -(cross(1, 1) - cross(1, -1) - cross(-1, 1) + cross(-1, -1)) / (4 * h * h)
			pydttest.Close(t, "mixed curvature", mixed[v], bend, 2e-3)
		}
	}
}

// Without data the evidence of a structure is its prior probability, whatever its shape: waiting times
// then have gamma densities, so the method is exact.
func TestEvidenceWithoutDataIsThePrior(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 94))
		s, _ := pydttest.Fitted(rng, 8, 2, 1, 0)
		got, maximum := evidence.Structure(s)
		want := 0.0
		for _, v := range s.Preorder() {
			if s.IsLeaf(v) {
				continue
			}
			var sizes []int
			for _, k := range s.Kids[v] {
				sizes = append(sizes, pydttest.LeavesBelow(s, k))
			}
			want += s.Hyper.Prior.LogSplit(sizes) - math.Log(s.Hyper.Prior.Harmonic(pydttest.LeavesBelow(s, v)-1))
		}
		if pydttest.Close(t, "log probability", got, want, 1e-6); !maximum {
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
		s, _ := pydttest.Fitted(rng, 20, []int{1, 2, 5, 20}[seed%4], 0.1*float64(seed/4), 0.01)
		got, maximum := evidence.Structure(s)
		want, positive := evidence.Laplace(s)
		for _, v := range s.Preorder() { // what the dense one lacks
			if !s.IsLeaf(v) {
				b := evidence.NewBender(s)
				s.Cavities()
				shape := b.Own(v) * math.Pow(s.Ell[v]-s.ParentEll(v), 2)
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
		s, _ := pydttest.Fitted(rng, 3, 1+int(seed%3), 0, 0.05)
		got, _ := evidence.Structure(s)
		dense, _ := evidence.Laplace(s)
		var exact special.LogSum
		const points, step = 60, 0.3
		place := func(high float64, i int) (rem, jacobian float64) {
			share := 1 / (1 + math.Exp(-step*(float64(i)-points/2+0.5)))
			return high * (1 - share), share * step
		}
		inner := int32(-1)
		for _, k := range s.Kids[s.Top] {
			if !s.IsLeaf(k) {
				inner = k
			}
		}
		for i := range points {
			rem, a := place(1, i)
			s.SetRem(s.Top, rem)
			if inner < 0 {
				exact.Add(pydttest.DenseJoint(s) + math.Log(a))
				continue
			}
			for j := range points {
				low, b := place(rem, j)
				s.SetRem(inner, low)
				exact.Add(pydttest.DenseJoint(s) + math.Log(a*b))
			}
		}
		sum += math.Abs(got - exact.Value())
		plain += math.Abs(dense - exact.Value())
		count++
		if !(math.Abs(got-exact.Value()) <= 0.35) {
			t.Errorf("seed %d: %.4f, by quadrature %.4f", seed, got, exact.Value())
		}
	}
	t.Logf("%.3f nats off on average, without the gamma correction %.3f", sum/count, plain/count)
	if sum/count > 0.2 || sum > plain {
		t.Errorf("%.3f nats off on average, without the gamma correction %.3f", sum/count, plain/count)
	}
}
