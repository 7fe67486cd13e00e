package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// withMissing returns the data with so many scattered cells missing.
func withMissing(data *inference.Dataset, missing int, seed uint64) *inference.Dataset {
	n, d := data.Dims()
	rng := rand.New(rand.NewPCG(seed, 33))
	for _, i := range rng.Perm(n * d)[:missing] {
		data.X.Set(i/d, i%d, math.NaN())
	}
	return data
}

// The start of 720 × 73 with 2,252 scattered missing cells, which give every column
// variances of its own, against the complete table.
func BenchmarkMissing(b *testing.B) {
	for _, c := range []struct {
		name    string
		missing int
	}{{"complete", 0}, {"scattered", 2252}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				f, _ := runFit(b, Model{}, withMissing(pydttest.PriorData(720, 73, 1), c.missing, 1), nil, 1, 0, 1)
				b.ReportMetric(f.current.Objective, "nats")
			}
		})
	}
}
