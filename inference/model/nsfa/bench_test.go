package nsfa

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// sparseStudy is a study of d items and k factors, each item in links of them on average.
func sparseStudy(d, k, n int, links float64, rng *rand.Rand) *inferencetest.FactorStudy {
	z := mat.NewDense(d, k, nil)
	for i := range d {
		for j := range k {
			if rng.Float64() < links/float64(k) {
				z.Set(i, j, 1)
			}
		}
	}
	return inferencetest.NewFactorStudy(z, n, 10, rng)
}

// settledChain returns a chain after this many sweeps.
func settledChain(tb testing.TB, m inference.Model, data *inference.Dataset, settings map[string]string, sweeps,
	threads int) *chain {
	tb.Helper()
	s := m.Info().Defaults()
	for name, value := range settings {
		if err := s.Set(name, value); err != nil {
			tb.Fatal(err)
		}
	}
	c, err := m.New(data, s, inference.Streams{Seed: 1}, threads)
	if err != nil {
		tb.Fatal(err)
	}
	for range sweeps + 1 {
		iterate(tb, c.(*chain))
	}
	return c.(*chain)
}

// iterate takes steps until an iteration is complete.
func iterate(tb testing.TB, c *chain) []float64 {
	for {
		r, err := c.Step(context.Background())
		if err != nil {
			tb.Fatal(err)
		}
		if r.Scalars != nil {
			return r.Scalars
		}
	}
}

// The sizes are items × cases.
func BenchmarkSweep(b *testing.B) {
	for _, size := range []struct {
		d, n, k int
		links   float64
		missing float64
		settle  int
	}{
		{100, 100, 16, 1.4, 0, 300}, {100, 100, 16, 1.4, 0.1, 300},
		{226, 251, 16, 3, 0, 200}, {226, 251, 16, 3, 0.1, 200}, {226, 251, 16, 3, 0.5, 200},
		{12557, 171, 12, 2, 0, 20}, {12557, 171, 12, 2, 0.05, 20},
		{3000, 171, 12, 2, 0, 40}, {12557, 684, 12, 2, 0, 20},
	} {
		b.Run(fmt.Sprintf("%dx%d/missing=%v", size.d, size.n, size.missing), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, uint64(size.d)))
			data := sparseStudy(size.d, size.k, size.n, size.links, rng).Dataset(size.missing, rng)
			c := settledChain(b, Model{}, data, nil, size.settle, 2)
			features, links := 0.0, 0.0
			b.ReportAllocs()
			begun := inferencetest.ProcessorTime()
			for b.Loop() {
				s := iterate(b, c)
				features += s[1]
				links += s[3]
			}
			b.ReportMetric(float64(inferencetest.ProcessorTime()-begun)/float64(b.N)/1e6, "cpu-ms/op")
			b.ReportMetric(features/float64(b.N), "features")
			b.ReportMetric(links/float64(b.N)/float64(size.d), "links/item")
		})
	}
}

func BenchmarkSweepVariants(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	data := sparseStudy(226, 16, 251, 3, rng).Dataset(0, rng)
	for _, m := range []inference.Model{Sparse{}, Factor{}, Relevance{}, Student{}, Regression{}} {
		b.Run(m.Info().Name, func(b *testing.B) {
			c := settledChain(b, m, data, map[string]string{"factors": "20"}, 50, 2)
			begun := inferencetest.ProcessorTime()
			for b.Loop() {
				iterate(b, c)
			}
			b.ReportMetric(float64(inferencetest.ProcessorTime()-begun)/float64(b.N)/1e6, "cpu-ms/op")
		})
	}
}
