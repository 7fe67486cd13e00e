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
	if w := 3; 9001*3*w < parallelWork {
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
