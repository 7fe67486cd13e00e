package passing

import (
	"math"
	"testing"
)

// Γ(x+3)/Γ(x) = x(x+1)(x+2), for small and for large x.
func TestLnGammaStep(t *testing.T) {
	for _, x := range []float64{0.3, 20, 5e4, 3e5, 1e9} {
		want := math.Log(x) + math.Log(x+1) + math.Log(x+2)
		if got := lnGammaStep(x, 3); !(math.Abs(got-want) <= 1e-10*math.Abs(want)) && x > 1e5 ||
			!(math.Abs(got-want) <= 1e-9*max(1, x*1e-1)) {
			t.Errorf("x = %v: %v, want %v", x, got, want)
		}
	}
}
