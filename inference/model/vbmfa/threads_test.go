package vbmfa

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
)

// The threads that share the rows of one component make no difference to the bits, where rows have several patterns of
// missing cells too.
func TestSameBitsOnManyThreads(t *testing.T) {
	x := spiral(9001, rand.New(rand.NewPCG(8, 1)))
	if w := 3; 9001*3*w < parallelWork || 9001 <= blockRows {
		t.Fatal("too little work for several threads")
	}
	for i := range 9001 {
		if i%7 == 0 {
			x.Set(i, i%3, math.NaN())
		}
	}
	var traces [][]float64
	for _, threads := range []int{1, 3} {
		st, err := Model{}.New(dataset(x), Model{}.Info().Defaults(), inference.Streams{Seed: 1}, threads)
		if err != nil {
			t.Fatal(err)
		}
		var trace []float64
		for len(trace) < 30 {
			r, err := st.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			trace = append(trace, r.Scalars...)
		}
		traces = append(traces, trace)
	}
	if !slices.Equal(traces[0], traces[1]) {
		t.Errorf("one thread: %v\nthree: %v", traces[0], traces[1])
	}
}

// How many components one unit of work takes makes no difference to the bits, where they have different numbers of
// factors and their rows are more than one block.
func TestSameBitsWhateverAUnitHolds(t *testing.T) {
	x := blobs(12_000, 20, 0, rand.New(rand.NewPCG(8, 2)))
	var bounds []float64
	for _, threads := range []int{1, 2, 3} {
		rng := rand.New(rand.NewPCG(8, 3))
		m := startMixture(newRowsOn(x, threads), 3, 10, rng)
		for s, k := range []int{10, 2, 5} {
			m.Components[s] = m.endow(m.Components[s], k, rng)
		}
		y := cycle{Wide: true}
		y.begin(math.NaN())
		for range 3 {
			for y.Stage < complete {
				if err := y.advance(m); err != nil {
					t.Fatal(err)
				}
			}
			y.begin(y.Before)
		}
		bounds = append(bounds, y.Before)
	}
	if bounds[1] != bounds[0] || bounds[2] != bounds[0] {
		t.Errorf("the bound on one, two and three threads: %v", bounds)
	}
}
