package branches_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/timetree"
)

// denseOdds returns the log odds of the collapse of v's branch by 60 × 60 points of quadrature.
func denseOdds(s *posterior.State, v int32) float64 {
	const points, step = 60, 0.35
	p := s.Parent[v]
	high := s.ParentRem(p)
	low := math.Max(pydttest.RemBelow(s, p, v), pydttest.RemBelow(s, v, -1))
	place := func(high, low float64, i int) (rem, jacobian float64) {
		share := 1 / (1 + math.Exp(-step*(float64(i)-points/2+0.5)))
		rem = high - share*(high-low)
		return rem, (high - low) * share * (1 - share) * step / rem
	}
	var apart, joined special.LogSum
	for i := range points {
		remP, a := place(high, low, i)
		s.SetRem(p, remP)
		for j := range points {
			remV, b := place(remP, pydttest.RemBelow(s, v, -1), j)
			s.SetRem(v, remV)
			apart.Add(pydttest.DenseJoint(s) + math.Log(a*b))
		}
	}
	kv, kp := len(s.Kids[v]), len(s.Kids[p])
	for _, k := range s.Kids[v] {
		s.Parent[k] = p
		s.Kids[p] = append(s.Kids[p], k)
	}
	s.Kids[p] = timetree.Without(s.Kids[p], timetree.IndexOf(s.Kids[p], v))
	s.Release(v)
	for i := range points {
		rem, a := place(high, low, i)
		s.SetRem(p, rem)
		joined.Add(pydttest.DenseJoint(s) + math.Log(a))
	}
	odds := joined.Value() - apart.Value()
	// 1, 3, 15, 105 … ways to resolve 2, 3, 4, 5 … children, at half weight.
	ways := func(k int) float64 {
		log := 0.0
		for i := 3; i <= k; i++ {
			log += math.Log(float64(2*i - 3))
		}
		return log
	}
	return odds + 0.5*(ways(kp)+ways(kv)-ways(kp+kv-1))
}

// The probability of a branch compared with collapsing it agrees with dense quadrature over both
// times: exactly for three leaves (which have no other times), with missing cells, and with times that
// are not optimal.
func TestSupportIsThatOfQuadrature(t *testing.T) {
	worst, mean, count := 0.0, 0.0, 0.0
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 91))
		n, d := 3+int(seed%3), 1+rng.IntN(4)
		s, p := pydttest.RandomState(rng, n, d, 0.2*float64(seed%2), 0.05)
		s.Cavities()
		c := branches.NewCollapser(s)
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) || v == s.Top {
				continue
			}
			got := c.Present(v)
			other := posterior.NewState(p, s.Hyper)
			other.Load(s.Capture())
			other.Recompute()
			want := denseOdds(other, v)
			off := math.Abs(math.Log((1-got)/got) - want)
			worst, mean, count = math.Max(worst, off), mean+off, count+1
			if off > 0.1 {
				t.Errorf("seed %d, branch %d: log odds %.4f, by dense quadrature %.4f", seed, v, math.Log((1-got)/got), want)
			}
		}
	}
	t.Logf("%v branches: %.4f nats off on average, %.4f at most", count, mean/count, worst)
	if mean/count > 0.02 || count < 20 {
		t.Errorf("%v branches are %.4f nats off on average", count, mean/count)
	}
}

// For each branch, the evidence of the collapsed tree over that of the other is the posterior density
// of a waiting time of 0 over the prior density (Savage and Dickey).
func TestCollapseIsADensityAtZero(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 92))
		s, _ := pydttest.RandomState(rng, 5, 2, 0, 0.05)
		s.Cavities()
		c := branches.NewCollapser(s)
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) || v == s.Top {
				continue
			}
			c.Prepare(branches.Option{Node: v, Rem: s.Rem[v]}, s.Parent[v], s.Kids[v], s.Size[v])
			// The density at a small waiting time, the time of the parent integrated out.
			const wait = 1e-6
			var sum special.LogSum
			const points, step = 400, 0.05
			for i := range points {
				remP, slope := branches.Spot(c.High, c.LowP, step*(float64(i)-points/2+0.5))
				c.JoinAbove(remP)
				sum.Add(c.Value(remP, remP*math.Exp(-wait)) + math.Log(slope*step))
			}
			zero := sum.Value() + 2*s.Hyper.LnC - c.Apart()
			pydttest.Close(t, "Bayes factor", c.Together()-c.Apart(), zero-math.Log(s.Hyper.C), 0.05)
		}
	}
}
