package loadings

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// A rehearsal with broad options still has moments, its copies go on to the same bits, and the chain that deletes first
// is found out.
func TestRehearsal(t *testing.T) {
	for name, o := range map[string]Options{"nsfa": Nonparametric(),
		"shared": {support: Buffet, slab: Shared, beta: 1, alpha: 1, boost: 1, sharedNoise: true},
		"fok":    {support: Complete, slab: PerElement, alpha: 1, beta: 1, factors: 9}} {
		t.Run(name, func(t *testing.T) {
			r := NewRehearsal(o.ForTests(), 3, 4, holes(3, 4), rand.New(rand.NewPCG(1, 2)))
			inferencetest.Replicates(t, r.Names(), func() (before, after []float64) {
				before = r.Draw()
				for range 3 {
					after = r.Move()
				}
				return before, after
			}, 1000)
		})
	}
	r := NewRehearsal(Thesis(2), 2, 2, nil, rand.New(rand.NewPCG(1, 3)))
	r.DeleteFirst = true
	faults := inferencetest.Replicates(&inferencetest.Recorder{TB: t}, r.Names(), func() (before, after []float64) {
		before = r.Draw()
		for range 4 {
			after = r.Move()
		}
		return before, after
	}, 2000)
	if z := inferencetest.Greatest(faults); z < 6 {
		t.Errorf("deleting first differs by %v standard errors only", z)
	}
}

func TestRehearsalCopies(t *testing.T) {
	for _, deleting := range []bool{false, true} {
		source := rand.NewPCG(4, 4)
		r := NewRehearsal(Thesis(3), 3, 2, nil, rand.New(source))
		r.DeleteFirst = deleting
		for range 20 {
			r.Move()
		}
		other := *source
		c := r.Clone(rand.New(&other))
		for i := range 20 {
			if a, b := fmt.Sprint(r.Move(), r.Factors()), fmt.Sprint(c.Move(), c.Factors()); a != b {
				t.Fatalf("move %d: %s and %s", i, a, b)
			}
		}
	}
}

// Drawn from the model, the number of factors of three items has mean and variance αH₃.
func TestRehearsalDraws(t *testing.T) {
	r := NewRehearsal(Thesis(2), 3, 1, nil, rand.New(rand.NewPCG(5, 5)))
	const n = 20_000
	sum, squares := 0.0, 0.0
	for range n {
		k := r.Draw()[0]
		sum, squares = sum+k/n, squares+k*k/n
	}
	want := 2 * (1 + 1/2.0 + 1/3.0)
	if !(math.Abs(sum-want) <= 4*math.Sqrt(want/n)) || !(math.Abs(squares-sum*sum-want) <= 0.15) {
		t.Errorf("mean %v and variance %v, want %v", sum, squares-sum*sum, want)
	}
}
