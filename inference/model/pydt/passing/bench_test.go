package passing

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// One sweep, by rows and columns: O(N·D) for the locations and a quadrature for every branch.
func BenchmarkSweep(b *testing.B) {
	for _, c := range []struct{ n, d int }{{50, 20}, {200, 20}, {800, 20}, {200, 320}} {
		b.Run(fmt.Sprintf("%dx%d", c.n, c.d), func(b *testing.B) {
			tr, da := drawn(rand.New(rand.NewPCG(1, 1)), c.n, c.d, true, 0.01)
			f := New(tr, da, learnt, 0)
			for !f.advance(1 << 30) {
			}
			b.ResetTimer()
			for range b.N {
				for !f.advance(1 << 30) {
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*c.n), "µs/row")
		})
	}
}

// All sweeps for one tree of 50 leaves and 20 columns, as precisely as a search needs.
func BenchmarkTree50x20(b *testing.B) {
	tr, da := drawn(rand.New(rand.NewPCG(1, 1)), 50, 20, true, 0.01)
	sweeps := 0
	for range b.N {
		_, r := run(tr, da, learnt, Rough)
		sweeps += r.Sweeps
	}
	b.ReportMetric(float64(sweeps)/float64(b.N), "sweeps")
}
