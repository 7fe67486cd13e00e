package teach

import (
	"context"
	"testing"
)

// BenchmarkPlane measures the steps of the clouds: 4,000 points of four trees, and the
// density behind 1,000 of them.
func BenchmarkPlane(b *testing.B) {
	ctx := context.Background()
	b.Run("points", func(b *testing.B) {
		for b.Loop() {
			c := open(b, pitmanYorPlane(), 1)
			to(b, c, 1)
		}
	})
	b.Run("density", func(b *testing.B) {
		c := open(b, pitmanYorPlane(), 1)
		to(b, c, planeReveals)
		for b.Loop() {
			if err := c.play.Clone().Step(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
}
