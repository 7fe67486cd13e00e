package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// The odds of a split are those of its branch once there is one, to the bit, and do not depend on the threads.
func TestOddsOfASplit(t *testing.T) {
	splits := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 31))
		s, _ := pydttest.RandomState(rng, 40, 4, 0.2*float64(seed%2), 0.05)
		s.Hyper.Prior = pitmanyor.NewPrior(1, 0.3, 40)
		keepLongest(s, 8)
		s.Recompute()
		one, three := branches.NewBalancer(s, math.NaN(), 1), branches.NewBalancer(s, math.NaN(), 3)
		s.Cavities()
		var points []int32
		for _, v := range s.Order {
			if !s.IsLeaf(v) {
				points = append(points, v)
			}
		}
		one.Weigh(points)
		three.Weigh(points)
		for i, o := range one.Found {
			if three.Found[i] != o {
				t.Fatalf("seed %d: %+v on three threads, %+v on one", seed, three.Found[i], o)
			}
			if !o.Splits {
				continue
			}
			splits++
			before := append([]int32(nil), s.Kids[o.Node]...)
			u := branches.Part(s, o)
			s.Update(u)
			if got := branches.NewCollapser(s).Odds(u); got != o.Odds {
				t.Errorf("seed %d: the odds of the branch are %v, and were %v before it was there", seed, got, o.Odds)
			}
			s.Parent[o.A], s.Parent[o.B] = o.Node, o.Node
			s.Release(u)
			s.Kids[o.Node] = before
		}
	}
	if splits < 12 {
		t.Errorf("only %d splits", splits)
	}
}
