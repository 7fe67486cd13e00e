package branches_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// denseAmong is among by quadrature of densities from their definition, for each of the three trees.
func denseAmong(s *posterior.State, v int32) float64 {
	const points, step = 50, 0.4
	p := s.Parent[v]
	a, b, beside := s.Kids[v][0], s.Kids[v][1], s.Kids[p][0]
	if beside == v {
		beside = s.Kids[p][1]
	}
	place := func(high, low float64, i int) (rem, jacobian float64) {
		share := 1 / (1 + math.Exp(-step*(float64(i)-points/2+0.5)))
		rem = high - share*(high-low)
		return rem, (high - low) * share * (1 - share) * step / rem
	}
	high := s.ParentRem(p)
	var logs [3]float64
	for k, three := range [3][3]int32{{a, b, beside}, {a, beside, b}, {b, beside, a}} {
		s.Kids[v] = append(s.Kids[v][:0], three[0], three[1])
		s.Kids[p] = append(s.Kids[p][:0], v, three[2])
		s.Parent[three[0]], s.Parent[three[1]], s.Parent[three[2]] = v, v, p
		lowV := pydttest.RemBelow(s, v, -1)
		lowP := math.Max(lowV, s.Rem[three[2]])
		var sum special.LogSum
		for i := range points {
			remP, slopeP := place(high, lowP, i)
			s.SetRem(p, remP)
			for j := range points {
				remV, slopeV := place(remP, lowV, j)
				s.SetRem(v, remV)
				sum.Add(pydttest.DenseJoint(s) + math.Log(slopeP*slopeV))
			}
		}
		logs[k] = sum.Value()
	}
	return 1 / (1 + math.Exp(logs[1]-logs[0]) + math.Exp(logs[2]-logs[0]))
}

// The probability of a clade among the three that can be there agrees with dense quadrature over both times, of few
// leaves and more, with missing cells, and at times that are not optimal.
func TestCladesAmongThreeAreThoseOfQuadrature(t *testing.T) {
	worst, count, unsure := 0.0, 0, 0
	for seed := range uint64(18) {
		rng := rand.New(rand.NewPCG(seed, 93))
		n, d := 3+int(seed%3), 1+rng.IntN(4)
		p := problem.New(pydttest.RandomData(rng, n, d, 0.2*float64(seed%2)))
		h := hyper.New(p, 1.3, 0.8, 0, 0, 0.05, true, true, true, true, true)
		s := posterior.NewState(p, h)
		s.Load(posterior.RandomPairing(n, rng))
		for _, v := range s.Preorder() {
			if !s.IsLeaf(v) {
				s.SetRem(v, s.ParentRem(v)*(0.3+0.5*rng.Float64()))
			}
		}
		s.Recompute()
		s.Cavities()
		c := branches.NewCollapser(s)
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) || v == s.Top {
				continue
			}
			got := c.Among(v)
			other := posterior.NewState(p, s.Hyper)
			other.Load(s.Capture())
			other.Recompute()
			want := denseAmong(other, v)
			off := math.Abs(math.Log(got/(1-got)) - math.Log(want/(1-want)))
			worst = math.Max(worst, off)
			if count++; want < 0.6 {
				unsure++
			}
			if off > 0.1 {
				t.Errorf("seed %d, %d leaves, node %d: probability %.4f, by dense quadrature %.4f", seed, n, v, got, want)
			}
		}
	}
	t.Logf("%d clades, %d of them unsure, log odds %.4f off at most", count, unsure, worst)
	if count < 30 || unsure < 10 {
		t.Errorf("%d clades, %d of them unsure", count, unsure)
	}
}
