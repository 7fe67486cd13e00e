package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/pitmanyor"
)

// The odds of a split are those of its branch once there is one, to the bit, and do not depend on the threads.
func TestOddsOfASplit(t *testing.T) {
	splits := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 31))
		s, _ := randomState(rng, 40, 4, 0.2*float64(seed%2), 0.05)
		s.hyper.prior = pitmanyor.NewPrior(1, 0.3, 40)
		keepLongest(s, 8)
		s.recompute()
		one, three := newBalancer(s, math.NaN(), 1), newBalancer(s, math.NaN(), 3)
		s.cavities()
		var points []int32
		for _, v := range s.order {
			if !s.isLeaf(v) {
				points = append(points, v)
			}
		}
		one.weigh(points)
		three.weigh(points)
		for i, o := range one.found {
			if three.found[i] != o {
				t.Fatalf("seed %d: %+v on three threads, %+v on one", seed, three.found[i], o)
			}
			if !o.splits {
				continue
			}
			splits++
			before := append([]int32(nil), s.kids[o.node]...)
			u := part(s, o)
			s.update(u)
			if got := newCollapser(s).odds(u); got != o.odds {
				t.Errorf("seed %d: the odds of the branch are %v, and were %v before it was there", seed, got, o.odds)
			}
			s.parent[o.a], s.parent[o.b] = o.node, o.node
			s.release(u)
			s.kids[o.node] = before
		}
	}
	if splits < 12 {
		t.Errorf("only %d splits", splits)
	}
}
