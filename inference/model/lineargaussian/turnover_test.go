package lineargaussian

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A feature and its complement make the same sums, in the state and in what is published.
func TestTurnOverKeepsTheSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	turned := 0
	for range 50 {
		j := faulty(rng.Uint64(), "")
		s := j.state
		if s.features() == 0 {
			continue
		}
		sums := func() (all []float64) {
			for i := range s.x {
				s.sum(i)
				all = append(all, s.mean...)
			}
			return all
		}
		before, count := sums(), s.count[1]
		s.turnOver(rng)
		if s.count[1] != count {
			turned++
		}
		for i, v := range sums() {
			if !(math.Abs(v-before[i]) <= 1e-9*(1+math.Abs(v))) {
				t.Fatalf("sum %d was %v and is %v", i, before[i], v)
			}
		}
		c := &sampler{state: s, offset: make([]float64, 3)}
		published := c.publish(c.draw(0)).full(4, 3)
		for i := range s.x {
			s.sum(i)
			for d, want := range s.mean {
				got := published.Offset[d]
				for k := range published.IDs {
					got += published.Inclusion.At(i, k) * published.Loadings.At(d, k)
				}
				if !(math.Abs(got-want) <= 1e-5*(1+math.Abs(want))) {
					t.Fatalf("row %d: published %v, sum %v", i, got, want)
				}
			}
		}
		for _, rows := range c.publish(c.draw(0)).Owners {
			if len(rows) > 2 {
				t.Errorf("%d of 4 rows have a feature", len(rows))
			}
		}
	}
	if turned == 0 {
		t.Error("no feature is turned over")
	}
}
