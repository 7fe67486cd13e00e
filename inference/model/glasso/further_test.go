package glasso

import (
	"math"
	"testing"
)

// A path is extended to a thousandth of its first penalty, that included, whatever rounding does, and no further.
func TestPathEndsAtAThousandth(t *testing.T) {
	for i := range 50 {
		first := 0.3 + 0.01*float64(i)
		f := &fit{ratio: 0.01, points: 3, penalties: []float64{first, first * 0.1}}
		for f.further() {
		}
		if n := len(f.penalties); n != 4 || !(math.Abs(f.penalties[n-1]/first-0.001) <= 1e-12) {
			t.Errorf("penalties %v", f.penalties)
		}
	}
}
