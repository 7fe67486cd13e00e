package vector

import (
	"fmt"
	"testing"
)

// Both ways give the same bits at every length.
func TestSameBitsBothWays(t *testing.T) {
	if !wide {
		t.Skip("this processor has no instructions for four numbers")
	}
	defer func() { wide = true }()
	for n := range 130 {
		for name, call := range calls {
			r, _ := rows(n, uint64(n))
			wide = true
			got := append([]float64(nil), call(r)...)
			r, _ = rows(n, uint64(n))
			wide = false
			same(t, name, n, got, call(r))
		}
	}
}

// sum keeps the calls of benchmarks from being left out.
var sum float64

func BenchmarkVector(b *testing.B) {
	defer func(was bool) { wide = was }(wide)
	for _, c := range []struct {
		name string
		call func(r [5][]float64)
	}{
		{"SquaredDistance", func(r [5][]float64) { sum += SquaredDistance(r[0], r[1]) }},
		{"AddScaled", func(r [5][]float64) { AddScaled(r[0], r[1], 1e-9) }},
		{"BlendAndMeasure", func(r [5][]float64) {
			x, _, _ := BlendAndMeasure(r[0], r[1], r[2], 0.3, 0.7, r[3], r[4])
			sum += x
		}},
	} {
		for _, n := range []int{8, 50} {
			for _, w := range []bool{false, wide} {
				r, _ := rows(n, 1)
				b.Run(fmt.Sprintf("%s/%d/wide=%v", c.name, n, w), func(b *testing.B) {
					wide = w
					for b.Loop() {
						c.call(r)
					}
				})
			}
		}
	}
}
