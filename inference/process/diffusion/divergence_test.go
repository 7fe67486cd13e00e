package diffusion

import (
	"math"
	"testing"
)

// h₂ at θ = 1 and α = ½ is Γ(3/2)/Γ(4) = √π/12; at θ = α = 0 it is Γ(m)/Γ(m+1) = 1/m.
func TestDivergence(t *testing.T) {
	if got, want := divergence(2, 1, 0.5), math.Sqrt(math.Pi)/12; !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := divergence(5, 0, 0); !(math.Abs(got-0.2) <= 1e-12) {
		t.Errorf("%v, want 1/5", got)
	}
}
