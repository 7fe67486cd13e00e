package vbmfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// BenchmarkCycle is a cycle that looks at all rows for all components: its time grows
// in proportion to rows, columns and components.
func BenchmarkCycle(b *testing.B) {
	for _, size := range []struct{ n, p, s int }{{1000, 16, 8}, {2000, 16, 8}, {4000, 16, 8}, {1000, 32, 8}, {1000, 64, 8},
		{1000, 16, 16}, {1000, 16, 32}} {
		b.Run(fmt.Sprintf("n=%d,p=%d,S=%d", size.n, size.p, size.s), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			m := startMixture(newRows(blobs(size.n, size.p, 0, rng)), size.s, 4, rng)
			y := cycle{Wide: true}
			y.begin(math.NaN())
			for b.Loop() {
				for y.Stage < complete {
					if err := y.advance(m); err != nil {
						b.Fatal(err)
					}
				}
				y.begin(y.Before)
			}
		})
	}
}

// BenchmarkSpiral is a whole search (Beal 4.5.3) on two threads.
func BenchmarkSpiral(b *testing.B) {
	x := spiral(800, rand.New(rand.NewPCG(4, 1)))
	for b.Loop() {
		completeRun(b, Model{}, x, 4, map[string]string{"k_max": "2"})
	}
}
