package signal_test

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/signal"
)

// The cost of a column of each kind along a tree of 1,000 rows.
func BenchmarkColumn(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 1000
	t := &testing.T{}
	of := randomTree(t, n, rng)
	y := make([]float64, n)
	for i := range y {
		y[i] = float64(rng.IntN(4))
	}
	s := signal.New(of)
	level, spread := observation.RatesOf(y, nil)
	for _, c := range []struct {
		name   string
		column observation.Column
	}{{"numbers", nil}, {"yes-no", observation.YesNo{}}, {"ordered", observation.NewOrdered([]float64{-.7, 0, .7})},
		{"categories", observation.NewCategories(4)}, {"counts", observation.NewCounts(nil, level, spread)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if c.column == nil {
					s.Numbers(y)
				} else {
					s.Column(c.column, y)
				}
			}
		})
	}
}
