package search

import (
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
)

// The start of 720 × 73 with 2,252 scattered missing cells, which give every column
// variances of its own, against the complete table.
func BenchmarkMissing(b *testing.B) {
	for _, c := range []struct {
		name    string
		missing int
	}{{"complete", 0}, {"scattered", 2252}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				f, _ := runFit(b, pydt, pydttest.WithMissing(pydttest.PriorData(720, 73, 1), c.missing, 1), nil, 1, 0, 1)
				b.ReportMetric(f.Current.Objective, "nats")
			}
		})
	}
}
