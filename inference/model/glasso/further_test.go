package glasso

import (
	"math"
	"testing"
)

// A path is extended to a thousandth of its first penalty, that included, whatever rounding does, and no further.
func TestPathEndsAtAThousandth(t *testing.T) {
	for i := range 50 {
		for _, points := range []int{3, 5, 9} { // two, four and eight steps to a hundredth, half as many more to a thousandth
			first := 0.3 + 0.01*float64(i)
			f := &fit{ratio: 0.01, points: points, penalties: []float64{first, first * math.Pow(0.01, 1/float64(points-1))}}
			for f.further() {
			}
			if n := len(f.penalties); n != 1+3*(points-1)/2 || !(math.Abs(f.penalties[n-1]/first-0.001) <= 1e-12) {
				t.Errorf("%d penalties, from %v to %v", n, first, f.penalties[n-1])
			}
		}
	}
}
