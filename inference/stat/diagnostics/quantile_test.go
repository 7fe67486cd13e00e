package diagnostics

import (
	"math"
	"testing"
)

// The error of the p-quantile of n independent draws is √(p(1−p)/n) over the density there. Of an exponential
// distribution, whose density at the p-quantile is 1 − p, it is small at the near end and large at the far one.
func TestQuantileError(t *testing.T) {
	const n = 4000
	order := make([]place, n)
	for i := range order {
		order[i].value = -math.Log(1 - (float64(i)+0.5)/n)
	}
	for _, p := range []float64{0.05, 0.5, 0.9} {
		want := math.Sqrt(p*(1-p)/n) / (1 - p)
		if got := quantileError(order, p, n); !(math.Abs(got/want-1) <= 0.1) {
			t.Errorf("p = %v: %v, want about %v", p, got, want)
		}
	}
}
